# S15: a fan-out whose steps may fail.
# Trust level: domain. Reads: the facts of the client, step_result/5. Derives: two tools, and what follows from their use.

unchecked(Service) :- service(Service), !checked(Service).

bad(Service) :- health(Service, /failing).
some_bad() :- bad(_).

# check_all: a probe for each service that nobody looked at. One that fails does not stop the others.

tool_relevant_to_intent("check_all", "check_services", 90) :- unchecked(_).

probe_order(/auth, 1).
probe_order(/search, 2).
probe_order(/mail, 3).

macro_description("check_all", "Look at every service that nobody has looked at.").
macro_step("check_all", Position, "probe", {/service : Service}) :-
  unchecked(Service),
  probe_order(Service, Position).
macro_step_optional("check_all", Position) :- probe_order(_, Position).

# Nothing is said about a service whose probe failed.
probed(Service, State) :-
  step_result("check_all", Position, "probe", "success", Result),
  probe_order(Service, Position),
  :match_field(Result, /state, State).

emit_assert("checked", [Service]) :- probed(Service, _).
emit_assert("health", [Service, /ok]) :- probed(Service, "ok").
emit_assert("health", [Service, /failing]) :- probed(Service, "failing").

# open_incident

tool_relevant_to_intent("open_incident", "check_services", 94) :- bad(_).
explain_absent("open_incident", "no failing service known") :- service(_), !some_bad().

macro_description("open_incident", "Open an incident for a service that fails.").
macro_step("open_incident", 1, "write_incident", {/service : {/fact : "bad", /column : 0}}).

suggest_intent("check_services", {}, "Some service was not reached.") :-
  step_result("check_all", _, "probe", "failure", _).
