# S10: the change window, at the evaluation time.
# Trust level: domain. Reads: the facts of the client, intent_type/2. Derives: a tool. It lapses when the window closes or
# a freeze begins; the server finds that out by itself.

open_now(Service) :- change_window(Service)@[now].
frozen_now(Service) :- freeze(Service)@[now].

deployable(Service) :-
  service(Service),
  open_now(Service),
  !frozen_now(Service).
blocked(Service) :- service(Service), !deployable(Service).

tool_relevant_to_intent("deploy", "deploy_service", 90) :- deployable(_).

explain_absent("deploy", "change freeze") :- frozen_now(_).
explain_absent("deploy", "outside the change window") :- blocked(Service), !frozen_now(Service).

macro_description("deploy", "Deploy a service.").
macro_param("deploy", "service", "string", /true).
macro_step("deploy", 1, "roll_out", {/service : {/arg : "service"}}).
