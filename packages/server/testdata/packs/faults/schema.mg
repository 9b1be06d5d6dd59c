# A domain for tests of errors: rules that derive too much, take too long or never end, an oracle that throws, tools that
# fail, wait or need consent, and an intent that is allowed for ten minutes only.
# Trust level: schema.

Decl count_to(Value)
  descr [doc("Derives one fact more than this."), arg(Value, "how many"), direction("input")]
  bound [/number].

Decl number(Value)
  descr [doc("All triples of these are looked at."), arg(Value, "which"), direction("input")]
  bound [/number].

Decl sighting(Who) temporal
  descr [doc("Somebody is seen for a time."), arg(Who, "who"), direction("input")]
  bound [/string].

Decl pulse(Who) temporal
  descr [doc("A pulse is followed by another."), arg(Who, "whose"), direction("both"), open("domain")]
  bound [/string].

Decl stretch(Who) temporal
  descr [doc("Somebody stays ever longer."), arg(Who, "who"), direction("both"), open("domain")]
  bound [/string].

Decl opened(Desk) temporal
  descr [doc("A desk opens."), arg(Desk, "which"), direction("input")]
  bound [/string].

Decl question(Text)
  descr [doc("A question to the oracle."), arg(Text, "what"), direction("input")]
  bound [/string].

Decl divisor(Value)
  descr [doc("Something is divided by it."), arg(Value, "which"), direction("input")]
  bound [/number].

Decl rumor(Text)
  descr [doc("Nobody may say it."), arg(Text, "what"), direction("input")]
  bound [/string].

Decl verdict(Text)
  descr [doc("What the oracle said."), arg(Text, "what"), direction("output"), open("domain")]
  bound [/string].

# For the rules only.

Decl office_hours(Desk) temporal
  descr [doc("When a desk is open."), arg(Desk, "which")]
  bound [/string].

Decl seen(Who) temporal
  descr [doc("The same intervals as those of sighting."), arg(Who, "who"), open("domain")]
  bound [/string].

Decl shift(Desk) temporal
  descr [doc("A shift begins."), arg(Desk, "where"), open("domain")]
  bound [/string].

Decl oracle(Question, Answer)
  descr [
    doc("Answers some questions."),
    arg(Question, "the question"),
    arg(Answer, "the answer"),
    external(),
    mode("+", "-")
  ]
  bound [/string, /string].
