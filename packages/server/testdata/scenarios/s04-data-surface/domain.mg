# S04: where an entity reaches the user.
# Trust level: domain. Reads: the facts of the client, final_selected/3. Derives: surface/2, two tools and what goes along
# with them. They only read, so nothing follows from their use.

surface(Entity, Page) :-
  entity(Entity),
  served_by(Entity, Route),
  client_calls(Function, Route),
  component_uses(Component, Function),
  on_page(Component, Page).

touches(Entity, Component) :-
  served_by(Entity, Route),
  client_calls(Function, Route),
  component_uses(Component, Function).

visible(Entity) :- surface(Entity, _).

hops(Paths) :-
  served_by(Entity, Route),
  client_calls(Function, Route),
  component_uses(Component, Function),
  on_page(Component, Page),
  Path = {/entity : Entity, /hops : [Route, Function, Component, Page]}
  |> do fn:group_by(),
     let Paths = fn:collect_distinct(Path).

# show_surface

tool_relevant_to_intent("show_surface", "find_data_surface", 90) :- asked(Entity), visible(Entity).

macro_description("show_surface", "Show the way of an entity to the pages where it can be seen.").
macro_param("show_surface", "entity", "string", /true).
macro_step("show_surface", 1, "list_surface", {/entity : {/arg : "entity"}, /paths : Paths}) :-
  hops(Paths).

needs_skill("show_surface", "ui_review") :-
  final_selected("show_surface", _, _),
  asked(Entity),
  visible(Entity).
needs_resource(Tool, Component, "has to do with the entity", 80) :-
  final_selected(Tool, _, _),
  asked(Entity),
  touches(Entity, Component).

# add_surface

tool_relevant_to_intent("add_surface", "find_data_surface", 70) :-
  asked(Entity),
  entity(Entity),
  !visible(Entity).
explain_absent("add_surface", "already shown on a page") :- asked(Entity), visible(Entity).

macro_description("add_surface", "Propose a page for an entity that cannot be seen.").
macro_step("add_surface", 1, "propose_surface", {/entity : {/fact : "asked", /column : 0}}).
