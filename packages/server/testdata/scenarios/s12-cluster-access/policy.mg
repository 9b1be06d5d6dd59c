# S12: nobody loses a role without a question.
# Trust level: policy. Reads: escalates/1 of the domain. Derives: safe_action/1, requires_confirmation/1.

safe_action("remove_bindings").

requires_confirmation("revoke_binding") :- escalates(_).
