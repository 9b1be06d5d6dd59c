# A domain for tests of the data model: a predicate for each kind of value, tools that give a value back after a rule has
# seen it, and tools that tell what a rule takes a value for.
# Trust level: schema.

Decl given(Value)
  descr [doc("Any value."), arg(Value, "which"), direction("input")]
  bound [/any].

Decl whole(Value)
  descr [doc("A whole number."), arg(Value, "which"), direction("input")]
  bound [/number].

Decl real(Value)
  descr [doc("A float."), arg(Value, "which"), direction("input")]
  bound [/float64].

Decl text(Value)
  descr [doc("A string."), arg(Value, "which"), direction("input")]
  bound [/string].

Decl flag(Value)
  descr [doc("A truth value."), arg(Value, "which"), direction("input")]
  bound [/bool].

Decl place(Value)
  descr [doc("A name."), arg(Value, "which"), direction("input")]
  bound [/name].

Decl items(Value)
  descr [doc("A list."), arg(Value, "which"), direction("input")]
  bound [.List</any>].

Decl table(Value)
  descr [doc("A map."), arg(Value, "which"), direction("input")]
  bound [.Map</string, /any>].

Decl signal()
  descr [doc("Says that it is there."), direction("input")].

Decl distance(From, ToPlace, LengthKm)
  descr [
    doc("How far it is."),
    arg(From, "from here"),
    arg(ToPlace, "to there"),
    arg(LengthKm, "in kilometers"),
    direction("input")
  ]
  bound [/string, /string, /number].

Decl route(From, ToPlace, Stops)
  descr [
    doc("A way between places."),
    arg(From, "from here"),
    arg(ToPlace, "to there"),
    arg(Stops, "how many"),
    direction("input")
  ]
  bound [/name, /name, /number].

# Both variables have the same name on the wire, so there is none.
Decl twins(AB, Ab)
  descr [doc("Two texts that cannot be named."), arg(AB, "one"), arg(Ab, "the other"), direction("input")]
  bound [/string, /string].

# 128 characters.
Decl n_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_x(Value)
  descr [doc("The longest name."), arg(Value, "a text"), direction("input")]
  bound [/string].

Decl period(Name) temporal
  descr [doc("Something holds for a time."), arg(Name, "what"), direction("input")]
  bound [/string].

Decl remark(Text)
  descr [doc("Said by clients and by rules."), arg(Text, "what"), direction("both"), open("domain")]
  bound [/string].

Decl summary(Text)
  descr [doc("Said by rules only."), arg(Text, "what"), direction("output"), open("domain")]
  bound [/string].

# For the rules only.

Decl secret(Text)
  descr [doc("Never heard of outside."), arg(Text, "what"), open("domain")]
  bound [/string].

