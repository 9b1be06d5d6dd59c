# What goes along with a selected macro-tool.
# Trust level: schema. Open to domains; their rules should ask for `final_selected`, so that nothing is sent for a tool
# that is not (Spec 06 §4.3).

Decl needs_skill(Macro, Skill)
  descr [
    doc("The skill is needed to use the macro-tool."),
    arg(Macro, "the macro-tool"),
    arg(Skill, "the id of the skill, the name of its folder"),
    open("domain")
  ]
  bound [/string, /string].

Decl needs_resource(Macro, Uri, Relevance, Priority)
  descr [
    doc("A resource that helps to use the macro-tool."),
    arg(Macro, "the macro-tool"),
    arg(Uri, "where it is; a bare path is a file"),
    arg(Relevance, "why it helps"),
    arg(Priority, "from 0 to 100"),
    open("domain")
  ]
  bound [/string, /string, /string, /number].
