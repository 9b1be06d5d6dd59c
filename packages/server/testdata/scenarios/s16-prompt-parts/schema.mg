# Parts of a prompt.
# Trust level: schema. What clients send, and what the domain derives.

Decl part(Part)
  descr [doc("A part."), arg(Part, "the part, which is a skill"), direction("input")]
  bound [/string].

Decl mandatory(Part)
  descr [
    doc("The part is always there."),
    arg(Part, "the part, which is a skill"),
    direction("input")
  ]
  bound [/string].

Decl hit(Part, Score)
  descr [
    doc("How well a part fits."),
    arg(Part, "the part, which is a skill"),
    arg(Score, "from 0 to 100"),
    direction("input")
  ]
  bound [/string, /number].

Decl conflicts(Part, Other)
  descr [
    doc("Two parts do not go together; the weaker one leaves."),
    arg(Part, "the part, which is a skill"),
    arg(Other, "another part"),
    direction("input")
  ]
  bound [/string, /string].

Decl requires(Part, Needed)
  descr [
    doc("A part is of no use without another one."),
    arg(Part, "the part, which is a skill"),
    arg(Needed, "another part"),
    direction("input")
  ]
  bound [/string, /string].

# What the domain derives.

Decl part_candidate(Part, Score)
  descr [
    doc("A part that fits well enough."),
    arg(Part, "the part, which is a skill"),
    arg(Score, "from 0 to 100"),
    open("domain")
  ]
  bound [/string, /number].

Decl known(Part)
  descr [doc("The part is a candidate."), arg(Part, "the part, which is a skill"), open("domain")]
  bound [/string].

Decl loses(Part)
  descr [
    doc("The part is in conflict with a stronger one."),
    arg(Part, "the part, which is a skill"),
    open("domain")
  ]
  bound [/string].

Decl lacks(Part)
  descr [
    doc("A part that it requires is no candidate."),
    arg(Part, "the part, which is a skill"),
    open("domain")
  ]
  bound [/string].

Decl kept(Part)
  descr [
    doc("The part is in the prompt."),
    arg(Part, "the part, which is a skill"),
    open("domain")
  ]
  bound [/string].

Decl kept_parts(Parts)
  descr [doc("All parts of the prompt."), arg(Parts, "the parts"), open("domain")]
  bound [.List</string>].
