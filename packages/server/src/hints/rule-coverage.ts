import { type ast, type Evaluation, type PredicateKey, type Rule } from '@manglecp/mangle';
import type { RuleCoverage } from '@manglecp/protocol';
import type { Pack } from '../pack/pack.js';
import type { PredicateRoles } from './predicate-roles.js';
import { hasSolution, neededBy, programRules } from './program-rules.js';

/** Tells what each rule of a pack did for a request (Spec 09 §6). */
export type CoverageReader = (evaluation: Evaluation, intent: string) => Promise<RuleCoverage>;

type Detail = NonNullable<RuleCoverage['dormant_details']>[number];
type Status = Detail['status'];

const maxDetails = 500;

/** Searches that may end without a result; after so many, the rules that are left are not searched. */
const maxInconclusive = 20;

/** How long others wait, in milliseconds. */
const sliceMs = 5;

/** Where heads say which intent they are about. */
const intentColumns: Readonly<Record<PredicateKey, number>> = {
  'mandatory_for_intent/2': 0,
  'tool_relevant_to_intent/3': 1,
  'tool_serves_intent/2': 1,
  'vector_similarity/3': 1,
};

/**
 * Looks at the rules of a pack once. The server's own rules are no part of it; those of the pack's policy count, and are
 * not named (C-55).
 *
 * A rule has `fired` if its body holds for anything, whether or not what it derives was there before. Of the others, one
 * is `inapplicable` that is tied to another intent: its body asks for that one, or its head speaks of it, or its head is
 * read by such rules alone. Then it is `dead` if none of the predicates it needs has facts, negated ones aside, and
 * `partially_alive` otherwise; if it lacks none, the facts there are do not fit together.
 */
export function createCoverageReader(pack: Pack, roles: PredicateRoles): CoverageReader {
  let rows: readonly RuleRow[] | undefined;
  return async (evaluation, intent) => {
    rows ??= collectRows(pack, roles);
    const hasFired = createFiring(evaluation);
    const counts = { fired: 0, dormant: 0, inapplicable: 0 };
    const details: Detail[] = [];
    let since = performance.now();
    for (const row of rows) {
      const status = hasFired(row) ? 'fired' : dormantStatus(evaluation, row, intent);
      counts[status === 'fired' || status === 'inapplicable' ? status : 'dormant'] += 1;
      if (status !== 'fired' && !row.isPolicy && details.length < maxDetails) {
        details.push({ rule: row.name, missing_predicates: missing(evaluation, row, roles), status });
      }
      if (performance.now() - since < sliceMs) continue;
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
    return {
      total_rules: rows.length,
      rules_fired: counts.fired,
      rules_dormant: counts.dormant,
      rules_inapplicable: counts.inapplicable,
      dormant_details: details,
    };
  };
}

interface RuleRow {
  readonly rule: Rule;
  /** The predicate and the number of the rule among the pack's rules for it. */
  readonly name: string;
  readonly isPolicy: boolean;
  readonly needed: readonly PredicateKey[];
  /** The intents that it is tied to by itself, and those that each reader of its head is tied to. */
  readonly intents: readonly string[];
  readonly readerIntents: readonly (readonly string[])[];
  /** Nothing else gives facts of its predicate. */
  readonly isSole: boolean;
}

function collectRows(pack: Pack, roles: PredicateRoles): readonly RuleRow[] {
  const { program, declarations } = pack;
  const ruleCounts = new Map<PredicateKey, number>();
  for (const { predicate } of program.rules) ruleCounts.set(predicate, (ruleCounts.get(predicate) ?? 0) + 1);
  const given = givenPredicates(pack);
  const shared = new Set(declarations.map(({ predicate, arity }) => `${predicate}/${arity}`));
  const numbers = new Map<PredicateKey, number>();
  return program.rules.flatMap((rule): RuleRow[] => {
    const { predicate } = rule;
    const { isKernel, layer } = roles.originOf(rule);
    if (isKernel) return [];
    const number = (numbers.get(predicate) ?? 0) + 1;
    numbers.set(predicate, number);
    const readers = shared.has(predicate) ? [] : programRules(program).readersOf(predicate);
    return [
      {
        rule,
        name: `${predicate.slice(0, predicate.lastIndexOf('/'))}#${number}`,
        isPolicy: layer === 'policy' || roles.of(predicate) === 'hidden',
        needed: neededBy(rule),
        intents: intentsOf(rule),
        readerIntents: readers.map(intentsOf),
        isSole: ruleCounts.get(predicate) === 1 && !given.has(predicate),
      },
    ];
  });
}

/** Predicates of which program, host or client give facts. */
function givenPredicates({ program, baseFacts, declarations }: Pack): ReadonlySet<PredicateKey> {
  const given = new Set(declarations.map(({ predicate, arity }) => `${predicate}/${arity}`));
  for (const { predicate } of [...program.facts, ...program.batches]) given.add(predicate);
  for (const { predicate, args } of baseFacts) given.add(`${predicate}/${args.length}`);
  return given;
}

function intentsOf({ predicate, args, premises }: Rule): readonly string[] {
  const column = intentColumns[predicate];
  const asked = premises.flatMap((premise) =>
    premise.kind === 'atom' && premise.predicate === 'intent_type/2' && !premise.isNegated ? premise.args.slice(1) : [],
  );
  return [...asked, ...(column === undefined ? [] : args.slice(column, column + 1))].flatMap(constantText);
}

function constantText(term: ast.Term): readonly string[] {
  return term.kind === 'constant' && term.value.kind === 'string' ? [term.value.text] : [];
}

/** Searches as little as it can: only rules that share their predicate with others are tried again. */
function createFiring(evaluation: Evaluation): (row: RuleRow) => boolean {
  const { program } = evaluation;
  let inconclusive = 0;
  return ({ rule, needed, isSole }) => {
    if (evaluation.count(rule.predicate) === 0) return false;
    if (isSole) return true;
    const own = programRules(program).ruleOf(rule.clause);
    if (own === undefined || inconclusive >= maxInconclusive) return false;
    if (program.predicates.get(rule.predicate)?.isDeferred === true) {
      return needed.every((key) => evaluation.count(key) > 0);
    }
    const found = hasSolution(evaluation, own);
    if (found === undefined) inconclusive += 1;
    return found === true;
  };
}

function dormantStatus(evaluation: Evaluation, row: RuleRow, intent: string): Exclude<Status, 'fired'> {
  const isElsewhere = (intents: readonly string[]): boolean => intents.some((each) => each !== intent);
  const { intents, readerIntents, needed } = row;
  if (isElsewhere(intents) || (readerIntents.length > 0 && readerIntents.every(isElsewhere))) return 'inapplicable';
  return needed.some((key) => evaluation.count(key) > 0) ? 'partially_alive' : 'dead';
}

/** The names of the predicates without facts; those of policy have none. */
function missing(evaluation: Evaluation, { needed }: RuleRow, roles: PredicateRoles): string[] {
  const keys = needed.filter((key) => evaluation.count(key) === 0 && roles.of(key) !== 'hidden');
  return [...new Set(keys.map((key) => key.slice(0, key.lastIndexOf('/'))))];
}
