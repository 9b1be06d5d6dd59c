# Actions, and who approved them.
# Trust level: schema. What clients send, and what the domain derives.

Decl want(Action, Target)
  descr [
    doc("Somebody wants an action."),
    arg(Action, "the action"),
    arg(Target, "what it is done to"),
    direction("input")
  ]
  bound [/string, /string].

Decl safe(Action)
  descr [doc("The action does no harm."), arg(Action, "the action"), direction("input")]
  bound [/string].

Decl destructive(Action)
  descr [doc("The action cannot be undone."), arg(Action, "the action"), direction("input")]
  bound [/string].

Decl approved(Action, Target, By)
  descr [
    doc("Somebody approved an action."),
    arg(Action, "the action"),
    arg(Target, "what it is done to"),
    arg(By, "who approved it"),
    direction("input")
  ]
  bound [/string, /string, /string].

# What the domain derives.

Decl has_ok(Action, Target)
  descr [
    doc("The action is approved."),
    arg(Action, "the action"),
    arg(Target, "what it is done to"),
    open("domain")
  ]
  bound [/string, /string].

Decl allowed(Action, Target)
  descr [
    doc("The action may be done."),
    arg(Action, "the action"),
    arg(Target, "what it is done to"),
    open("domain")
  ]
  bound [/string, /string].

Decl readable_file(Path)
  descr [doc("A file that may be read."), arg(Path, "its path"), open("domain")]
  bound [/string].

Decl deletable_branch(Branch)
  descr [doc("A branch that may be deleted."), arg(Branch, "its name"), open("domain")]
  bound [/string].
