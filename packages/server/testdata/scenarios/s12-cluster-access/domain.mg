# S12: who can become an administrator.
# Trust level: domain. Reads: the facts of the client, final_selected/3, step_result/5, macro_arg/3. Derives: a tool, what
# goes along with it, and what follows from its use.

can_do(Subject, Verb, Kind) :- binds(Subject, Role), grants(Role, Verb, Kind).

admin(Subject) :- can_do(Subject, "*", "*").

step(Subject, Next) :-
  can_do(Subject, "exec", "pods"),
  runs_as(_, Next),
  Subject != Next.

reach(Subject, Next) :- step(Subject, Next).
reach(Subject, Target) :- reach(Subject, Next), step(Next, Target).

escalates(Subject) :-
  reach(Subject, Target),
  admin(Target),
  !admin(Subject).

escalating_binding(Name, Subject, Role) :-
  escalates(Subject),
  binds(Subject, Role),
  grants(Role, "exec", "pods"),
  Name = fn:name:to_string(Subject).

roles_to_revoke(Bindings) :-
  escalating_binding(Name, _, Role),
  Binding = {/subject : Name, /role : Role}
  |> do fn:group_by(),
     let Bindings = fn:collect_distinct(Binding).

# revoke_binding

tool_relevant_to_intent("revoke_binding", "review_access", 93) :- escalates(_).

macro_description("revoke_binding", "Take the roles from a subject with which it can become an administrator.").
macro_param("revoke_binding", "subject", "string", /true).
macro_step("revoke_binding", 1, "remove_bindings", {/subject : {/arg : "subject"}, /bindings : Bindings}) :-
  roles_to_revoke(Bindings).

needs_skill("revoke_binding", "least_privilege") :-
  final_selected("revoke_binding", _, _),
  escalates(_).
needs_resource("revoke_binding", "cluster://access/path-found", "shows a path to an administrator", 90) :-
  final_selected("revoke_binding", _, _),
  escalates(_).

explain_absent("grant_exec", "would open a path to an administrator") :- escalates(_).

emit_retract("binds", [Subject, Role]) :-
  step_result("revoke_binding", 1, "remove_bindings", "success", _),
  macro_arg("revoke_binding", "subject", Name),
  escalating_binding(Name, Subject, Role).
