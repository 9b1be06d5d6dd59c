import { BuiltinError } from '../builtins/define.js';
import type { Registry } from '../builtins/registry.js';
import type { Clause, Term, Unit } from '../syntax/ast.js';
import type { Value } from '../value/value.js';
import { derive } from './derive.js';
import { createIntern, valueKey } from './intern.js';
import { foldFacts } from './lattice.js';
import { NaiveError } from './naive-error.js';
import { byHead, keyOf, type NaiveProgram, readProgram } from './naive-program.js';
import type { NaiveExternal, NaiveFact, SolveContext } from './solve.js';
import { strataOf } from './strata.js';
import type { Bindings, Pattern } from './terms.js';

export interface NaiveOptions {
  readonly registry: Registry;
  /** The evaluation time in nanoseconds. */
  readonly now: bigint;
  /** Facts besides those of the program, by predicate key (`edge/2`). */
  readonly facts?: ReadonlyMap<string, readonly NaiveFact[]>;
  readonly externals?: ReadonlyMap<string, NaiveExternal>;
  /** Evaluation fails beyond this many facts; 100,000 by default. */
  readonly maxFacts?: number;
}

/** All facts by predicate key, without empty predicates; or why there is no answer. */
export type NaiveResult =
  | { readonly facts: ReadonlyMap<string, readonly NaiveFact[]>; readonly error?: undefined }
  | { readonly error: string; readonly facts?: undefined };

/**
 * The perfect model of a program, by brute force. Errors of builtins and impossible intervals are results; units must
 * have passed the parser and are meant to pass the analysis.
 */
export function evaluateNaive(units: readonly Unit[], options: NaiveOptions): NaiveResult {
  try {
    return { facts: evaluate(readProgram(units), options) };
  } catch (error) {
    if (error instanceof BuiltinError || error instanceof NaiveError) return { error: error.message };
    throw error;
  }
}

/** The facts so far; changed only by `evaluate`. */
type Database = Map<string, readonly NaiveFact[]>;

const maxCallDepth = 200;

function evaluate(program: NaiveProgram, options: NaiveOptions): Database {
  const strata = strataOf(program);
  if (strata === undefined) throw new NaiveError('the program cannot be stratified');
  const database: Database = new Map();
  const context = createContext(program, options, database);
  const intern = ({ args, interval }: NaiveFact): NaiveFact => ({
    args: args.map(context.intern),
    ...(interval === undefined ? {} : { interval }),
  });
  for (const [key, facts] of options.facts ?? []) add(database, key, facts.map(intern));
  const stored = program.clauses.filter((clause) => program.predicates.get(keyOf(clause.head))?.isDeferred !== true);
  for (const [key, facts] of byHead(stored.filter((clause) => clause.premises.length === 0))) {
    add(
      database,
      key,
      facts.flatMap((clause) => derive(context, clause, new Map())),
    );
  }
  const stratumOf = (key: string): number => strata.get(key) ?? 0;
  const keys = new Set([...database.keys(), ...stored.map((clause) => keyOf(clause.head))]);
  for (const number of [...new Set([...keys].map(stratumOf))].sort((a, b) => a - b)) {
    const rules = stored.filter((clause) => clause.premises.length > 0 && stratumOf(keyOf(clause.head)) === number);
    const members = [...keys].filter((key) => stratumOf(key) === number);
    const given = new Map(members.map((key) => [key, database.get(key) ?? []]));
    const run = (some: readonly Clause[], keys: readonly string[]): void => {
      while (runRound(context, some, keys, database)) checkSize(database, options.maxFacts ?? 100_000);
    };
    run(rules, members);
    // What is not merged itself follows from the merged values that are left, not from those that were replaced.
    const others = members.filter((key) => program.predicates.get(key)?.lattice === undefined);
    if (others.length === members.length) continue;
    for (const key of others) database.set(key, given.get(key) ?? []);
    run(
      rules.filter((clause) => others.includes(keyOf(clause.head))),
      others,
    );
  }
  return new Map([...database].filter(([, facts]) => facts.length > 0));
}

/** Runs every rule once and merges what has to be merged; true if the facts are others than before. */
function runRound(
  context: SolveContext,
  rules: readonly Clause[],
  members: readonly string[],
  database: Database,
): boolean {
  const before = new Map(members.map((key) => [key, database.get(key) ?? []]));
  for (const rule of rules) add(database, keyOf(rule.head), derive(context, rule, new Map()));
  for (const key of members) {
    const lattice = context.program.predicates.get(key)?.lattice;
    if (lattice !== undefined) database.set(key, foldFacts(context, lattice, database.get(key) ?? []));
  }
  return members.some((key) => !sameFacts(before.get(key) ?? [], database.get(key) ?? []));
}

function add(database: Database, key: string, facts: readonly NaiveFact[]): void {
  const all = new Map([...(database.get(key) ?? []), ...facts].map((fact) => [factKey(fact), fact]));
  database.set(key, [...all.values()]);
}

function sameFacts(a: readonly NaiveFact[], b: readonly NaiveFact[]): boolean {
  const keys = new Set(a.map(factKey));
  return a.length === b.length && b.every((fact) => keys.has(factKey(fact)));
}

const knownKeys = new WeakMap<NaiveFact, string>();

/** Text that two facts of one predicate share exactly when they are the same fact. */
export function factKey(fact: NaiveFact): string {
  const known = knownKeys.get(fact);
  if (known !== undefined) return known;
  const { args, interval } = fact;
  const key = `${args.map(valueKey).join('|')}${interval === undefined ? '' : `@${interval.start}..${interval.end}`}`;
  knownKeys.set(fact, key);
  return key;
}

function checkSize(database: Database, maxFacts: number): void {
  let size = 0;
  for (const facts of database.values()) size += facts.length;
  if (size > maxFacts) throw new NaiveError(`more than ${maxFacts} facts`);
}

function createContext(program: NaiveProgram, options: NaiveOptions, database: Database): SolveContext {
  let depth = 0;
  const context: SolveContext = {
    program,
    registry: options.registry,
    now: options.now,
    intern: createIntern(),
    externals: options.externals ?? new Map(),
    factsOf: (key) => database.get(key) ?? [],
    call: (key, patterns) => {
      if (depth >= maxCallDepth) throw new NaiveError(`calls of \`${key}\` nest too deeply`);
      depth++;
      const clauses = program.clauses.filter((clause) => keyOf(clause.head) === key);
      const facts = clauses.flatMap((clause) => callClause(context, clause, patterns));
      depth--;
      return facts;
    },
  };
  return context;
}

/** Passes the inputs of a call to the variables of a head; a constant in the head filters. */
function callClause(context: SolveContext, clause: Clause, patterns: readonly Pattern[]): readonly NaiveFact[] {
  const inputs = context.program.predicates.get(keyOf(clause.head))?.inputs ?? new Set();
  let bindings: Bindings | undefined = new Map();
  for (const [column, pattern] of patterns.entries()) {
    const arg = clause.head.args[column];
    if (bindings === undefined) return [];
    if (arg !== undefined && inputs.has(column) && 'value' in pattern) {
      bindings = pass(context, arg, pattern.value, bindings);
    }
  }
  return bindings === undefined ? [] : derive(context, clause, bindings);
}

function pass(context: SolveContext, arg: Term, value: Value, bindings: Bindings): Bindings | undefined {
  if (arg.kind === 'constant') return context.intern(arg.value) === value ? bindings : undefined;
  if (arg.kind !== 'variable') return bindings;
  const known = bindings.get(arg.name);
  if (known === undefined) return new Map([...bindings, [arg.name, value]]);
  return known === value ? bindings : undefined;
}
