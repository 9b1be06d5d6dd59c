# Which macro-tools need a privilege (Spec 08 §5.2).
# Trust level: policy. Reads: requires_privileged_facts/1, requires_privilege/2, client_has_privilege/1. Derives:
# requires_privilege/2, privilege_lacking/1, prohibited/2, sees_policy/0.

requires_privilege(Macro, "privileged_facts") :- requires_privileged_facts(Macro).

privilege_lacking(Macro) :- requires_privilege(Macro, Privilege), !client_has_privilege(Privilege).

# It is an exclusion, so that tools that depend on this one drop as well (C-123).
prohibited(Macro, "privilege") :- privilege_lacking(Macro).

# For everybody else a tool that policy keeps out has no name.
sees_policy() :- client_has_privilege("admin").
