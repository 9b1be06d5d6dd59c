# What may be done.
# Trust level: policy. Reads: nothing. Derives: safe_action/1, requires_confirmation/1.

# Actions that may be part of a plan; a plan with any other is not offered.
safe_action("read_log").
safe_action("read_status").
safe_action("restart").

# A user has to agree to each restart.
requires_confirmation("restart_service").
