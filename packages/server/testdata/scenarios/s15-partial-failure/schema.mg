# Services, and how they are.
# Trust level: schema. What clients send, and what the domain derives.

Decl service(Service)
  descr [doc("A service."), arg(Service, "the service"), direction("input")]
  bound [/name].

Decl health(Service, State)
  descr [
    doc("How a service is."),
    arg(Service, "the service"),
    arg(State, "/ok or /failing"),
    direction("both")
  ]
  bound [/name, /name].

Decl checked(Service)
  descr [doc("Somebody looked at the service."), arg(Service, "the service"), direction("both")]
  bound [/name].

# What the domain derives.

Decl unchecked(Service)
  descr [doc("Nobody looked at the service."), arg(Service, "the service"), open("domain")]
  bound [/name].

Decl bad(Service)
  descr [doc("The service fails."), arg(Service, "the service"), open("domain")]
  bound [/name].

Decl some_bad() descr [doc("Some service fails."), open("domain")].

Decl probe_order(Service, Position)
  descr [
    doc("When the probe of a service has its turn."),
    arg(Service, "the service"),
    arg(Position, "of its step"),
    open("domain")
  ]
  bound [/name, /number].

Decl probed(Service, State)
  descr [
    doc("A probe came to an end."),
    arg(Service, "the service"),
    arg(State, "as the probe told it"),
    open("domain")
  ]
  bound [/name, /any].
