# A desk for tests of security. Its policy permits intents by class and by identity, facts by class, and actions one by
# one; its tools have every kind of effect. What lies outside is a server of the test: `outside` in facts/ names its
# address in a copy of this pack, and without it nothing outside is ever asked.
# Trust level: schema.

Decl note(Text)
  descr [doc("Something the client wants to say."), arg(Text, "any text"), direction("input")]
  bound [/string].

Decl alarm(Place)
  descr [doc("Something is wrong somewhere."), arg(Place, "where"), direction("input")]
  bound [/string].

Decl sighting(Text) temporal
  descr [doc("Something was seen."), arg(Text, "what"), direction("input")]
  bound [/string].

Decl finding(Text)
  descr [
    doc("What the desk concludes."),
    arg(Text, "a sentence"),
    direction("output"),
    open("domain")
  ]
  bound [/string].

# The desk's own.

Decl trusted_text(Text)
  descr [doc("A text that opens the back door."), arg(Text, "the text")]
  bound [/string].

Decl outside(Address)
  descr [doc("Where the outside can be asked."), arg(Address, "an address of HTTP")]
  bound [/string].

Decl clearance(Address, Identity, Level)
  descr [
    doc("What a client is cleared for, as the outside says."),
    arg(Address, "where to ask"),
    arg(Identity, "the client"),
    arg(Level, "low or high"),
    external(),
    mode("+", "+", "-")
  ]
  bound [/string, /string, /string].

Decl wait_for_leave(Address, Answer)
  descr [
    doc("What the outside says, as soon as it says something."),
    arg(Address, "where to ask"),
    arg(Answer, "its answer"),
    external(),
    mode("+", "-")
  ]
  bound [/string, /string].
