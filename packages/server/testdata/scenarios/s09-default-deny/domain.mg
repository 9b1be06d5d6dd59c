# S09: default deny with approvals.
# Trust level: domain. Reads: the facts of the client, final_selected/3. Derives: a tool for each action that is allowed,
# and why the others are none.

has_ok(Action, Target) :- approved(Action, Target, _).

allowed(Action, Target) :-
  want(Action, Target),
  safe(Action),
  !destructive(Action).
allowed(Action, Target) :-
  want(Action, Target),
  destructive(Action),
  has_ok(Action, Target).

tool_relevant_to_intent(Action, "carry_out", 80) :- allowed(Action, _).

explain_absent(Action, "needs approval") :-
  want(Action, Target),
  destructive(Action),
  !has_ok(Action, Target).
explain_absent(Action, "unknown action") :-
  want(Action, _),
  !safe(Action),
  !destructive(Action).

needs_skill(Tool, "irreversible_steps") :-
  final_selected(Tool, _, _),
  want(Action, _),
  destructive(Action).

# What was allowed is bound into the plan, so that nothing else can be done with it.

readable_file(Path) :- allowed("read_file", Path).
macro_description("read_file", "Read the file that is wanted.").
macro_step("read_file", 1, "read_file", {/path : {/fact : "readable_file", /column : 0}}).

deletable_branch(Branch) :- allowed("delete_branch", Branch).
macro_description("delete_branch", "Delete the branch that is wanted.").
macro_step("delete_branch", 1, "delete_branch", {/branch : {/fact : "deletable_branch", /column : 0}}).
