# Services, and when they may change.
# Trust level: schema. What clients send, and what the domain derives.

Decl service(Service)
  descr [doc("A service."), arg(Service, "the service"), direction("input")]
  bound [/name].

Decl change_window(Service) temporal
  descr [
    doc("The service may change, during the time of the fact."),
    arg(Service, "the service"),
    direction("input")
  ]
  bound [/name].

Decl freeze(Service) temporal
  descr [
    doc("The service must not change, during the time of the fact."),
    arg(Service, "the service"),
    direction("input")
  ]
  bound [/name].

# What the domain derives.

Decl open_now(Service)
  descr [doc("The change window is open."), arg(Service, "the service"), open("domain")]
  bound [/name].

Decl frozen_now(Service)
  descr [doc("There is a freeze."), arg(Service, "the service"), open("domain")]
  bound [/name].

Decl deployable(Service)
  descr [doc("The service can be deployed."), arg(Service, "the service"), open("domain")]
  bound [/name].

Decl blocked(Service)
  descr [doc("The service cannot be deployed."), arg(Service, "the service"), open("domain")]
  bound [/name].
