# S06: phases, their dependencies, and a gate of tests.
# Trust level: domain. Reads: the facts of the client, final_selected/3, step_result/5, macro_arg/3. Derives: two tools,
# what goes along with them, and what follows from their use.

gate_failed(Phase) :- test_run(Phase, _, Failed), Failed > 0.

done(Phase) :- status(Phase, /done), !gate_failed(Phase).

started(Phase) :- status(Phase, _).

waiting(Phase) :-
  depends(Phase, Earlier),
  phase(Earlier),
  !done(Earlier).

ready(Phase) :-
  phase(Phase),
  !started(Phase),
  !waiting(Phase).
some_ready() :- ready(_).
ready_count(Count) :- ready(Phase) |> do fn:group_by(), let Count = fn:count().

# start_phase

tool_relevant_to_intent("start_phase", "get_ready_phases", 90) :- ready(_).
explain_absent("start_phase", "no phase is ready") :- waiting(_), !some_ready().

macro_description("start_phase", "Begin a phase that is ready.").
macro_param("start_phase", "phase", "integer", /true).
macro_step("start_phase", 1, "begin_phase", {/phase : {/arg : "phase"}}).
macro_instruction("start_phase", 1, Text) :-
  ready_count(Count),
  Text = fn:string:concat("Phases that are ready: ", Count, ".").
macro_instruction("start_phase", 2, Text) :-
  ready(Phase),
  Text = fn:string:concat("Phase ", Phase, " is ready.").

emit_assert("status", [Phase, /running]) :-
  step_result("start_phase", 1, "begin_phase", "success", _),
  macro_arg("start_phase", "phase", Phase).

# fix_tests

tool_relevant_to_intent("fix_tests", "get_ready_phases", 95) :- gate_failed(_).

macro_description("fix_tests", "Repair the tests that hold up the next phase.").
macro_param("fix_tests", "phase", "integer", /true).
macro_step("fix_tests", 1, "repair_tests", {/phase : {/arg : "phase"}}).

needs_skill("fix_tests", "test_first") :- final_selected("fix_tests", _, _), gate_failed(_).

emit_retract("test_run", [Phase, Passed, Failed]) :-
  step_result("fix_tests", 1, "repair_tests", "success", _),
  macro_arg("fix_tests", "phase", Phase),
  test_run(Phase, Passed, Failed).
emit_assert("test_run", [Phase, Total, 0]) :-
  step_result("fix_tests", 1, "repair_tests", "success", _),
  macro_arg("fix_tests", "phase", Phase),
  test_run(Phase, Passed, Failed),
  Total = fn:plus(Passed, Failed).
