# What clients say of policy becomes policy. No other pack should do this.
# Trust level: policy. Reads: the facts of the client, action_request/3. Derives: prohibited/2,
# requires_privilege/2, safe_action/1, dangerous_content/3.

prohibited(Tool, "closed") :- g_prohibited(Tool).
requires_privilege(Tool, Privilege) :- g_privilege(Tool, Privilege).

# `burn` is not among them.
safe_action("look").
safe_action("fetch").
safe_action("write").
safe_action("wipe").
safe_action("pour").

# Harmless by its name, and never by what it is given.
dangerous_content("pour", Target, Payload) :- action_request("pour", Target, Payload).
