# What this domain talks about.
# Trust level: schema. Predicates with a direction are in the manifest; the others are the domain's own.

# Sent by clients: direction("input").

Decl watched_service(Service)
  descr [
    doc("The service that the client asks about."),
    arg(Service, "its name, such as shop"),
    direction("input")
  ]
  bound [/string].

# `temporal`: each fact says when it holds.
Decl alert(Service, Kind) temporal
  descr [
    doc("A monitor raised an alert."),
    arg(Service, "the service"),
    arg(Kind, "what is wrong, such as slow"),
    direction("input")
  ]
  bound [/string, /string].

# The domain's own data, in facts/.

Decl service(Service, Owner)
  descr [doc("A service that we run."), arg(Service, "its name"), arg(Owner, "the team")]
  bound [/string, /string].
