# A domain with a recursion through time that never ends: it is served without these rules, and says so. For tests of the
# state `degraded`.
# Trust level: schema.

Decl call(Caller) temporal
  descr [doc("Somebody calls."), arg(Caller, "who"), direction("input")]
  bound [/string].

Decl heard(Caller) temporal
  descr [doc("A call is heard, again and again."), arg(Caller, "who called"), open("domain")]
  bound [/string].
