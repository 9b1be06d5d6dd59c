# Phase 1: the tools that the intent calls for (Spec 10 §4.5; contract 1 of Spec 05 §3.2).
# Trust level: pipeline. Reads: intent_type/2, context_value/2, mandatory_for_intent/2, tool_serves_intent/2,
# tool_constraint/3, macro_tool/2. Derives: context_has_key/1, satisfied_constraint/2, blocked_by_context/1,
# candidate/3, skeleton_tool/1.

context_has_key(Key) :- context_value(Key, _).

satisfied_constraint(Key, Value) :- tool_constraint(_, Key, Value), context_value(Key, Value).

# Only another value blocks. A context that says nothing about the key leaves the tool alone.
blocked_by_context(Tool) :-
  tool_constraint(Tool, Key, Value),
  context_has_key(Key),
  !context_value(Key, Value).

candidate(Tool, 100, "skeleton") :- intent_type(_, Intent), mandatory_for_intent(Intent, Tool).

candidate(Tool, 90, "skeleton") :-
  intent_type(_, Intent),
  tool_serves_intent(Tool, Intent),
  tool_constraint(Tool, Key, Value),
  satisfied_constraint(Key, Value),
  !blocked_by_context(Tool).

# A macro-tool that the domain composed for this request (Spec 06 §3.2).
candidate(Macro, 100, "skeleton") :- macro_tool(Macro, "full").

skeleton_tool(Tool) :- candidate(Tool, _, "skeleton").
