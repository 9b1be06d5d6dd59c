# A domain for tests of skills: small and large ones, one that two tools need, one whose gate is closed.
# Trust level: schema.

Decl slow_query(Query, Millis)
  descr [
    doc("A query that takes long."),
    arg(Query, "which"),
    arg(Millis, "how long"),
    direction("input")
  ]
  bound [/string, /number].

Decl lock_wait(Table)
  descr [doc("Queries wait for a lock."), arg(Table, "the table"), direction("input")]
  bound [/string].

Decl wanted_skill(Skill)
  descr [
    doc("Asks for a skill that may not be there."),
    arg(Skill, "its id"),
    direction("input")
  ]
  bound [/string].

# For the rules only.

Decl very_slow(Query)
  descr [doc("A query that takes more than a second."), arg(Query, "which"), open("domain")]
  bound [/string].
