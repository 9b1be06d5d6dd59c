# What follows from an invocation.
# Trust level: schema. The first two are stated by the host when the plan has run; the rest is for domains.

Decl step_result(Macro, Position, Action, Status, Value)
  descr [
    doc("What a step of the plan gave."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Position, "the position of the step"),
    arg(Action, "the action"),
    kind(Action, "registered action"),
    arg(Status, "how it ended"),
    one_of(Status, "success", "failure", "skipped"),
    arg(Value, "the result"),
    extensional()
  ]
  bound [/string, /number, /string, /string, /any].

Decl macro_arg(Macro, Name, Value)
  descr [
    doc("An argument that the caller gave."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    arg(Name, "the name of the parameter"),
    kind(Name, "parameter"),
    arg(Value, "the value"),
    extensional()
  ]
  bound [/string, /string, /any].

Decl emit_assert(Predicate, Args)
  descr [
    doc("The client should add this fact to its state."),
    arg(Predicate, "the name of the predicate"),
    kind(Predicate, "told predicate"),
    arg(Args, "its arguments"),
    open("domain")
  ]
  bound [/string, .List</any>].

Decl emit_retract(Predicate, Args)
  descr [
    doc("The client should drop the facts that match."),
    arg(Predicate, "the name of the predicate"),
    kind(Predicate, "told predicate"),
    arg(Args, "its arguments; /any matches everything"),
    open("domain")
  ]
  bound [/string, .List</any>].

Decl suggest_intent(Intent, Params, Why)
  descr [
    doc("A question that is worth asking next."),
    arg(Intent, "the name of the intent"),
    kind(Intent, "intent"),
    arg(Params, "its parameters, a struct"),
    arg(Why, "what it is good for"),
    kind(Why, "text"),
    open("domain")
  ]
  bound [/string, /any, /string].

Decl allowed_suggestion(Intent, Params, Why)
  descr [
    doc("A suggestion that the client may follow (C-89)."),
    arg(Intent, "the name of the intent"),
    kind(Intent, "intent"),
    arg(Params, "its parameters, a struct"),
    arg(Why, "what it is good for"),
    kind(Why, "text"),
    open("policy")
  ]
  bound [/string, /any, /string].

Decl continuation_fact(Predicate, Args)
  descr [
    doc("A fact to send along with the next intent."),
    arg(Predicate, "the name of the predicate"),
    kind(Predicate, "sent predicate"),
    arg(Args, "its arguments"),
    open("domain")
  ]
  bound [/string, .List</any>].
