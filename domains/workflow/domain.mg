# Which phases are ready, what can be done about them, and what whoever does it has to know.
# Trust level: domain. Reads: intent_text/2, the facts of the client, the specifications, step_result/5, macro_arg/3.
# Derives: ready_phase/4 and what it follows from, the tools, their context, and what follows from their use.

# What a phase is made of.

has_backend_step(Spec, Phase) :- step(Spec, Phase, _, "backend", _).
has_frontend_step(Spec, Phase) :- step(Spec, Phase, _, "frontend", _).

needs_file(Spec, Phase, File) :-
  step(Spec, Phase, _, Type, _),
  step_reads(Type, Kind),
  spec_file(Spec, Kind, File, _, _).

# How far it is. A phase whose tests fail is not finished, whatever its status says.

test_gate_failed(Spec, Phase) :- test_run(Spec, Phase, _, Failed), Failed > 0.

finished_phase(Spec, Phase) :-
  phase_status(Spec, Phase, "done")@[now],
  !test_gate_failed(Spec, Phase).
finished_phase(Spec, Phase) :- completed_phase(Spec, Phase), !test_gate_failed(Spec, Phase).

blocked_phase(Spec, Phase) :- phase_status(Spec, Phase, _)@[now].
blocked_phase(Spec, Phase) :- completed_phase(Spec, Phase).
blocked_phase(Spec, Phase) :- phase_depends(Spec, Phase, Earlier), !finished_phase(Spec, Earlier).

# During the whole last hour, not at some time in it.
stale_phase(Spec, Phase) :- [-[0s, 1h] phase_status(Spec, Phase, "in_progress").

ready_phase(Spec, Phase, Title, Entity) :-
  phase(Spec, Phase, Title, Entity),
  !blocked_phase(Spec, Phase).

ready_work(Spec, "backend", Phase) :-
  intent_text("spec_id", Spec),
  ready_phase(Spec, Phase, _, _),
  has_backend_step(Spec, Phase).
ready_work(Spec, "frontend", Phase) :-
  intent_text("spec_id", Spec),
  ready_phase(Spec, Phase, _, _),
  has_frontend_step(Spec, Phase).

next_work(Spec, Type, Phase) :-
  ready_work(Spec, Type, Ready)
  |> do fn:group_by(Spec, Type),
     let Phase = fn:min(Ready).

# implement_api_endpoints: the backend of the next phase.

mandatory_for_intent("get_ready_phases", "implement_api_endpoints") :-
  intent_text("spec_id", Spec),
  has_backend_step(Spec, Phase),
  !blocked_phase(Spec, Phase).

explain_absent("implement_api_endpoints", "no phase with a backend step is ready") :-
  intent_text("spec_id", Spec),
  has_backend_step(Spec, _),
  !next_work(Spec, "backend", _).

macro_description("implement_api_endpoints", Text) :-
  next_work(Spec, "backend", Phase),
  phase(Spec, Phase, _, Entity),
  Text = fn:string:concat("Implement the REST API endpoints defined in the spec's API contracts section. Creates route handlers, request validation, and database queries for the ", Entity, " CRUD operations.").
macro_param("implement_api_endpoints", "phase_id", "integer", /true).
macro_param("implement_api_endpoints", "dry_run", "boolean", /false).
macro_output("implement_api_endpoints", `{
  "type": "object",
  "properties": {
    "files_created": { "type": "array", "items": { "type": "string" } },
    "tests_generated": { "type": "array", "items": { "type": "string" } },
    "status": { "type": "string" }
  }
}`).
macro_lifetime("implement_api_endpoints", fn:duration:parse("1h")).

macro_step("implement_api_endpoints", 1, "read_contracts", {/file : File}) :-
  next_work(Spec, "backend", _),
  spec_file(Spec, "api_contracts", File, _, _).
macro_step("implement_api_endpoints", 2, "write_files", {/spec_id : Spec, /type : "backend", /phase_id : {/arg : "phase_id"}, /dry_run : {/arg : "dry_run"}, /endpoints : {/step : 1, /path : "endpoints"}}) :-
  next_work(Spec, "backend", _).

# Instructions say what is true of this phase, not what is true of phases.
macro_instruction("implement_api_endpoints", 1, Text) :-
  next_work(_, "backend", Phase),
  Text = fn:string:concat("Implement Phase ", Phase, " backend endpoints.").
macro_instruction("implement_api_endpoints", 2, Text) :-
  next_work(Spec, "backend", Phase),
  phase(Spec, Phase, _, Entity),
  data_served_by(Entity, Endpoint),
  Text = fn:string:concat("The ", Entity, " entity is served by the ", Endpoint, " endpoint.").
macro_instruction("implement_api_endpoints", 3, Text) :-
  next_work(Spec, "backend", Phase),
  phase(Spec, Phase, _, Entity),
  data_served_by(Entity, Endpoint),
  sdk_service(Service, Endpoint, Concern),
  Text = fn:string:concat("The existing SDK service ", Service, " already handles ", Concern, ".").
macro_instruction("implement_api_endpoints", 4, Text) :-
  router_folder(Folder),
  Text = fn:string:concat("Wire the new endpoints through the existing router pattern in ", Folder, ".").

tool_modifies_endpoint("implement_api_endpoints").
needs_skill(Tool, "api-contract-validation") :- tool_modifies_endpoint(Tool).

needs_resource("implement_api_endpoints", Uri, Relevance, Priority) :-
  intent_text("spec_id", Spec),
  has_backend_step(Spec, Phase),
  !blocked_phase(Spec, Phase),
  needs_file(Spec, Phase, File),
  spec_file(Spec, _, File, Relevance, Priority),
  Uri = fn:string:concat("file://", File).

# implement_views: the frontend of the next phase.

mandatory_for_intent("get_ready_phases", "implement_views") :- next_work(_, "frontend", _).

macro_description("implement_views", "Write the pages and components of the next phase.").
macro_param("implement_views", "phase_id", "integer", /true).
macro_param("implement_views", "dry_run", "boolean", /false).
macro_step("implement_views", 1, "write_files", {/spec_id : Spec, /type : "frontend", /phase_id : {/arg : "phase_id"}, /dry_run : {/arg : "dry_run"}}) :-
  next_work(Spec, "frontend", _).

needs_resource("implement_views", Uri, Relevance, Priority) :-
  next_work(Spec, "frontend", Phase),
  needs_file(Spec, Phase, File),
  spec_file(Spec, _, File, Relevance, Priority),
  Uri = fn:string:concat("file://", File).

# repair_tests: before anything else goes on.

mandatory_for_intent("get_ready_phases", "repair_tests") :-
  intent_text("spec_id", Spec),
  test_gate_failed(Spec, _).

macro_description("repair_tests", "Show which tests hold up the next phase.").
macro_param("repair_tests", "phase_id", "integer", /true).
macro_step("repair_tests", 1, "report_tests", {/spec_id : Spec, /phase_id : {/arg : "phase_id"}}) :-
  intent_text("spec_id", Spec).
macro_instruction("repair_tests", Phase, Text) :-
  intent_text("spec_id", Spec),
  test_gate_failed(Spec, Phase),
  test_run(Spec, Phase, _, Failed),
  Text = fn:string:concat("Phase ", Phase, " does not count as finished: failing tests ", Failed, ".").
needs_skill("repair_tests", "test-first") :- test_gate_failed(_, _).

# review_stale_phase: an hour without a result is worth a look.

macro_tool("review_stale_phase", "condensed") :-
  intent_type(_, "get_ready_phases"),
  intent_text("spec_id", Spec),
  stale_phase(Spec, _).

macro_description("review_stale_phase", "Show what a phase that is not getting anywhere consists of.").
macro_param("review_stale_phase", "phase_id", "integer", /true).
macro_step("review_stale_phase", 1, "summarize_phase", {/spec_id : Spec, /phase_id : {/arg : "phase_id"}}) :-
  intent_text("spec_id", Spec).

# What follows from files that were written.

written(Spec, Phase, Result) :-
  step_result(Macro, _, "write_files", "success", Result),
  macro_arg(Macro, "phase_id", Phase),
  :match_field(Result, /status, Status),
  Status = "created",
  :match_field(Result, /spec_id, Spec).

emit_retract("phase_status", [Spec, Phase, /any]) :- written(Spec, Phase, _).
emit_assert("phase_status", [Spec, Phase, "done"]) :- written(Spec, Phase, _).

suggest_intent("get_ready_phases", {/spec_id : Spec}, "The next phase may be ready now.") :-
  written(Spec, _, _).

continuation_fact("completed_phase", [Spec, Phase]) :- written(Spec, Phase, _).
continuation_fact("files_modified", [File]) :-
  written(_, _, Result),
  :match_field(Result, /files_created, Files),
  :list:member(File, Files).
