# Which diagnosis fits what the browser saw, and what it is made of.
# Trust level: domain. Reads: intent_type/2, the facts of the client, the recordings and what is known about errors,
# step_result/5, macro_arg/3. Derives: the conditions of the tools, the tools, and what follows from their use.

# What the facts say.

has_console_errors() :- console_event(_, "error", _, _)@[At].

# A look back of five minutes: older logs say nothing about an error of now.
has_docker_logs() :- <-[0s, 5m] docker_log(_, _, _).

succeeded(Session, Request) :- net_response(Session, Request, Status), Status < 400.

# Suspected is what was under way in the five seconds before an error of the same session, unless it went well.
causal_chain_candidate(Request, Message) :-
  console_event(Session, "error", Message, _)@[At],
  net_request(Session, Request, _, _, _)@[Start, End],
  Before = fn:time:add(At, fn:duration:parse("-5s")),
  :interval:overlaps(fn:pair(Start, End), fn:pair(Before, At)),
  !succeeded(Session, Request).

# A request failed if its response says so. A suspect counts as well: often there is no response to tell.
has_failed_request() :-
  net_request(Session, Request, _, _, _)@[At],
  net_response(Session, Request, Status),
  Status >= 400.
has_failed_request() :- causal_chain_candidate(_, _).

failed_request(Request, Method, Path, Status) :-
  net_request(Session, Request, Method, Url, _)@[At],
  net_response(Session, Request, Status),
  Status >= 400,
  api_origin(Origin),
  :string:starts_with(Url, Origin),
  Path = fn:string:replace(Url, Origin, "", 1).

suspected_kind(Request, Kind, Advice) :-
  causal_chain_candidate(Request, Message),
  error_kind(Kind, Advice),
  :string:starts_with(Message, Kind).

error_session(Session) :- console_event(Session, "error", _, _)@[At].

known_error(Error, Component) :-
  console_event(Session, "error", Message, _)@[At],
  recorded_error(Error, Session, Message, Component, _).

# diagnose_causal_chain, a chain of four actions: from the request that failed to the error. Its texts are made of the
# facts at hand.

mandatory_for_intent("diagnose_error", "diagnose_causal_chain") :-
  has_console_errors(),
  has_failed_request(),
  causal_chain_candidate(_, _).

macro_description("diagnose_causal_chain", Text) :-
  suspected_kind(_, Kind, _),
  Text = fn:string:concat("Analyze the causal chain from the failed API request to the console ", Kind, ", including network timing and DOM impact.").
macro_param("diagnose_causal_chain", "error_id", "string", /true).
macro_param("diagnose_causal_chain", "include_network", "boolean", /false).
macro_step("diagnose_causal_chain", 1, "query_console_errors", {/error_id : {/arg : "error_id"}}).
macro_step("diagnose_causal_chain", 2, "correlate_network", {/error : {/step : 1}, /include_network : {/arg : "include_network"}}).
macro_step("diagnose_causal_chain", 3, "trace_dom_impact", {/error : {/step : 1}, /requests : {/step : 2, /path : "requests"}}).
macro_step("diagnose_causal_chain", 4, "derive_root_cause", {/error : {/step : 1}, /requests : {/step : 2, /path : "requests"}, /impact : {/step : 3}}).

macro_instruction("diagnose_causal_chain", 1, Text) :-
  suspected_kind(Request, Kind, _),
  failed_request(Request, Method, Path, Status),
  Text = fn:string:concat("Correlate the ", Method, " ", Path, " ", Status, " response with the subsequent ", Kind, ".").
macro_instruction("diagnose_causal_chain", 2, Advice) :- suspected_kind(_, _, Advice).

# full_stack_diagnosis and frontend_diagnosis, one or the other: the plan depends on what there is to look at.

macro_tool("full_stack_diagnosis", "full") :-
  intent_type(_, "diagnose_error"),
  has_console_errors(),
  has_failed_request(),
  has_docker_logs().

macro_description("full_stack_diagnosis", "Follow an error from the page through its requests into the logs of the backend.").
macro_param("full_stack_diagnosis", "error_id", "string", /true).
macro_param_doc("full_stack_diagnosis", "error_id", "The id of the recorded error, such as console-error-3.").
macro_step("full_stack_diagnosis", 1, "query_console_errors", {/error_id : {/arg : "error_id"}}).
macro_step("full_stack_diagnosis", 2, "correlate_network", {/error : {/step : 1}}).
macro_step("full_stack_diagnosis", 3, "read_container_log", {/error : {/step : 1}}).
macro_step("full_stack_diagnosis", 4, "derive_root_cause", {/error : {/step : 1}, /requests : {/step : 2, /path : "requests"}, /log : {/step : 3, /path : "lines"}}).

macro_instruction("full_stack_diagnosis", 1, Text) :-
  known_error(Error, Component),
  Text = fn:string:concat("The error of ", Component, " is recorded as ", Error, ".").
needs_skill("full_stack_diagnosis", "container-logs") :- has_docker_logs().

macro_tool("frontend_diagnosis", "full") :-
  intent_type(_, "diagnose_error"),
  has_console_errors(),
  !has_docker_logs().

macro_description("frontend_diagnosis", "Find the component behind an error and the data that it renders.").
macro_param("frontend_diagnosis", "error_id", "string", /true).
macro_param_doc("frontend_diagnosis", "error_id", "The id of the recorded error, such as console-error-3.").
macro_step("frontend_diagnosis", 1, "query_console_errors", {/error_id : {/arg : "error_id"}}).
macro_step("frontend_diagnosis", 2, "trace_dom_impact", {/error : {/step : 1}}).
macro_step("frontend_diagnosis", 3, "derive_root_cause", {/error : {/step : 1}, /impact : {/step : 2}}).

macro_instruction("frontend_diagnosis", 1, Text) :-
  known_error(Error, Component),
  Text = fn:string:concat("The error of ", Component, " is recorded as ", Error, ".").
macro_instruction("frontend_diagnosis", 2, Text) :-
  current_url(Url),
  Text = fn:string:concat("No request is suspected; look at what ", Url, " renders.").
needs_skill("frontend_diagnosis", "react-best-practices") :- project_uses_react().
needs_resource("frontend_diagnosis", Uri, "The component that the error names", 90) :-
  known_error(_, Component),
  component_source(Component, File, _),
  Uri = fn:string:concat("file://", File).

# observe_console, a single action in simpler words.

macro_tool("observe_console", "full") :- intent_type(_, "diagnose_error"), has_console_errors().
macro_tool("observe_console", "full") :- intent_type(_, "observe"), error_session(_).

macro_description("observe_console", "List what the console of the session said.").
macro_param("observe_console", "level", "string", /false).
macro_step("observe_console", 1, "list_console", {/session : {/fact : "error_session", /column : 0}, /level : {/arg : "level"}}).

# Where one diagnosis contains the other, the smaller one yields. These are no conflicts: of two rivals with equal
# scores the name would decide, and here the scope has to.
incompatible("diagnose_causal_chain", "full_stack_diagnosis").
incompatible("frontend_diagnosis", "diagnose_causal_chain").
incompatible("observe_console", "diagnose_causal_chain").
incompatible("observe_console", "frontend_diagnosis").
incompatible("observe_console", "full_stack_diagnosis").

# propose_fix, once there is a diagnosis. It writes nothing; the patch is the answer.

macro_tool("propose_fix", "full") :-
  intent_type(_, "fix_error"),
  fix_candidate(File, Fix),
  cause_fix(_, File, Fix, _).

macro_description("propose_fix", "Write the patch that repairs a diagnosed error.").
macro_param("propose_fix", "file", "string", /true).
macro_param("propose_fix", "fix", "string", /true).
macro_step("propose_fix", 1, "draft_fix", {/file : {/arg : "file"}, /fix : {/arg : "fix"}}).

macro_instruction("propose_fix", 1, Text) :-
  fix_candidate(File, Fix),
  cause_fix(Cause, File, Fix, _),
  Text = fn:string:concat("For ", Cause, " there is ", Fix, " in ", File, ".").

# What follows from a diagnosis.

diagnosis(Error, Cause) :-
  step_result(Macro, _, "derive_root_cause", "success", Result),
  macro_arg(Macro, "error_id", Error),
  :match_field(Result, /cause, Cause).

emit_assert("diagnosed_error", [Error, Cause]) :- diagnosis(Error, Cause).
emit_assert("fix_candidate", [File, Fix]) :- diagnosis(_, Cause), cause_fix(Cause, File, Fix, _).
emit_retract("undiagnosed_error", [Error]) :- diagnosis(Error, _).

suggest_intent("fix_error", {/file : File, /fix_type : Fix}, "The diagnosed root cause has a straightforward fix.") :-
  diagnosis(_, Cause),
  cause_fix(Cause, File, Fix, _).
suggest_intent("observe", {/focus : "network"}, "Other requests may fail for the same reason.") :-
  diagnosis(_, "missing_route").

continuation_fact(Predicate, Args) :- emit_assert(Predicate, Args).
