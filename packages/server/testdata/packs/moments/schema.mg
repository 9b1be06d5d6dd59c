# A domain for tests of time: a tool for each operator and for the moment itself, offered when it holds, and one that
# gives back the evaluation time.
# Trust level: schema.

Decl event(Name) temporal
  descr [doc("Something holds for a time."), arg(Name, "what"), direction("input")]
  bound [/string].

Decl plain(Name)
  descr [doc("Something without a time."), arg(Name, "what"), direction("input")]
  bound [/string].
