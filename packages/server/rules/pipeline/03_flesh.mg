# Phase 3: further tools that are relevant (Spec 10 §4.5), and of all of them those that are relevant enough.
# Trust level: pipeline. Reads: intent_type/2, macro_tool/2, candidate/3, excluded/1, tool_relevant_to_intent/3,
# vector_similarity/3, disclosure_threshold/2. Derives: relevance/3, offered/3, offered_tool/1.

relevance(Tool, Score, "skeleton") :- candidate(Tool, Score, "skeleton").

# The level of an offer of the domain is a hint of its relevance (C-76).
relevance(Macro, 55, "flesh") :- macro_tool(Macro, "condensed").
relevance(Macro, 30, "flesh") :- macro_tool(Macro, "minimal").

relevance(Tool, Score, "flesh") :-
  intent_type(_, Intent),
  tool_relevant_to_intent(Tool, Intent, Score),
  Score <= 100.

relevance(Tool, Score, "flesh") :-
  intent_type(_, Intent),
  vector_similarity(Tool, Intent, Score),
  Score > 30,
  Score <= 100.

# Nothing is more relevant than what the intent calls for.
relevance(Tool, 100, "flesh") :-
  intent_type(_, Intent),
  tool_relevant_to_intent(Tool, Intent, Score),
  Score > 100.
relevance(Tool, 100, "flesh") :-
  intent_type(_, Intent),
  vector_similarity(Tool, Intent, Score),
  Score > 100.

# What is below the floor is left out whatever the client prefers (C-29). It is left out here, so that it brings no
# prerequisites into the answer and wins no conflict.
offered(Tool, Score, Phase) :-
  relevance(Tool, Score, Phase),
  disclosure_threshold("minimal", Floor),
  Score >= Floor,
  !excluded(Tool).

offered_tool(Tool) :- offered(Tool, _, _).
