# S12: nobody loses a role without a question.
# Trust level: policy. Reads: escalates/1 of the domain. Derives: requires_confirmation/1.

requires_confirmation("revoke_binding") :- escalates(_).
