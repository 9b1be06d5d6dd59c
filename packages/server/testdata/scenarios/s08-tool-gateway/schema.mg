# Tools of servers.
# Trust level: schema. What clients send, and what the domain derives.

Decl server(Server, State)
  descr [
    doc("A server, and how it is."),
    arg(Server, "its name"),
    arg(State, "\"connected\" or \"down\""),
    direction("input")
  ]
  bound [/string, /string].

Decl tool(Tool, Server)
  descr [
    doc("A tool of a server."),
    arg(Tool, "its name"),
    arg(Server, "the server that has it"),
    direction("input")
  ]
  bound [/string, /string].

Decl can(Tool, Capability)
  descr [
    doc("What a tool can do."),
    arg(Tool, "its name"),
    arg(Capability, "such as history"),
    direction("input")
  ]
  bound [/string, /string].

Decl similarity(Tool, Score)
  descr [
    doc("How similar a tool is to the intent by its texts."),
    arg(Tool, "its name"),
    arg(Score, "from 0 to 100"),
    direction("input")
  ]
  bound [/string, /number].

Decl intent_needs(Capability)
  descr [doc("What the intent needs."), arg(Capability, "such as history"), direction("input")]
  bound [/string].

# What the domain derives.

Decl up(Tool)
  descr [doc("The server of the tool is connected."), arg(Tool, "its name"), open("domain")]
  bound [/string].

Decl wanted(Tool)
  descr [doc("The tool can do what the intent needs."), arg(Tool, "its name"), open("domain")]
  bound [/string].

Decl score(Tool, Score)
  descr [
    doc("How relevant a tool is that can be used."),
    arg(Tool, "its name"),
    arg(Score, "a whole number from 0 to 100"),
    open("domain")
  ]
  bound [/string, /number].
