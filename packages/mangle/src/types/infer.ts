import type { PredicateKey, Program, Rule } from '../program/program.js';
import { batchRows } from './batch-rows.js';
import { isProblem, type Problem, type TypeContext } from './context.js';
import { anyRow, declaredRows } from './declared-rows.js';
import { maxDepth } from './limit-type.js';
import { addRow, equalRowSets, joinAll, widen } from './row-set.js';
import { type RuleType, ruleType } from './rule-type.js';
import type { Row, Type } from './type.js';
import { createVocabulary, literalType, type Vocabulary } from './vocabulary.js';

/** The types of a program's predicates, and what that says of its rules. */
export interface InferredTypes extends TypeContext {
  /** How a rule is typed; computed before, if inference needed it. */
  readonly typeOfRule: (rule: Rule) => RuleType | Problem;
}

const contexts = new WeakMap<Program, InferredTypes>();

/**
 * The types of all predicates: those declared, and for the others the least that contain their facts and what their
 * rules derive. Predicates that have neither, and those that only derive from themselves, may hold anything: their
 * facts come from the host. Computed once for each program.
 */
export function inferTypes(program: Program): InferredTypes {
  let context = contexts.get(program);
  if (context === undefined) {
    context = computeTypes(program);
    contexts.set(program, context);
  }
  return context;
}

function computeTypes(program: Program): InferredTypes {
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
  const typed = reachFixpoint({ program, vocabulary, rowsOf: whileInferring }, inStrataOrder(program, rules), rows);
  const context: TypeContext = { program, vocabulary, rowsOf: (predicate) => rows.get(predicate) ?? open(predicate) };
  return { ...context, typeOfRule: (rule) => typed.get(rule) ?? ruleType(context, rule) };
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
  const add = (predicate: PredicateKey, row: Row): void => {
    found.set(predicate, addRow(found.get(predicate) ?? [], row));
  };
  const inBulk = batchRows(program, declared, vocabulary);
  for (const fact of program.facts) {
    if (declared.has(fact.predicate)) continue;
    // The alternatives depend on the order in which they are added, so all facts of a predicate go in source order.
    inBulk.get(fact.predicate)?.takeBefore(fact, (row) => add(fact.predicate, row));
    const row = fact.args.map((value) => literalType(vocabulary, value));
    add(fact.predicate, row);
  }
  for (const [predicate, rows] of inBulk) rows.takeAll((row) => add(predicate, row));
  return found;
}

/** Callees before callers where there is no recursion, so that most rules are typed once. */
function inStrataOrder(program: Program, rules: readonly Rule[]): readonly Rule[] {
  const order = new Map(program.strata.flatMap((stratum) => stratum.rules).map((index, at) => [index, at]));
  const rank = ({ index }: Rule): number => order.get(index) ?? order.size + index;
  return rules.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * How deep the types may be that a rule adds, by how often it has added some: a rule that goes on adding is recursive
 * and probably builds ever deeper values, so that the iteration must be made to end.
 */
function allowedDepth(changes: number): number {
  if (changes < 3) return maxDepth;
  return changes < 12 ? 3 : 1;
}

/** After this many additions of one rule the columns that still grow may hold anything. */
const maxChanges = 40;

/**
 * Fills `rows` and returns how the rules are typed with the final rows. Rules that derive nothing are left out: what
 * they read may turn out to be open to the host.
 */
function reachFixpoint(
  context: TypeContext,
  rules: readonly Rule[],
  rows: Map<PredicateKey, readonly Row[]>,
): ReadonlyMap<Rule, RuleType | Problem> {
  const typed = new Map<Rule, RuleType | Problem>();
  const users = usersOf(rules);
  const changes = new Map<Rule, number>();
  const queue = new Set(rules);
  // A set keeps insertion order and may grow while it is walked; a rule that is due again goes to its end.
  for (const rule of queue) {
    queue.delete(rule);
    const before = rows.get(rule.predicate) ?? [];
    const derived = ruleType(context, rule);
    if (isProblem(derived) || derived.rows.length > 0) typed.set(rule, derived);
    else typed.delete(rule);
    // A rule that cannot be typed adds nothing here; the check reports it.
    if (isProblem(derived)) continue;
    const count = changes.get(rule) ?? 0;
    const after = derived.rows.reduce((all, { row }) => addRow(all, row, allowedDepth(count)), before);
    if (after === before) continue;
    changes.set(rule, count + 1);
    const next = count > maxChanges ? widen(before, after) : after;
    if (equalRowSets(before, next)) continue;
    rows.set(rule.predicate, next);
    for (const user of users.get(rule.predicate) ?? []) queue.add(user);
  }
  return typed;
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
