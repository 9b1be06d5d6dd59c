# Whether a macro-tool that was issued may still be run, and by whom (Spec 08 §2.3, INV-044, C-50).
# Trust level: policy. Reads: invoked_macro/1, issued_to_another/0, prohibited/2, tool_needs/2. Derives:
# invocation_blocked/1, invocation_refusal/1.
#
# An invocation brings no facts of the client, and none are kept (C-34). So the host asks only for what holds whatever
# these were: it leaves out every rule that reads them, at first or second hand, behind a negation or a `do`. What is left
# can lack conclusions and never has one too many.
#
# - A veto that follows from base facts, the principal, the intent, its parameters or the plan holds at each invocation.
# - A veto that needs a fact of the client was decided when the intent was evaluated, and that stands.
# - A permission is asked for behind a negation (`!permitted(…)`, `!intent_allowed(…)`). It is asked again if none of its
#   rules reads facts of the client; if one does, it may have been given because of them, and what was decided stands.
#
# What the plan itself is (`macro_step`, `macro_includes_action`, `macro_has_side_effect`) is known of the plan.

invocation_blocked(Macro) :- invoked_macro(Macro), prohibited(Macro, _).

# It would not be offered, either (C-123).
invocation_blocked(Macro) :-
  invoked_macro(Macro),
  tool_needs(Macro, Prerequisite),
  prohibited(Prerequisite, _).

# Who was offered the tool knows of it. Everybody else learns nothing, not even that there is one.
invocation_refusal("macro_not_found") :- invocation_blocked(_), issued_to_another().
invocation_refusal("macro_expired") :- invocation_blocked(_), !issued_to_another().
