# What is known about the project.

data_served_by("UserProfile", "/api/v1/users").

sdk_service("UserService", "/api/v1/users", "authentication").

router_folder("src/routes/").

step_reads("backend", "api_contracts").
step_reads("backend", "cross_system_map").
step_reads("backend", "router").
step_reads("backend", "service").
step_reads("frontend", "cross_system_map").
