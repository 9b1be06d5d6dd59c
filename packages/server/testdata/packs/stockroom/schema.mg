# A domain whose facts lie elsewhere: in a SQLite file that tests make, in PostgreSQL, on a server, behind a function.
# Trust level: schema.

Decl wanted(Site, Item)
  descr [
    doc("Something is wanted somewhere."),
    arg(Site, "where"),
    arg(Item, "what"),
    direction("input")
  ]
  bound [/string, /string].

Decl priced(Item)
  descr [doc("The price of this is asked for."), arg(Item, "what"), direction("input")]
  bound [/string].

Decl carrier(Carrier)
  descr [doc("A carrier that might be late."), arg(Carrier, "which"), direction("input")]
  bound [/string].

Decl question(Text)
  descr [doc("A question to a function."), arg(Text, "what"), direction("input")]
  bound [/string].

# For the rules only.

Decl stock(Site, Item, Units)
  descr [doc("What lies where."), external(), mode("+", "+", "-")]
  bound [/string, /string, /number].

Decl price(Item, Cents)
  descr [doc("What an item costs."), external(), mode("+", "-")]
  bound [/string, /number].

Decl delay(Carrier, Minutes)
  descr [doc("How late a carrier is."), external(), mode("+", "-")]
  bound [/string, /number].

Decl oracle(Question, Answer)
  descr [doc("Knows one answer."), external(), mode("+", "-")]
  bound [/string, /string].

Decl found(What, Value)
  descr [doc("What the sources say."), open("domain")]
  bound [/string, /number].
