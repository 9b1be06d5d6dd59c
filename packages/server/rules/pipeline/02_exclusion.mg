# Phase 2: what must not be in the answer, however relevant (Spec 10 §4.5; contract 2 of Spec 05 §3.2).
# Trust level: pipeline. Reads: prohibited/2 of policy, requires_capability/2, server_has_capability/1, incompatible/2,
# skeleton_tool/1, intent_text/2, macro_has_side_effect/2, window_closed/1 of the host. Derives: lacks_capability/1, client_restricted/1,
# yields_to_skeleton/1, prohibited/2, excluded/1.
# It reads nothing of later phases, so that no tool depends on its own absence.

lacks_capability(Tool) :- requires_capability(Tool, Capability), !server_has_capability(Capability).

# Clients may narrow their own answer.
client_restricted(Macro) :-
  intent_text("exclude_effects", Effect),
  macro_has_side_effect(Macro, Effect).
client_restricted(Tool) :- intent_text("exclude_tools", Tool).

# The tool yields to the skeleton, also if the other one is excluded itself (C-113).
yields_to_skeleton(Tool) :- incompatible(Tool, Other), skeleton_tool(Other).

prohibited(Tool, "client restriction") :- client_restricted(Tool).

excluded(Tool) :- prohibited(Tool, _).
excluded(Tool) :- lacks_capability(Tool).
excluded(Tool) :- window_closed(Tool).
excluded(Tool) :- yields_to_skeleton(Tool).
