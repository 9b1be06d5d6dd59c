import type { PredicateKey, Program, Rule } from '../program/program.js';
import { isProblem, type TypeContext } from './context.js';
import { anyRow, declaredRows } from './declared-rows.js';
import { addRow, equalRowSets, joinAll, widen } from './row-set.js';
import { ruleType } from './rule-type.js';
import type { Row, Type } from './type.js';
import { createVocabulary, literalType, type Vocabulary } from './vocabulary.js';

const contexts = new WeakMap<Program, TypeContext>();

/**
 * The types of all predicates: those declared, and for the others the least that contain their facts and what their
 * rules derive. Predicates that have neither, and those that only derive from themselves, may hold anything: their facts
 * come from the host. Computed once for each program.
 */
export function inferTypes(program: Program): TypeContext {
  let context = contexts.get(program);
  if (context === undefined) {
    context = computeTypes(program);
    contexts.set(program, context);
  }
  return context;
}

function computeTypes(program: Program): TypeContext {
  const declared = new Map<PredicateKey, readonly Row[]>();
  for (const info of program.predicates.values()) {
    const rows = declaredRows(info);
    if (rows !== undefined) declared.set(info.key, rows);
  }
  const vocabulary = createVocabulary([...declared.values()].flat());
  const rows = new Map([...declared, ...factRows(program, declared, vocabulary)]);
  const rules = program.rules.filter((rule) => !declared.has(rule.predicate));
  const derived = new Set(rules.map((rule) => rule.predicate));
  const open = (predicate: PredicateKey): readonly Row[] => [anyRow(program.predicates.get(predicate)?.arity ?? 0)];
  const whileInferring = (predicate: PredicateKey): readonly Row[] =>
    rows.get(predicate) ?? (derived.has(predicate) ? [] : open(predicate));
  reachFixpoint({ program, vocabulary, rowsOf: whileInferring }, inStrataOrder(program, rules), rows);
  return { program, vocabulary, rowsOf: (predicate) => rows.get(predicate) ?? open(predicate) };
}

/** The type of each column of each predicate, for messages and lints; alternatives are joined column by column. */
export function columnTypes(program: Program): ReadonlyMap<PredicateKey, readonly Type[]> {
  const { rowsOf } = inferTypes(program);
  return new Map([...program.predicates.keys()].map((key) => [key, joinAll(rowsOf(key))]));
}

function factRows(
  program: Program,
  declared: ReadonlyMap<PredicateKey, readonly Row[]>,
  vocabulary: Vocabulary,
): ReadonlyMap<PredicateKey, readonly Row[]> {
  const found = new Map<PredicateKey, readonly Row[]>();
  for (const { predicate, args } of program.facts) {
    if (declared.has(predicate)) continue;
    const row = args.map((value) => literalType(vocabulary, value));
    found.set(predicate, addRow(found.get(predicate) ?? [], row));
  }
  return found;
}

/** Callees before callers where there is no recursion, so that most rules are typed once. */
function inStrataOrder(program: Program, rules: readonly Rule[]): readonly Rule[] {
  const order = new Map(program.strata.flatMap((stratum) => stratum.rules).map((index, at) => [index, at]));
  const rank = ({ index }: Rule): number => order.get(index) ?? order.size + index;
  return rules.toSorted((a, b) => rank(a) - rank(b));
}

/** After this many changes of one predicate its types are widened, so that the iteration ends. */
const maxChanges = 10;

function reachFixpoint(context: TypeContext, rules: readonly Rule[], rows: Map<PredicateKey, readonly Row[]>): void {
  const users = usersOf(rules);
  const changes = new Map<PredicateKey, number>();
  const queue = new Set(rules);
  // A set keeps insertion order and may grow while it is walked; a rule that is due again goes to its end.
  for (const rule of queue) {
    queue.delete(rule);
    const before = rows.get(rule.predicate) ?? [];
    const after = withDerived(context, rule, before);
    if (after === before) continue;
    const count = (changes.get(rule.predicate) ?? 0) + 1;
    changes.set(rule.predicate, count);
    const next = count > maxChanges ? widen(before, after) : after;
    if (equalRowSets(before, next)) continue;
    rows.set(rule.predicate, next);
    for (const user of users.get(rule.predicate) ?? []) queue.add(user);
  }
}

function withDerived(context: TypeContext, rule: Rule, before: readonly Row[]): readonly Row[] {
  const derived = ruleType(context, rule);
  // A rule that cannot be typed adds nothing here; the check reports it.
  if (isProblem(derived)) return before;
  return derived.rows.reduce((rows, { row }) => addRow(rows, row), before);
}

function usersOf(rules: readonly Rule[]): ReadonlyMap<PredicateKey, readonly Rule[]> {
  const users = new Map<PredicateKey, Rule[]>();
  for (const rule of rules) {
    for (const premise of rule.premises) {
      if (premise.kind !== 'atom' && premise.kind !== 'temporal') continue;
      const known = users.get(premise.predicate);
      if (known === undefined) users.set(premise.predicate, [rule]);
      else known.push(rule);
    }
  }
  return users;
}
