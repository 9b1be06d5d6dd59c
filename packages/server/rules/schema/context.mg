# What goes along with a macro-tool.
# Trust level: schema. Domains say what a tool needs; the pipeline keeps what selected tools need.

Decl needs_skill(Macro, Skill)
  descr [
    doc("The skill is needed to use the macro-tool."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Skill, "the id of the skill, the name of its folder"),
    kind(Skill, "skill"),
    open("domain")
  ]
  bound [/string, /string].

Decl needs_resource(Macro, Uri, Relevance, Priority)
  descr [
    doc("A resource that helps to use the macro-tool."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Uri, "where it is; a bare path is a file"),
    kind(Uri, "text"),
    arg(Relevance, "why it helps"),
    kind(Relevance, "text"),
    arg(Priority, "from 0 to 100"),
    open("domain")
  ]
  bound [/string, /string, /string, /number].

Decl required_skill(Macro, Skill)
  descr [
    doc("The skill goes along: the macro-tool is in the answer and needs it."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Skill, "the id of the skill"),
    kind(Skill, "skill"),
    open("pipeline")
  ]
  bound [/string, /string].

Decl context_resource(Macro, Uri, Relevance, Priority)
  descr [
    doc("The resource goes along: the macro-tool is in the answer and needs it."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Uri, "where it is"),
    kind(Uri, "text"),
    arg(Relevance, "why it helps"),
    kind(Relevance, "text"),
    arg(Priority, "from 0 to 100"),
    open("pipeline")
  ]
  bound [/string, /string, /string, /number].
