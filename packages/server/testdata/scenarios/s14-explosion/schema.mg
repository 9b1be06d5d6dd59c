# Numbers.
# Trust level: schema. What clients send, and what the domain derives.

Decl n(X)
  descr [doc("A number."), arg(X, "a number"), direction("input")]
  bound [/number].

# What the domain derives.

Decl pair(A, B)
  descr [doc("Two numbers."), arg(A, "a number"), arg(B, "a number"), open("domain")]
  bound [/number, /number].

Decl quad(A, B, C, D)
  descr [
    doc("Four numbers. Clients know of it, so that an error may name it."),
    arg(A, "a number"),
    arg(B, "a number"),
    arg(C, "a number"),
    arg(D, "a number"),
    direction("output"),
    open("domain")
  ]
  bound [/number, /number, /number, /number].
