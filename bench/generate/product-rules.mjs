// The 158 rules of the product-shaped program: selection, prohibition, conflict, dependency, score.
import { kinds } from './product-facts.mjs';
import { times } from './random.mjs';

/** The predicates whose facts come with a request. */
export const requestPredicates = [
  'req_intent',
  'req_user',
  'req_entity',
  'req_tag',
  'req_env',
  'req_scope',
  'req_budget',
  'req_done',
  'req_flag',
];

/** The derived predicates whose counts are compared. */
export const checkedPredicates = [
  'within',
  'impact',
  'clash',
  'zone_tag',
  'candidate',
  'prohibited',
  'points',
  'score',
  'selected',
  'plan',
  'hint',
  'best',
];

const independent = [
  'within(X,Y) :- part_of(X,Y)',
  'within(X,Z) :- within(X,Y), part_of(Y,Z)',
  'macro_tool(M,T) :- macro_step(M,I,T)',
  'macro_cap(M,C) :- macro_tool(M,T), tool_cap(T,C)',
  'macro_cat(M,C) :- macro_tool(M,T), tool_cat(T,C)',
  'macro_scope(M,S) :- macro_tool(M,T), tool_scope(T,S)',
  'macro_writes(M,Y) :- macro_tool(M,T), tool_writes(T,Y)',
  'macro_reads(M,Y) :- macro_tool(M,T), tool_reads(T,Y)',
  'step_cost(M,I,C) :- macro_step(M,I,T), tool_cost(T,C)',
  'step_risk(M,I,C) :- macro_step(M,I,T), tool_risk(T,C)',
  'macro_cost(M,S) :- step_cost(M,I,C) |> do fn:group_by(M), let S = fn:sum(C)',
  'macro_risk(M,S) :- step_risk(M,I,C) |> do fn:group_by(M), let S = fn:max(C)',
  'clash(A,B) :- macro_writes(A,Y), macro_writes(B,Y), A != B',
  'needs(A,B) :- macro_after(A,B)',
  'needs(A,C) :- needs(A,B), macro_after(B,C)',
  'user_scope(U,S) :- member(U,P), team_scope(P,S)',
  'zone_tag(Y,A) :- within(X,Y), tagged(X,A)',
  'impact(X,Y) :- depends_on(Y,X)',
  'impact(X,Z) :- impact(X,Y), depends_on(Z,Y)',
];

const selection = [
  'focus(E) :- req_entity(E)',
  'focus(P) :- req_entity(E), within(E,P)',
  'focus_type(Y) :- focus(E), entity(E,Y)',
  'focus_tag(A) :- focus(E), tagged(E,A)',
  'focus_tag(A) :- req_tag(A)',
  'affected(Y) :- req_entity(X), impact(X,Y)',
  'affected_class(L) :- affected(Y), classified(Y,L)',
  'can_scope(S) :- req_scope(S)',
  'can_scope(S) :- req_user(U), user_scope(U,S)',
  'candidate(M) :- req_intent(I), macro_intent(M,I), macro_type(M,Y), focus_type(Y)',
  'missing_scope(M,S) :- candidate(M), macro_scope(M,S), !can_scope(S)',
  'has_missing(M) :- missing_scope(M,S)',
  'level_block(M) :- candidate(M), affected_class(L), req_user(U), clearance(U,K), K < L, macro_writes(M,Y)',
];

const prohibition = [
  ...times(
    30,
    (at) =>
      `prohibited(M,/why/p${at}) :- candidate(M), macro_cat(M,/cat/c${at}), req_env(/env/v${at % 4}), ` +
      `!can_scope(/scope/s${at % kinds.scopes}), macro_risk(M,K), ${2 + (at % 7)} < K`,
  ),
  ...times(
    16,
    (at) =>
      `prohibited(M,/why/q${at}) :- candidate(M), macro_writes(M,/type/y${at}), focus_type(/type/y${at}), ` +
      `focus_tag(/tag/a${at * 2}), !req_flag(/flag/f${at % 6})`,
  ),
  'prohibited(M,/why/level) :- level_block(M)',
  'prohibited(M,/why/budget) :- candidate(M), macro_cost(M,C), req_budget(B), B < C',
  'barred(M) :- prohibited(M,W)',
  'viable(M) :- candidate(M), !barred(M)',
  'dep_missing(M,N) :- viable(M), needs(M,N), !req_done(N), !viable(N)',
  'dep_fail(M) :- dep_missing(M,N)',
  'ready(M) :- viable(M), !dep_fail(M)',
];

const score = [
  ...times(
    40,
    (at) =>
      `points(M,/pt/c${at},${1 + (at % 9)}) :- ready(M), macro_cap(M,/cap/k${(at * 3) % kinds.caps}), ` +
      `focus_tag(/tag/a${at % kinds.tags})`,
  ),
  ...times(
    15,
    (at) => `points(M,/pt/t${at},${3 + (at % 5)}) :- ready(M), macro_type(M,/type/y${at}), focus_type(/type/y${at})`,
  ),
  ...times(
    8,
    (at) =>
      `points(M,/pt/g${at},2) :- ready(M), req_user(U), user_region(U,/region/g${at}), ` +
      `focus(E), located(E,/region/g${at})`,
  ),
  'points(M,/pt/base,10) :- ready(M)',
  'points(M,/pt/clear,4) :- ready(M), !has_missing(M)',
  'score(M,S) :- points(M,W,P) |> do fn:group_by(M), let S = fn:sum(P)',
  'beaten(A,B) :- ready(A), clash(A,B), ready(B), score(A,X), score(B,Y), X < Y',
  'loses(A) :- beaten(A,B)',
  'selected(M,S) :- score(M,S), !loses(M)',
  'plan(M,I,T) :- selected(M,S), macro_step(M,I,T)',
  'confirm(M) :- selected(M,S), macro_risk(M,K), 7 < K',
  'hint(M,S) :- selected(M,P), missing_scope(M,S)',
  'best(X) :- selected(M,S) |> do fn:group_by(), let X = fn:max(S)',
];

/** Without the final periods; the first 19 do not depend on a request. */
export const productRules = [...independent, ...selection, ...prohibition, ...score];
