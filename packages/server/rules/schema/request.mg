# What is asked, and by whom.
# Trust level: schema. Declares what the host states for one request. Only `disclosure_upgrade` may come from a client:
# it is the one predicate here with a direction.

Decl intent_type(Intent, Name)
  descr [
    doc("The intent that is evaluated (C-74)."),
    arg(Intent, "its handle"),
    one_of(Intent, "current"),
    arg(Name, "its name, as in the manifest"),
    kind(Name, "intent"),
    extensional()
  ]
  bound [/string, /string].

Decl intent_param(Intent, Key, Value)
  descr [
    doc("A parameter of the intent: data of the client. A list is stated once for each element."),
    arg(Intent, "the handle of the intent"),
    one_of(Intent, "current"),
    arg(Key, "the name of the parameter"),
    kind(Key, "text"),
    arg(Value, "the value, or one element of it"),
    extensional()
  ]
  bound [/string, /string, /any].

Decl intent_text(Key, Text)
  descr [
    doc("A parameter of the intent, or one element of it, that is text."),
    arg(Key, "the name of the parameter"),
    kind(Key, "text"),
    arg(Text, "the value"),
    kind(Text, "text"),
    open("pipeline")
  ]
  bound [/string, /string].

Decl context_value(Key, Value)
  descr [
    doc("The context of the request has this value; tool constraints are compared with it."),
    arg(Key, "what the value is about"),
    kind(Key, "text"),
    arg(Value, "the value"),
    open("domain")
  ]
  bound [/string, /any].

Decl eval_time(Time)
  descr [doc("The evaluation time, which `now` means."), arg(Time, "the instant"), extensional()]
  bound [/time].

Decl eval_time_ms(Millis)
  descr [
    doc("The evaluation time as a number, for rules that compare it with numbers."),
    arg(Millis, "milliseconds since 1970, rounded down"),
    extensional()
  ]
  bound [/number].

Decl disclosure_preference(Preference)
  descr [
    doc("How much the client wants to be told of each tool."),
    arg(Preference, "a level, or that the server decides"),
    one_of(Preference, "full", "condensed", "minimal", "adaptive"),
    extensional()
  ]
  bound [/string].

Decl disclosure_upgrade(MacroId)
  descr [
    doc("Asks for this macro-tool, or this skill, in full."),
    arg(MacroId, "the macro_id of an earlier response, or the id of a skill after \"skill:\""),
    kind(MacroId, "text"),
    direction("input")
  ]
  bound [/string].

Decl client_class(Class)
  descr [
    doc("What kind of client asks. An automated one is authenticated as well."),
    arg(Class, "the class of clients"),
    kind(Class, "class"),
    one_of(Class, "anonymous", "authenticated", "automated"),
    extensional(),
    open("pipeline")
  ]
  bound [/string].

Decl client_identity(Identity)
  descr [
    doc("Who asks, if authentication knows."),
    arg(Identity, "the name of the client"),
    kind(Identity, "identity"),
    extensional()
  ]
  bound [/string].

Decl client_has_privilege(Privilege)
  descr [
    doc("What authentication grants the client."),
    arg(Privilege, "the name of the privilege"),
    kind(Privilege, "privilege"),
    extensional()
  ]
  bound [/string].

Decl login_possible()
  descr [doc("The client could log in, or log in as somebody else."), extensional()].

Decl asserted_predicate(Predicate)
  descr [
    doc("The client asserts facts of this predicate in its request."),
    arg(Predicate, "the name of the predicate"),
    kind(Predicate, "sent predicate"),
    extensional()
  ]
  bound [/string].

# What is invoked; nothing of this holds while an intent is evaluated.

Decl invoked_macro(Macro)
  descr [
    doc("The macro-tool that is invoked."),
    arg(Macro, "the macro-tool"),
    kind(Macro, "tool"),
    extensional()
  ]
  bound [/string].

Decl issued_to_another()
  descr [
    doc("The macro-tool was issued to a client of the same name, with another class or other privileges."),
    extensional()
  ].
