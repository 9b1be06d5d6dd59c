# A domain for tests of validity: a tool for each way in which rules look at time, each about facts of its own name.
# Trust level: schema.

Decl seen(Tool) temporal
  descr [
    doc("Something was seen that speaks for a tool."),
    arg(Tool, "the tool"),
    direction("input")
  ]
  bound [/string].

Decl upcoming(Tool) temporal
  descr [
    doc("Something will be, and a tool is for it or against it."),
    arg(Tool, "the tool"),
    direction("input")
  ]
  bound [/string].

Decl wanted(Tool)
  descr [doc("Asks for a tool."), arg(Tool, "which"), direction("input")]
  bound [/string].

# For the rules only.

Decl blocked(Tool)
  descr [
    doc("Something that is close speaks against the tool."),
    arg(Tool, "which"),
    open("domain")
  ]
  bound [/string].

Decl lasting(Tool) temporal
  descr [doc("What was seen counts for a minute longer."), arg(Tool, "the tool"), open("domain")]
  bound [/string].
