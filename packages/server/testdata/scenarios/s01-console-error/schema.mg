# What a browser saw.
# Trust level: schema. What clients send, and what the domain derives.

Decl request(Id, Method, Url, At)
  descr [
    doc("The page sent a request."),
    arg(Id, "the id of the request"),
    arg(Method, "such as POST"),
    arg(Url, "the address"),
    arg(At, "when it began, in milliseconds"),
    direction("input")
  ]
  bound [/string, /string, /string, /number].

Decl response(Id, Status, At)
  descr [
    doc("A request was answered."),
    arg(Id, "the id of the request"),
    arg(Status, "the HTTP status"),
    arg(At, "when it came, in milliseconds"),
    direction("input")
  ]
  bound [/string, /number, /number].

Decl console(Level, Text, At)
  descr [
    doc("The console said something."),
    arg(Level, "such as /error"),
    arg(Text, "what it said"),
    arg(At, "when, in milliseconds"),
    direction("input")
  ]
  bound [/name, /string, /number].

Decl diagnosed(Id, Cause)
  descr [
    doc("Why a request failed."),
    arg(Id, "the id of the request"),
    arg(Cause, "such as backend_503"),
    direction("both")
  ]
  bound [/string, /string].

Decl console_seen(At)
  descr [
    doc("Somebody looked at what the console said."),
    arg(At, "when it was said, in milliseconds"),
    direction("both")
  ]
  bound [/number].

# What the domain derives.

Decl failed(Id, Url, Status, At)
  descr [
    doc("The server failed."),
    arg(Id, "the id of the request"),
    arg(Url, "the address"),
    arg(Status, "the HTTP status"),
    arg(At, "when the response came"),
    open("domain")
  ]
  bound [/string, /string, /number, /number].

Decl caused(Text, Id, Url)
  descr [
    doc("A request failed at most two seconds before the console spoke."),
    arg(Text, "what the console said"),
    arg(Id, "the id of the request"),
    arg(Url, "its address"),
    open("domain")
  ]
  bound [/string, /string, /string].

Decl explained(Text)
  descr [
    doc("A failed request explains the error."),
    arg(Text, "what the console said"),
    open("domain")
  ]
  bound [/string].

Decl loose(Text)
  descr [doc("Nothing explains the error."), arg(Text, "what the console said"), open("domain")]
  bound [/string].

Decl has_cause() descr [doc("Some error is explained."), open("domain")].

Decl has_loose() descr [doc("Some error is not explained."), open("domain")].
