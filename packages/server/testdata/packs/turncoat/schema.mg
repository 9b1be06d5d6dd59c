# A domain with two tools that bear the mark of one set of rules, and whose evaluation takes a moment. Tests change the
# mark while requests are under way: no answer may have both.
# Trust level: schema.

Decl question(Question)
  descr [doc("What is considered."), arg(Question, "the question"), open("domain")]
  bound [/string].

Decl considered(Question, Answer)
  descr [
    doc("An answer after a moment."),
    arg(Question, "the question"),
    arg(Answer, "the answer"),
    external(),
    mode("+", "-")
  ]
  bound [/string, /string].
