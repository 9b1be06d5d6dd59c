# A domain for tests of what macro-tools are made of: plans, schemas, safety and context.
# Trust level: schema.

Decl console_error(Id, Text)
  descr [
    doc("The page reports an error."),
    arg(Id, "its number"),
    arg(Text, "what it says"),
    direction("input")
  ]
  bound [/string, /string].

Decl failed_request(Url)
  descr [doc("A request of the page failed."), arg(Url, "which"), direction("input")]
  bound [/string].

Decl backend_log(Service)
  descr [doc("There is a log of a service."), arg(Service, "which"), direction("input")]
  bound [/string].

Decl component(File, Weight)
  descr [
    doc("A part of the page that may be to blame."),
    arg(File, "its source"),
    arg(Weight, "how likely"),
    direction("input")
  ]
  bound [/string, /number].

Decl stale_cache(Name)
  descr [doc("A cache holds old data."), arg(Name, "which"), direction("input")]
  bound [/string].

Decl remark(Tool, Order, Text)
  descr [
    doc("Something to tell the user of a tool."),
    arg(Tool, "the tool"),
    arg(Order, "of several remarks"),
    arg(Text, "what"),
    direction("input")
  ]
  bound [/string, /number, /string].

# For the rules only.

Decl has_error() descr [doc("The page reports some error."), open("domain")].

Decl has_backend_log() descr [doc("There is some log of a service."), open("domain")].
