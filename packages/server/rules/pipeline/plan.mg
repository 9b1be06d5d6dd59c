# What the plans behind macro-tools do. It is no phase: the phases and policy read it.
# Trust level: pipeline. Reads: macro_step/4, action_writes_file/1, action_makes_request/1, action_reversible/1,
# action_idempotent/1. Derives: macro_planned_action/2, macro_includes_action/2, action_request/3, action_effect/2,
# macro_planned_effect/2, macro_has_side_effect/2, macro_has_effect/1, macro_effect_label/2, macro_irreversible/1,
# macro_reversible/1, macro_unrepeatable/1, macro_idempotent/1.

macro_planned_action(Macro, Action) :- macro_step(Macro, _, Action, _).

macro_includes_action(Macro, Action) :- macro_planned_action(Macro, Action).

# Policy sees every action, also one that a domain includes without a step of the plan.
action_request(Action, Macro, Template) :- macro_step(Macro, _, Action, Template).
action_request(Action, Macro, {}) :-
  macro_includes_action(Macro, Action),
  !macro_planned_action(Macro, Action).

action_effect(Action, "filesystem") :- action_writes_file(Action).
action_effect(Action, "network") :- action_makes_request(Action).

# Every macro-tool is classified by the actions it includes (Spec 08 §4.1).
macro_planned_effect(Macro, Effect) :-
  macro_includes_action(Macro, Action),
  action_effect(Action, Effect),
  Effect != "none".

macro_has_side_effect(Macro, Effect) :- macro_planned_effect(Macro, Effect).

macro_has_effect(Macro) :- macro_has_side_effect(Macro, _).

macro_effect_label(Macro, Effect) :- macro_has_side_effect(Macro, Effect).
macro_effect_label(Macro, "none") :- macro_includes_action(Macro, _), !macro_has_effect(Macro).

# What changes nothing can always be undone; an effect that no action explains is taken for one that cannot.
macro_irreversible(Macro) :-
  macro_includes_action(Macro, Action),
  action_effect(Action, Effect),
  Effect != "none",
  !action_reversible(Action).
macro_irreversible(Macro) :-
  macro_has_side_effect(Macro, Effect),
  !macro_planned_effect(Macro, Effect).
macro_reversible(Macro) :- macro_includes_action(Macro, _), !macro_irreversible(Macro).

macro_unrepeatable(Macro) :- macro_includes_action(Macro, Action), !action_idempotent(Action).
macro_idempotent(Macro) :- macro_includes_action(Macro, _), !macro_unrepeatable(Macro).
