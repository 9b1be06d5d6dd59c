// The rules of the plant, in three layers, without final periods.
import { times } from '../../generate/random.mjs';
import { kinds } from './facts.mjs';

/** What clients may say: the arguments of each predicate, and their types. */
export const clientPredicates = {
  acting_user: ['/string'],
  focus_unit: ['/string'],
  focus_label: ['/string'],
  granted_scope: ['/string'],
  finished: ['/string'],
  raised_flag: ['/string'],
  environment: ['/string'],
  budget: ['/number'],
};

/** The same for what has a time. */
export const timedPredicates = { reading: ['/string', '/string'] };

/** The tables of the plant. */
export const dataPredicates = {
  tool_intent: ['/string', '/string'],
  tool_category: ['/string', '/string'],
  tool_cost: ['/string', '/number'],
  tool_risk: ['/string', '/number'],
  tool_tag: ['/string', '/string'],
  tool_scope: ['/string', '/string'],
  tool_reads: ['/string', '/string'],
  tool_writes: ['/string', '/string'],
  manual_page: ['/string', '/string'],
  journaled: ['/string'],
  unit_type: ['/string', '/string'],
  part_of: ['/string', '/string'],
  located: ['/string', '/string'],
  tagged: ['/string', '/string'],
  cares_for: ['/string', '/string'],
  classified: ['/string', '/number'],
  fed_by: ['/string', '/string'],
  clearance: ['/string', '/number'],
  user_region: ['/string', '/string'],
  member: ['/string', '/string'],
  team_scope: ['/string', '/string'],
};

/** Closures and joins of the base alone. */
const independent = [
  'within(X, Y) :- part_of(X, Y)',
  'within(X, Z) :- within(X, Y), part_of(Y, Z)',
  'zone_tag(Y, A) :- within(X, Y), tagged(X, A)',
  'feeds(X, Y) :- fed_by(Y, X)',
  'feeds(X, Z) :- feeds(X, Y), fed_by(Z, Y)',
  'user_scope(U, S) :- member(U, P), team_scope(P, S)',
  'busy_type(Y, N) :- unit_type(X, Y) |> do fn:group_by(Y), let N = fn:count()',
  'plan_length(T, N) :- macro_step(T, _, _, _) |> do fn:group_by(T), let N = fn:count()',
  'writes_same(A, B) :- tool_writes(A, Y), tool_writes(B, Y), tool_intent(A, I), tool_intent(B, I), A != B',
];

const focus = [
  'focus(E) :- focus_unit(E)',
  'focus(P) :- focus_unit(E), within(E, P)',
  'focus_type(Y) :- focus(E), unit_type(E, Y)',
  'focus_tag(A) :- focus(E), tagged(E, A)',
  'focus_tag(A) :- focus_label(A)',
  'affected(Y) :- focus_unit(X), feeds(X, Y)',
  'affected_class(L) :- affected(Y), classified(Y, L)',
  'can_scope(S) :- granted_scope(S)',
  'can_scope(S) :- acting_user(U), user_scope(U, S)',
  'asked_tool(T) :- intent_type(_, I), tool_intent(T, I), tool_reads(T, Y), focus_type(Y)',
  'missing_scope(T, S) :- asked_tool(T), tool_scope(T, S), !can_scope(S)',
  'has_missing(T) :- missing_scope(T, _)',
  'context_value("environment", V) :- environment(V)',
  // Alarms count for half an hour.
  'alarmed(E) :- <-[0s, 30m] reading(E, "alarm")',
  'alarmed_type(Y) :- alarmed(E), unit_type(E, Y)',
];

const points = [
  ...times(
    40,
    (at) =>
      `points(T, "tag${at}", ${10 + (at % 9)}) :- ` +
      `asked_tool(T), tool_tag(T, "tag_${(at * 3) % kinds.tags}"), focus_tag("tag_${at % kinds.tags}")`,
  ),
  ...times(
    15,
    (at) =>
      `points(T, "type${at}", ${8 + (at % 5)}) :- ` +
      `asked_tool(T), tool_writes(T, "type_${at}"), focus_type("type_${at}")`,
  ),
  ...times(
    8,
    (at) =>
      `points(T, "region${at}", 2) :- ` +
      `asked_tool(T), acting_user(U), user_region(U, "region_${at}"), focus(E), located(E, "region_${at}")`,
  ),
  'points(T, "base", 5) :- asked_tool(T)',
  'points(T, "clear", 4) :- asked_tool(T), !has_missing(T)',
  'points(T, "short", 3) :- asked_tool(T), plan_length(T, 1)',
  'points(T, "alarm", 40) :- asked_tool(T), tool_reads(T, Y), alarmed_type(Y)',
  'tool_score(T, S) :- points(T, _, P) |> do fn:group_by(T), let S = fn:sum(P)',
  'tool_relevant_to_intent(T, I, S) :- intent_type(_, I), tool_score(T, S), S <= 100',
  'tool_relevant_to_intent(T, I, 100) :- intent_type(_, I), tool_score(T, S), S > 100',
  // Of tools that write the same, the cheaper one is enough.
  'conflicts_with(A, B) :- asked_tool(A), writes_same(A, B), asked_tool(B), tool_cost(A, X), tool_cost(B, Y), X < Y',
];

/** Plans, texts and context that depend on the question. */
const context = [
  'macro_step(T, 9, "write_journal", {/user : {/fact : "acting_user", /column : 0}, /unit : {/arg : "unit"}}) :- ' +
    'asked_tool(T), journaled(T), acting_user(_)',
  'macro_instruction(T, 1, "Other machines of a higher class are fed by this one; ask before you stop it.") :- ' +
    'asked_tool(T), affected_class(L), L > 3',
  'macro_instruction(T, 2, Text) :- ' +
    'missing_scope(T, S), Text = fn:string:concat("Some of it needs the scope ", S, ".")',
  'needs_resource(T, Uri, "says how it is done", 80) :- asked_tool(T), manual_page(T, Uri)',
  'needs_resource(T, Uri, "is the log of the machine", 40) :- ' +
    'asked_tool(T), focus_unit(E), unit_type(E, Y), tool_reads(T, Y), Uri = fn:string:concat("log://", E)',
];

const policy = [
  ...times(
    30,
    (at) =>
      `prohibited(T, "category ${at}") :- asked_tool(T), tool_category(T, "category_${at}"), ` +
      `environment("environment_${at % kinds.environments}"), !can_scope("scope_${at % kinds.scopes}"), ` +
      `tool_risk(T, K), ${2 + (at % 7)} < K`,
  ),
  ...times(
    16,
    (at) =>
      `prohibited(T, "writes ${at}") :- asked_tool(T), tool_writes(T, "type_${at}"), focus_type("type_${at}"), ` +
      `focus_tag("tag_${at * 2}"), !raised_flag("flag_${at % kinds.flags}")`,
  ),
  'level_block(T) :- asked_tool(T), affected_class(L), acting_user(U), clearance(U, K), K < L, tool_writes(T, _)',
  'prohibited(T, "level") :- level_block(T)',
  'prohibited(T, "budget") :- asked_tool(T), tool_cost(T, C), budget(B), B < C',
  'prohibited(T, "done") :- finished(T)',
  'requires_confirmation(T) :- asked_tool(T), tool_risk(T, K), 7 < K',
];

/** Rules of the domain and of policy. */
export const plantRules = { domain: [...independent, ...focus, ...points, ...context], policy };

/** The declarations of the plant. */
export function plantSchema() {
  const column = (_, at) => String.fromCharCode(65 + at);
  const declare =
    (temporal, descr) =>
    ([name, types]) => {
      const args = types.map(column);
      const docs = args.map((arg) => `arg(${arg}, "a value")`).join(', ');
      return `Decl ${name}(${args.join(', ')})${temporal} descr [doc("Of the plant."), ${docs}${descr}] bound [${types.join(', ')}].`;
    };
  return [
    ...Object.entries(clientPredicates).map(declare('', ', direction("input")')),
    ...Object.entries(timedPredicates).map(declare(' temporal', ', direction("input")')),
    ...Object.entries(dataPredicates).map(declare('', '')),
  ];
}
