# Which actions may run (Spec 08 §2.2). Permission is default-deny as soon as a pack's policy lists what is safe.
# Trust level: policy. Reads: action_request/3, safe_action/1, safe_action/3, dangerous_content/3, policy_defines/1.
# Derives: safe_action/3, permitted/3, policy_lists_actions/0, prohibited/2.

# That policy lists actions is a fact about its text. If it were read from what its rules derive, a request for which
# they happen to derive nothing would be permitted everything.
policy_lists_actions() :- policy_defines("permitted").
policy_lists_actions() :- policy_defines("safe_action").

safe_action(Action, Target, Payload) :-
  safe_action(Action),
  action_request(Action, Target, Payload).

permitted(Action, Target, Payload) :-
  action_request(Action, Target, Payload),
  safe_action(Action, Target, Payload),
  !dangerous_content(Action, Target, Payload).
permitted(Action, Target, Payload) :-
  action_request(Action, Target, Payload),
  !policy_lists_actions(),
  !dangerous_content(Action, Target, Payload).

# A plan with an action that may not run is no tool, and nobody learns of it (C-50).
prohibited(Macro, "policy") :-
  action_request(Action, Macro, Payload),
  !permitted(Action, Macro, Payload).

# A veto holds, whatever else permits the action.
prohibited(Macro, "policy") :-
  dangerous_content(Action, Macro, Payload),
  action_request(Action, Macro, Payload).
