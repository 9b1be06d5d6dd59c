# S16: parts of a prompt, which are skills, under conflicts.
# Trust level: domain. Reads: the facts of the client, final_selected/3. Derives: a tool, its skills, and why parts are left
# out.

part_candidate(Part, 100) :- mandatory(Part).
part_candidate(Part, Score) :- hit(Part, Score), Score > 30.

known(Part) :- part_candidate(Part, _).

loses(Part) :-
  conflicts(Part, Other),
  part_candidate(Part, Score),
  part_candidate(Other, Higher),
  Score < Higher.

lacks(Part) :-
  requires(Part, Needed),
  known(Part),
  !known(Needed).

kept(Part) :-
  known(Part),
  !loses(Part),
  !lacks(Part).

kept_parts(Parts) :- kept(Part) |> do fn:group_by(), let Parts = fn:collect_distinct(Part).

explain_absent(Part, "conflicts with a stronger part") :- loses(Part).
# One reason is enough.
explain_absent(Part, "a required part is missing") :- lacks(Part), !loses(Part).
explain_absent(Part, "below threshold") :- hit(Part, Score), Score <= 30.

tool_relevant_to_intent("compile_prompt", "compile_prompt", 80) :- kept(_).

macro_description("compile_prompt", "Put the parts together, as many as fit.").
macro_param("compile_prompt", "budget_tokens", "integer", /true).
macro_step("compile_prompt", 1, "join_parts", {/parts : Parts, /budget_tokens : {/arg : "budget_tokens"}}) :-
  kept_parts(Parts).

needs_skill("compile_prompt", Part) :- final_selected("compile_prompt", _, _), kept(Part).
