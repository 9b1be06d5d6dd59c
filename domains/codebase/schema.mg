# How data gets from storage to pages.
# Trust level: schema. Predicates with a direction are in the manifest; the others are the domain's own.

# From the client.

Decl current_file(File)
  descr [doc("The file that the client has open."), arg(File, "its path"), direction("input")]
  bound [/string].

Decl arango_collection(Collection, Kind, Documents)
  descr [
    doc("A collection of the database. Recorded ones are in facts/, clients may know of others."),
    arg(Collection, "its name"),
    arg(Kind, "\"document\" or \"edge\""),
    arg(Documents, "how many documents it holds"),
    direction("input")
  ]
  bound [/string, /string, /number].

# The topology of the code, in facts/.

Decl data_entity(Entity, Collection)
  descr [
    doc("An entity that the code knows."),
    arg(Entity, "the name of its type"),
    arg(Collection, "the collection that it is stored in")
  ]
  bound [/string, /string].

Decl data_served_by(Entity, Endpoint)
  descr [
    doc("An endpoint serves an entity."),
    arg(Entity, "the entity"),
    arg(Endpoint, "the path at the API")
  ]
  bound [/string, /string].

Decl sdk_calls_endpoint(Function, Endpoint)
  descr [
    doc("A function of the SDK calls an endpoint."),
    arg(Function, "the function"),
    arg(Endpoint, "the path at the API")
  ]
  bound [/string, /string].

Decl component_uses_sdk(Component, Function)
  descr [
    doc("A component calls a function of the SDK."),
    arg(Component, "the file of the component"),
    arg(Function, "the function")
  ]
  bound [/string, /string].

Decl component_renders(Component, Inner)
  descr [
    doc("A component has another one inside."),
    arg(Component, "the file of the outer component"),
    arg(Inner, "the file of the inner component")
  ]
  bound [/string, /string].

Decl page_renders(Page, Component)
  descr [
    doc("A page has a component on it."),
    arg(Page, "the route of the page"),
    arg(Component, "the file of the component")
  ]
  bound [/string, /string].

# What the domain derives for everybody.

Decl derived_surface(Entity, Page)
  descr [
    doc("An entity can be seen on a page."),
    arg(Entity, "the entity"),
    arg(Page, "the route of the page"),
    direction("output"),
    open("domain")
  ]
  bound [/string, /string].

Decl ghost_collection(Collection)
  descr [
    doc("The code uses a collection that the database does not have."),
    arg(Collection, "its name"),
    direction("output"),
    open("domain")
  ]
  bound [/string].

Decl orphan_arango_collection(Collection, Kind, Documents)
  descr [
    doc("The database has a collection that the code does not use."),
    arg(Collection, "its name"),
    arg(Kind, "\"document\" or \"edge\""),
    arg(Documents, "how many documents it holds"),
    direction("output"),
    open("domain")
  ]
  bound [/string, /string, /number].

# And for itself.

Decl component_on_page(Component, Page)
  descr [
    doc("A component is on a page, itself or inside of others."),
    arg(Component, "the file of the component"),
    arg(Page, "the route of the page"),
    open("domain")
  ]
  bound [/string, /string].

Decl surface_path(Entity, Endpoint, Function, Component, Page)
  descr [
    doc("The way of an entity to a page."),
    arg(Entity, "the entity"),
    arg(Endpoint, "the path at the API"),
    arg(Function, "the function of the SDK"),
    arg(Component, "the file of the component"),
    arg(Page, "the route of the page"),
    open("domain")
  ]
  bound [/string, /string, /string, /string, /string].

Decl surface_paths(Entity, Paths)
  descr [
    doc("All ways of an entity to pages."),
    arg(Entity, "the entity"),
    arg(Paths, "a struct for each"),
    open("domain")
  ]
  bound [/string, /any].

Decl has_surface(Entity)
  descr [doc("An entity can be seen somewhere."), arg(Entity, "the entity"), open("domain")]
  bound [/string].

Decl asked_entity(Entity)
  descr [doc("The entity that is asked about."), arg(Entity, "the entity"), open("domain")]
  bound [/string].

Decl component_page_count(Component, Pages)
  descr [
    doc("On how many pages a component is."),
    arg(Component, "the file of the component"),
    arg(Pages, "their number"),
    open("domain")
  ]
  bound [/string, /number].

Decl pages_share_component(Page, Other, Component)
  descr [
    doc("Two pages have a component in common."),
    arg(Page, "the route of a page"),
    arg(Other, "the route of another page"),
    arg(Component, "the file of the component"),
    open("domain")
  ]
  bound [/string, /string, /string].

Decl component_reuse_candidate(Entity, Component, Pages)
  descr [
    doc("A component that has proven itself could show an entity that nothing shows."),
    arg(Entity, "the entity"),
    arg(Component, "the file of the component"),
    arg(Pages, "on how many pages it is already"),
    open("domain")
  ]
  bound [/string, /string, /number].

Decl reuse_candidates(Entity, Components)
  descr [
    doc("All candidates for an entity."),
    arg(Entity, "the entity"),
    arg(Components, "the files of the components"),
    open("domain")
  ]
  bound [/string, .List</string>].

Decl has_code_collection(Collection)
  descr [doc("The code uses a collection."), arg(Collection, "its name"), open("domain")]
  bound [/string].

Decl has_arango_collection(Collection)
  descr [doc("The database has a collection."), arg(Collection, "its name"), open("domain")]
  bound [/string].

Decl storage_drift(Kind, Collection)
  descr [
    doc("A collection that only one side knows."),
    arg(Kind, "\"ghost\" or \"orphan\""),
    arg(Collection, "its name"),
    open("domain")
  ]
  bound [/string, /string].

Decl drift_report(Entries)
  descr [
    doc("All that only one side knows, if there is anything."),
    arg(Entries, "a struct for each collection"),
    open("domain")
  ]
  bound [/any].

Decl orphan_documents(Documents)
  descr [
    doc("How many documents the code has forgotten, if it has forgotten collections."),
    arg(Documents, "their number"),
    open("domain")
  ]
  bound [/number].
