# A ward for tests of proof hints and rule coverage.
# Trust level: schema.

Decl report(Place)
  descr [doc("Something was reported."), arg(Place, "where"), direction("input")]
  bound [/string].

Decl symptom(Place, Sign) temporal
  descr [doc("Something was seen."), arg(Place, "where"), arg(Sign, "what"), direction("both")]
  bound [/string, /string].

Decl mood(Word)
  descr [doc("How it feels. No rule reads it."), arg(Word, "any word"), direction("input")]
  bound [/string].

# The ward's own.

Decl ward(Place)
  descr [doc("A place that is known."), arg(Place, "its name")]
  bound [/string].

Decl cleared_place(Place)
  descr [doc("Policy lets the ward be entered."), arg(Place, "its name"), open("policy")]
  bound [/string].
