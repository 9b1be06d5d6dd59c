# What goes along with the tools of the answer (Spec 06 §4.3, §5). It is no phase.
# Trust level: pipeline. Reads: final_selected/3, needs_skill/2, needs_resource/4, macro_description/2, macro_step/4,
# action_description/2. Derives: required_skill/2, context_resource/4, macro_has_description/1, macro_text/3.

# A tool without a description of its own is described by its actions.
macro_has_description(Macro) :- macro_description(Macro, _).

macro_text(Macro, 0, Text) :- macro_description(Macro, Text).
macro_text(Macro, Position, Text) :-
  macro_step(Macro, Position, Action, _),
  action_description(Action, Text),
  !macro_has_description(Macro).

# Whatever a domain says a tool needs, it goes along only if the tool does.
required_skill(Macro, Skill) :- needs_skill(Macro, Skill), final_selected(Macro, _, _).

# A resource without a reason helps nobody, and stays behind.
context_resource(Macro, Uri, Relevance, Priority) :-
  needs_resource(Macro, Uri, Relevance, Priority),
  final_selected(Macro, _, _),
  Relevance != "",
  Priority >= 0,
  Priority <= 100.
context_resource(Macro, Uri, Relevance, 100) :-
  needs_resource(Macro, Uri, Relevance, Priority),
  final_selected(Macro, _, _),
  Relevance != "",
  Priority > 100.
context_resource(Macro, Uri, Relevance, 0) :-
  needs_resource(Macro, Uri, Relevance, Priority),
  final_selected(Macro, _, _),
  Relevance != "",
  Priority < 0.
