# A code base.
# Trust level: schema. What clients send, and what the domain derives.

Decl asked(Entity)
  descr [doc("The entity that is asked about."), arg(Entity, "the entity"), direction("input")]
  bound [/name].

Decl entity(Entity)
  descr [doc("An entity of the code base."), arg(Entity, "the entity"), direction("input")]
  bound [/name].

Decl served_by(Entity, Route)
  descr [
    doc("A route serves an entity."),
    arg(Entity, "the entity"),
    arg(Route, "the route"),
    direction("input")
  ]
  bound [/name, /string].

Decl client_calls(Function, Route)
  descr [
    doc("A function of the client calls a route."),
    arg(Function, "the function"),
    arg(Route, "the route"),
    direction("input")
  ]
  bound [/string, /string].

Decl component_uses(Component, Function)
  descr [
    doc("A component uses a function."),
    arg(Component, "its file"),
    arg(Function, "the function"),
    direction("input")
  ]
  bound [/string, /string].

Decl on_page(Component, Page)
  descr [
    doc("A component is on a page."),
    arg(Component, "its file"),
    arg(Page, "the path of the page"),
    direction("input")
  ]
  bound [/string, /string].

# What the domain derives.

Decl surface(Entity, Page)
  descr [
    doc("The entity can be seen on a page: five hops."),
    arg(Entity, "the entity"),
    arg(Page, "the path of the page"),
    open("domain")
  ]
  bound [/name, /string].

Decl touches(Entity, Component)
  descr [
    doc("A component has to do with an entity."),
    arg(Entity, "the entity"),
    arg(Component, "its file"),
    open("domain")
  ]
  bound [/name, /string].

Decl visible(Entity)
  descr [doc("The entity can be seen somewhere."), arg(Entity, "the entity"), open("domain")]
  bound [/name].

Decl hops(Paths)
  descr [
    doc("The paths of all entities, for the plan."),
    arg(Paths, "a struct for each path"),
    open("domain")
  ]
  bound [/any].
