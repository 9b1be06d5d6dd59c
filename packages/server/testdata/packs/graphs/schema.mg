# Every predicate stands for one of the kernel's, so that a client can describe any set of tools by facts.
# Trust level: schema.

Decl g_relevant(Tool, Intent, Score)
  descr [
    doc("Rules say that a tool is relevant."),
    arg(Tool, "the tool"),
    arg(Intent, "to which intent"),
    arg(Score, "how much"),
    direction("input")
  ]
  bound [/string, /string, /number].

Decl g_vector(Tool, Intent, Score)
  descr [
    doc("A tool resembles an intent."),
    arg(Tool, "the tool"),
    arg(Intent, "the intent"),
    arg(Score, "how much"),
    direction("input")
  ]
  bound [/string, /string, /number].

Decl g_mandatory(Intent, Tool)
  descr [
    doc("A tool belongs to an intent."),
    arg(Intent, "the intent"),
    arg(Tool, "the tool"),
    direction("input")
  ]
  bound [/string, /string].

Decl g_macro(Tool, Level)
  descr [
    doc("The domain offers a tool whatever the intent is."),
    arg(Tool, "the tool"),
    arg(Level, "full, condensed or minimal"),
    direction("input")
  ]
  bound [/string, /string].

Decl g_serves(Tool, Intent)
  descr [
    doc("A tool with constraints is considered for an intent."),
    arg(Tool, "the tool"),
    arg(Intent, "the intent"),
    direction("input")
  ]
  bound [/string, /string].

Decl g_constraint(Tool, Key, Value)
  descr [
    doc("A tool fits where the context has a value."),
    arg(Tool, "the tool"),
    arg(Key, "of the context"),
    arg(Value, "that it should have"),
    direction("input")
  ]
  bound [/string, /string, /string].

Decl g_context(Key, Value)
  descr [
    doc("The context has a value."),
    arg(Key, "the key"),
    arg(Value, "the value"),
    direction("input")
  ]
  bound [/string, /string].

Decl g_requires(Tool, Other)
  descr [
    doc("A tool has a prerequisite."),
    arg(Tool, "the tool"),
    arg(Other, "its prerequisite"),
    direction("input")
  ]
  bound [/string, /string].

Decl g_conflicts(Tool, Other)
  descr [
    doc("Two tools serve the same purpose."),
    arg(Tool, "one"),
    arg(Other, "the other one"),
    direction("input")
  ]
  bound [/string, /string].

Decl g_incompatible(Tool, Other)
  descr [
    doc("A tool yields to one of the skeleton."),
    arg(Tool, "the tool"),
    arg(Other, "to which it yields"),
    direction("input")
  ]
  bound [/string, /string].

Decl g_needs(Tool, Capability)
  descr [
    doc("A tool needs a capability of the server."),
    arg(Tool, "the tool"),
    arg(Capability, "which"),
    direction("input")
  ]
  bound [/string, /string].

Decl g_step(Tool, Position, Action)
  descr [
    doc("A tool is made of an action."),
    arg(Tool, "the tool"),
    arg(Position, "of the step"),
    arg(Action, "what it does"),
    direction("input")
  ]
  bound [/string, /number, /string].

Decl g_prohibited(Tool)
  descr [doc("Policy forbids a tool."), arg(Tool, "the tool"), direction("input")]
  bound [/string].

Decl g_privilege(Tool, Privilege)
  descr [
    doc("Policy keeps a tool for clients with a privilege."),
    arg(Tool, "the tool"),
    arg(Privilege, "which"),
    direction("input")
  ]
  bound [/string, /string].

Decl g_about(Tool, Text)
  descr [
    doc("What a tool is for."),
    arg(Tool, "the tool"),
    arg(Text, "the description"),
    direction("input")
  ]
  bound [/string, /string].

Decl g_param(Tool, Name)
  descr [
    doc("A tool takes an argument."),
    arg(Tool, "the tool"),
    arg(Name, "of the argument"),
    direction("input")
  ]
  bound [/string, /string].

Decl g_hint(Tool, Position, Text)
  descr [
    doc("How a tool is to be used."),
    arg(Tool, "the tool"),
    arg(Position, "in the instructions"),
    arg(Text, "one of them"),
    direction("input")
  ]
  bound [/string, /number, /string].

Decl g_skill(Tool, Skill)
  descr [
    doc("A tool needs a skill."),
    arg(Tool, "the tool"),
    arg(Skill, "which"),
    direction("input")
  ]
  bound [/string, /string].

Decl g_resource(Tool, Uri, Priority)
  descr [
    doc("A tool needs a resource."),
    arg(Tool, "the tool"),
    arg(Uri, "where it is"),
    arg(Priority, "from 0 to 100"),
    direction("input")
  ]
  bound [/string, /string, /number].
