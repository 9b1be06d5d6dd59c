# S09: default deny. A plan with any other action is not offered.
# Trust level: policy. Reads: allowed/2 of the domain, destructive/1. Derives: safe_action/1, requires_confirmation/1.

safe_action("delete_branch").
safe_action("read_file").

requires_confirmation(Action) :- allowed(Action, _), destructive(Action).
