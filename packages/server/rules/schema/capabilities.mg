# What the server has, and what tools are for, need and exclude.
# Trust level: schema. The first group is stated by the host, the second is for domains. Tools are the names of
# macro-tools throughout.

Decl tool_registered(Action)
  descr [
    doc("The pack implements this action."),
    arg(Action, "the name of the action"),
    kind(Action, "registered action"),
    extensional()
  ]
  bound [/string].

Decl action_description(Action, Text)
  descr [
    doc("What an action does, in its own words."),
    arg(Action, "the name of the action"),
    kind(Action, "registered action"),
    arg(Text, "the description"),
    kind(Text, "text"),
    extensional()
  ]
  bound [/string, /string].

Decl action_idempotent(Action)
  descr [
    doc("To run the action again changes nothing."),
    arg(Action, "the name of the action"),
    kind(Action, "registered action"),
    extensional()
  ]
  bound [/string].

Decl action_reversible(Action)
  descr [
    doc("What the action does can be undone."),
    arg(Action, "the name of the action"),
    kind(Action, "registered action"),
    extensional()
  ]
  bound [/string].

Decl disclosure_threshold(Level, Score)
  descr [
    doc("From which score on a tool is shown at a level, where the client leaves that to the server."),
    arg(Level, "the level; below the last one a tool is not offered"),
    kind(Level, "level"),
    arg(Score, "from 0 to 100"),
    extensional()
  ]
  bound [/string, /number].

Decl server_has_capability(Capability)
  descr [
    doc("A feature of this server."),
    arg(Capability, "its name, such as \"temporal\""),
    kind(Capability, "feature"),
    extensional()
  ]
  bound [/string].

Decl server_config(Key, Value)
  descr [
    doc("What the configuration says."),
    arg(Key, "the key"),
    one_of(Key, "name", "version", "domain"),
    arg(Value, "the value"),
    kind(Value, "text"),
    extensional()
  ]
  bound [/string, /string].

Decl name_before(Name, Other)
  descr [
    doc("The first name stands before the second by code point; rules cannot order strings."),
    arg(Name, "the earlier name"),
    kind(Name, "text"),
    arg(Other, "the later name"),
    kind(Other, "text"),
    external(),
    mode("+", "+")
  ]
  bound [/string, /string].

Decl has_capability(Tool, Capability)
  descr [
    doc("What a tool can do."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Capability, "the ability, in words of the domain"),
    kind(Capability, "text"),
    open("domain")
  ]
  bound [/string, /string].

Decl mandatory_for_intent(Intent, Tool)
  descr [
    doc("The tool is always part of the answer to this intent: skeleton, score 100."),
    arg(Intent, "the name of the intent"),
    kind(Intent, "intent"),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    open("domain")
  ]
  bound [/string, /string].

Decl tool_serves_intent(Tool, Intent)
  descr [
    doc("A tool with constraints is considered for this intent: skeleton, score 90, if a constraint is satisfied."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Intent, "the name of the intent"),
    kind(Intent, "intent"),
    open("domain")
  ]
  bound [/string, /string].

Decl tool_constraint(Tool, Key, Value)
  descr [
    doc("The tool fits where the context has this value for the key, and not where it has only others."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Key, "what the value is about"),
    kind(Key, "text"),
    arg(Value, "the value that fits"),
    open("domain")
  ]
  bound [/string, /string, /any].

Decl tool_relevant_to_intent(Tool, Intent, Score)
  descr [
    doc("How relevant a tool is to an intent."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Intent, "the name of the intent"),
    kind(Intent, "intent"),
    arg(Score, "from 0 to 100"),
    open("domain")
  ]
  bound [/string, /string, /number].

Decl vector_similarity(Tool, Intent, Score)
  descr [
    doc("How similar a tool is to an intent by their texts; counts above 30."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Intent, "the name of the intent"),
    kind(Intent, "intent"),
    arg(Score, "from 0 to 100"),
    open("domain")
  ]
  bound [/string, /string, /number].

Decl tool_requires(Tool, Prerequisite)
  descr [
    doc("The tool is of no use without the other one."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Prerequisite, "the tool that it needs"),
    kind(Prerequisite, "tool"),
    open("domain")
  ]
  bound [/string, /string].

Decl requires_capability(Tool, Capability)
  descr [
    doc("The tool works only where the server has the feature."),
    arg(Tool, "the tool"),
    kind(Tool, "tool"),
    arg(Capability, "a feature, as in server_has_capability"),
    kind(Capability, "feature"),
    open("domain")
  ]
  bound [/string, /string].

Decl conflicts_with(Tool, Other)
  descr [
    doc("The two tools serve the same purpose, so only one of them may be in an answer. It counts in both directions."),
    arg(Tool, "a tool"),
    kind(Tool, "tool"),
    arg(Other, "another tool"),
    kind(Other, "tool"),
    open("domain")
  ]
  bound [/string, /string].

Decl incompatible(Tool, Other)
  descr [
    doc("The tool yields where the other one is in the skeleton (C-113)."),
    arg(Tool, "the tool that yields"),
    kind(Tool, "tool"),
    arg(Other, "the tool that it yields to"),
    kind(Other, "tool"),
    open("domain")
  ]
  bound [/string, /string].
