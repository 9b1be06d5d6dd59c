# S01 and S02: console errors, and the requests behind them.
# Trust level: domain. Reads: the facts of the client, final_selected/3, step_result/5, macro_arg/3. Derives: two tools,
# what goes along with them, and what follows from their use.

failed(Id, Url, Status, At) :-
  response(Id, Status, At),
  Status >= 500,
  request(Id, _, Url, _).

caused(Text, Id, Url) :-
  console(/error, Text, Seen),
  failed(Id, Url, _, At),
  At <= Seen,
  Delay = fn:minus(Seen, At),
  Delay <= 2000.

explained(Text) :- caused(Text, _, _).
loose(Text) :- console(/error, Text, _), !explained(Text).

has_cause() :- explained(_).
has_loose() :- loose(_).

# diagnose_failed_request

tool_relevant_to_intent("diagnose_failed_request", "diagnose_error", 95) :- has_cause().

macro_description("diagnose_failed_request", "Find out why a request failed that explains an error.").
macro_param("diagnose_failed_request", "request_id", "string", /true).
macro_step("diagnose_failed_request", 1, "read_response_body", {/request_id : {/arg : "request_id"}}).
macro_step("diagnose_failed_request", 2, "read_server_log", {/request_id : {/arg : "request_id"}}).
macro_step("diagnose_failed_request", 3, "name_cause", {/status : {/step : 1, /path : "status"}, /lines : {/step : 2, /path : "lines"}, /console : {/fact : "explained", /column : 0}}).

needs_skill("diagnose_failed_request", "read_http_failure") :-
  final_selected("diagnose_failed_request", _, _),
  has_cause().
needs_resource("diagnose_failed_request", Url, "the request that failed", 90) :-
  final_selected("diagnose_failed_request", _, _),
  caused(_, _, Url).

emit_assert("diagnosed", [Id, Cause]) :-
  step_result("diagnose_failed_request", 3, "name_cause", "success", Result),
  macro_arg("diagnose_failed_request", "request_id", Id),
  :match_field(Result, /cause, Cause).

# inspect_console

tool_relevant_to_intent("inspect_console", "diagnose_error", 60) :- has_loose().
explain_absent("inspect_console", "every console error is explained by a failed request") :-
  has_cause(),
  !has_loose().

macro_description("inspect_console", "Find the place in the source that an error comes from.").
macro_param("inspect_console", "level", "string", /true).
macro_step("inspect_console", 1, "fetch_stack", {/level : {/arg : "level"}}).
macro_step("inspect_console", 2, "map_frame", {/frame : {/step : 1, /path : "frame"}}).

emit_assert("console_seen", [At]) :-
  step_result("inspect_console", 2, "map_frame", "success", _),
  console(/error, _, At).
