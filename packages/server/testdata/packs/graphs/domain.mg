# What clients say of tools becomes what the kernel is told of them.
# Trust level: domain. Reads: the facts of the client. Derives: all that a domain may say about tools.

tool_relevant_to_intent(Tool, Intent, Score) :- g_relevant(Tool, Intent, Score).
vector_similarity(Tool, Intent, Score) :- g_vector(Tool, Intent, Score).
mandatory_for_intent(Intent, Tool) :- g_mandatory(Intent, Tool).
macro_tool(Tool, Level) :- g_macro(Tool, Level).
tool_serves_intent(Tool, Intent) :- g_serves(Tool, Intent).
tool_constraint(Tool, Key, Value) :- g_constraint(Tool, Key, Value).
context_value(Key, Value) :- g_context(Key, Value).
tool_requires(Tool, Other) :- g_requires(Tool, Other).
conflicts_with(Tool, Other) :- g_conflicts(Tool, Other).
incompatible(Tool, Other) :- g_incompatible(Tool, Other).
requires_capability(Tool, Capability) :- g_needs(Tool, Capability).

macro_step(Tool, Position, Action, {}) :- g_step(Tool, Position, Action).
macro_description(Tool, Text) :- g_about(Tool, Text).
macro_param(Tool, Name, "string", /true) :- g_param(Tool, Name).
macro_instruction(Tool, Position, Text) :- g_hint(Tool, Position, Text).
needs_skill(Tool, Skill) :- g_skill(Tool, Skill).
needs_resource(Tool, Uri, "named by the client", Priority) :- g_resource(Tool, Uri, Priority).
