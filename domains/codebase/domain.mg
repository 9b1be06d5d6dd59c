# Where data surfaces, where it could, and where code and database disagree.
# Trust level: domain. Reads: intent_text/2, intent_type/2, the facts of the client, the topology of the code. Derives:
# derived_surface/2, ghost_collection/1, orphan_arango_collection/3 and what they follow from, the tools and what goes
# along with them.

# From storage to pages.

# Components are inside of components, to any depth.
component_on_page(Component, Page) :- page_renders(Page, Component).
component_on_page(Inner, Page) :-
  component_on_page(Component, Page),
  component_renders(Component, Inner).

# Five hops: entity, endpoint, SDK, component, page.
surface_path(Entity, Endpoint, Function, Component, Page) :-
  data_entity(Entity, _),
  data_served_by(Entity, Endpoint),
  sdk_calls_endpoint(Function, Endpoint),
  component_uses_sdk(Component, Function),
  component_on_page(Component, Page).

derived_surface(Entity, Page) :- surface_path(Entity, _, _, _, Page).

has_surface(Entity) :- derived_surface(Entity, _).

# Plans take one value: all paths as a list.
surface_paths(Entity, Paths) :-
  surface_path(Entity, Endpoint, Function, Component, Page),
  Path = {/endpoint : Endpoint, /function : Function, /component : Component, /page : Page}
  |> do fn:group_by(Entity),
     let Paths = fn:collect_distinct(Path).

# What could be reused.

component_page_count(Component, Pages) :-
  component_on_page(Component, Page)
  |> do fn:group_by(Component),
     let Pages = fn:count().

pages_share_component(Page, Other, Component) :-
  component_on_page(Component, Page),
  component_on_page(Component, Other),
  Page != Other.

component_reuse_candidate(Entity, Component, Pages) :-
  data_entity(Entity, _),
  !has_surface(Entity),
  component_page_count(Component, Pages),
  Pages >= 2.

reuse_candidates(Entity, Components) :-
  component_reuse_candidate(Entity, Component, _)
  |> do fn:group_by(Entity),
     let Components = fn:collect_distinct(Component).

# Where code and database disagree.

has_code_collection(Collection) :- data_entity(_, Collection).
has_arango_collection(Collection) :- arango_collection(Collection, _, _).

ghost_collection(Collection) :- has_code_collection(Collection), !has_arango_collection(Collection).
orphan_arango_collection(Collection, Kind, Documents) :-
  arango_collection(Collection, Kind, Documents),
  !has_code_collection(Collection).

storage_drift("ghost", Collection) :- ghost_collection(Collection).
storage_drift("orphan", Collection) :- orphan_arango_collection(Collection, _, _).

drift_report(Entries) :-
  storage_drift(Kind, Collection),
  Entry = {/kind : Kind, /collection : Collection}
  |> do fn:group_by(),
     let Entries = fn:collect_distinct(Entry).

orphan_documents(Documents) :-
  orphan_arango_collection(_, _, Count)
  |> do fn:group_by(),
     let Documents = fn:sum(Count).

# show_data_surface: the entity can be seen.

asked_entity(Entity) :- intent_text("entity", Entity), data_entity(Entity, _).

mandatory_for_intent("find_data_surface", "show_data_surface") :-
  asked_entity(Entity),
  derived_surface(Entity, _).

explain_absent("show_data_surface", "no such entity is known") :-
  intent_text("entity", Entity),
  !data_entity(Entity, _).

macro_description("show_data_surface", "Show the way of the entity from its endpoint to the pages where it can be seen.").
macro_param("show_data_surface", "page", "string", /false).
macro_step("show_data_surface", 1, "describe_surface", {/entity : Entity, /paths : Paths, /page : {/arg : "page"}}) :-
  asked_entity(Entity),
  surface_paths(Entity, Paths).

macro_instruction("show_data_surface", 1, Text) :-
  asked_entity(Entity),
  component_page_count(Component, Pages),
  surface_path(Entity, _, _, Component, _),
  Pages >= 2,
  Text = fn:string:concat(Component, " is on ", Pages, " pages; a change of it changes all of them.").

needs_skill("show_data_surface", "shared-components") :-
  asked_entity(Entity),
  surface_path(Entity, _, _, Component, _),
  pages_share_component(_, _, Component).

needs_resource("show_data_surface", Uri, "Renders the entity", 80) :-
  asked_entity(Entity),
  surface_path(Entity, _, _, Component, _),
  !current_file(Component),
  Uri = fn:string:concat("file://", Component).
needs_resource("show_data_surface", Uri, "Renders the entity, and is open", 100) :-
  asked_entity(Entity),
  surface_path(Entity, _, _, Component, _),
  current_file(Component),
  Uri = fn:string:concat("file://", Component).

# add_data_surface: it cannot, and there is something to build on.

mandatory_for_intent("find_data_surface", "add_data_surface") :-
  asked_entity(Entity),
  component_reuse_candidate(Entity, _, _).

explain_absent("add_data_surface", "already shown on a page") :-
  asked_entity(Entity),
  has_surface(Entity).

macro_description("add_data_surface", "Propose how to show an entity that no page shows, with components that are there.").
macro_step("add_data_surface", 1, "propose_component", {/entity : Entity, /components : Components}) :-
  asked_entity(Entity),
  reuse_candidates(Entity, Components).

needs_resource("add_data_surface", Uri, Relevance, 70) :-
  asked_entity(Entity),
  component_reuse_candidate(Entity, Component, Pages),
  Uri = fn:string:concat("file://", Component),
  Relevance = fn:string:concat("Could be reused: it is on ", Pages, " pages").

# review_storage_drift: collections that only one side knows.

mandatory_for_intent("check_storage_drift", "review_storage_drift") :- storage_drift(_, _).

explain_absent("review_storage_drift", "code and database know the same collections") :-
  intent_type(_, "check_storage_drift"),
  !storage_drift(_, _).

macro_description("review_storage_drift", "List the collections that only the code or only the database knows.").
macro_step("review_storage_drift", 1, "report_drift", {/entries : Entries}) :-
  drift_report(Entries).

macro_instruction("review_storage_drift", 1, Text) :-
  orphan_documents(Documents),
  Documents > 0,
  Text = fn:string:concat("Nobody reads ", Documents, " documents any more; ask before they are removed.").

# What is worth asking next.

suggest_intent("check_storage_drift", {}, "An entity without a page may be stored for nobody.") :-
  step_result("add_data_surface", _, _, "success", _).
