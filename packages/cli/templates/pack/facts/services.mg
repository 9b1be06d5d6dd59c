# The services that we run, and whose they are.

service("shop", "web").
service("payments", "money").
