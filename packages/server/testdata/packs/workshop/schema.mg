# A domain for tests of messages and transports: its tools wait, count, fail and answer at length, and its rules can be
# made to derive as much, and to take as long, as a test needs.
# Trust level: schema.

Decl note(Text)
  descr [doc("Something that is written down."), arg(Text, "what"), direction("input")]
  bound [/string].

Decl amount(Value)
  descr [doc("A whole number."), arg(Value, "which"), direction("input")]
  bound [/number].

Decl count_to(Value)
  descr [
    doc("Derives this many facts, and takes its time for it."),
    arg(Value, "how many"),
    direction("input")
  ]
  bound [/number].

Decl machine_on(Machine) temporal
  descr [doc("A machine is running."), arg(Machine, "which"), direction("both")]
  bound [/string].

# For the rules only.

Decl counted(Value)
  descr [
    doc("A number up to the one that is counted to."),
    arg(Value, "the number"),
    open("domain")
  ]
  bound [/number].

Decl machine_seen(Machine) temporal
  descr [doc("The same intervals as those of machine_on."), arg(Machine, "which"), open("domain")]
  bound [/string].

Decl measurement(Machine, Value)
  descr [doc("What was measured."), arg(Machine, "where"), arg(Value, "how much"), open("domain")]
  bound [/string, /number].

Decl note_count(Count)
  descr [doc("How many notes there are."), arg(Count, "the number"), open("domain")]
  bound [/number].

Decl double_amount(Value)
  descr [doc("Twice an amount."), arg(Value, "the double"), open("domain")]
  bound [/number].

Decl measured(Machine, Value)
  descr [
    doc("The current measurement of a machine."),
    arg(Machine, "which"),
    arg(Value, "how much"),
    external(),
    mode("+", "-")
  ]
  bound [/string, /number].

Decl doubled(Value, Double)
  descr [
    doc("Twice a number."),
    arg(Value, "the number"),
    arg(Double, "its double"),
    external(),
    mode("+", "-")
  ]
  bound [/number, /number].
