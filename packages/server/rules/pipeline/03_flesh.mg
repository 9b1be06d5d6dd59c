# Phase 3: further tools that are relevant (Spec 10 §4.5).
# Trust level: pipeline. Reads: intent_type/2, macro_tool/2, candidate/3, excluded/1, tool_relevant_to_intent/3,
# vector_similarity/3. Derives: offered/3.

offered(Tool, Score, "skeleton") :- candidate(Tool, Score, "skeleton"), !excluded(Tool).

# The level of an offer of the domain is a hint of its relevance (C-76).
offered(Macro, 55, "flesh") :- macro_tool(Macro, "condensed"), !excluded(Macro).
offered(Macro, 30, "flesh") :- macro_tool(Macro, "minimal"), !excluded(Macro).

offered(Tool, Score, "flesh") :-
  intent_type(_, Intent),
  tool_relevant_to_intent(Tool, Intent, Score),
  !excluded(Tool).

offered(Tool, Score, "flesh") :-
  intent_type(_, Intent),
  vector_similarity(Tool, Intent, Score),
  Score > 30,
  !excluded(Tool).
