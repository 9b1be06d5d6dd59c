import type { FunctionBuiltin, PredicateBuiltin } from '../builtins/define.js';
import type {
  AtomPremise,
  BuiltinPremise,
  ComparePremise,
  Instant,
  PredicateInfo,
  PredicateKey,
  Premise,
  Program,
  Rule,
  TemporalPremise,
  Window,
} from '../program/program.js';
import { isAnonymous } from '../program/variables.js';
import type { Term } from '../syntax/ast.js';
import { compareText } from '../text/order.js';
import type { Span } from '../text/source.js';
import type { Value } from '../value/value.js';

/**
 * A rule for the search of reasons: one step for each premise over numbered registers. Constants and the results of
 * functions have registers too, so a step knows nothing but registers and columns. It depends on no facts.
 */
export interface RulePlan {
  readonly rule: Rule;
  readonly steps: readonly RuleStep[];
  readonly registerCount: number;
  readonly constants: readonly { readonly register: number; readonly value: Value }[];
  readonly instants: readonly { readonly register: number; readonly offset: bigint }[];
  /** The variables of the body with their registers, by name. */
  readonly variables: readonly VariableRegister[];
  /** Those that do not stand for a `_`. */
  readonly named: readonly VariableRegister[];
  /** The head's variables that have a value before the first step, and the columns it comes from. */
  readonly bound: readonly ColumnRegister[];
  /** The columns of the head and what they must be equal to; without the columns of `bound`, and none for a grouping. */
  readonly head: readonly ColumnRegister[];
  readonly headCalls: readonly CallPlan[];
}

export interface VariableRegister {
  readonly variable: string;
  readonly register: number;
}

export interface ColumnRegister {
  readonly column: number;
  readonly register: number;
}

/** A function whose value goes into a register. */
export interface CallPlan {
  readonly builtin: FunctionBuiltin;
  readonly args: readonly number[];
  readonly register: number;
  readonly span: Span;
}

export type StepKind = 'scan' | 'cover' | 'absent' | 'assign' | 'equal' | 'differ' | 'builtin';

/** One premise. Every step has every field, so that the solver's code stays monomorphic. */
export interface RuleStep {
  readonly kind: StepKind;
  readonly premise: Premise;
  /** The index of the premise in the rule. */
  readonly at: number;
  readonly calls: readonly CallPlan[];
  readonly predicate: PredicateKey;
  /** Whether the premise's facts are derived together with the rule's head. */
  readonly isSameComponent: boolean;
  readonly keyColumns: readonly number[];
  readonly keyRegisters: readonly number[];
  /** Whether the key has all columns, so that there is at most one row. */
  readonly isWhole: boolean;
  readonly binds: readonly ColumnRegister[];
  /** Columns that repeat a variable bound by this very step. */
  readonly repeats: readonly ColumnRegister[];
  readonly window: WindowRegisters | undefined;
  /** What a deferred predicate must be asked with. */
  readonly inputs: readonly number[];
  readonly builtin: PredicateBuiltin | undefined;
  readonly isNegated: boolean;
  readonly outputs: readonly OutputPlan[];
  /** The two sides of an assignment (to, from) or of a comparison. */
  readonly left: number;
  readonly right: number;
}

export interface WindowRegisters {
  readonly from: number;
  readonly to: number;
  readonly isUnordered: boolean;
}

/** What becomes of an output of a builtin. */
export interface OutputPlan {
  readonly kind: 'bind' | 'equal' | 'ignore';
  readonly register: number;
}

export interface PlanContext {
  readonly program: Program;
  readonly isSameComponent: (predicate: PredicateKey) => boolean;
}

/**
 * Plans a rule.
 * @param order the indexes of its premises, in an order in which each finds the variables that it needs
 * @param bound the columns of the head, the two of its interval behind the arguments, whose variables are known
 */
export function planRule(
  rule: Rule,
  context: PlanContext,
  order: readonly number[],
  bound: ReadonlySet<number>,
): RulePlan {
  return new Planner(rule, context).plan(order, bound);
}

const orderPredicates = { '<': ':lt', '<=': ':le', '>': ':gt', '>=': ':ge' } as const;

class Planner {
  readonly #rule: Rule;
  readonly #context: PlanContext;
  #count = 0;
  readonly #variables = new Map<string, number>();
  readonly #constants: { register: number; value: Value }[] = [];
  readonly #instants: { register: number; offset: bigint }[] = [];
  #calls: CallPlan[] = [];

  constructor(rule: Rule, context: PlanContext) {
    this.#rule = rule;
    this.#context = context;
  }

  plan(order: readonly number[], boundColumns: ReadonlySet<number>): RulePlan {
    const bound = this.#bindHead(boundColumns);
    const steps = order.map((at) => this.#step(at));
    const variables = [...this.#variables]
      .map(([variable, register]) => ({ variable, register }))
      .sort((a, b) => compareText(a.variable, b.variable));
    this.#calls = [];
    const head = this.#rule.grouping === undefined ? this.#headTests(bound) : [];
    return {
      rule: this.#rule,
      steps,
      registerCount: this.#count,
      constants: this.#constants,
      instants: this.#instants,
      variables,
      named: variables.filter(({ variable }) => !isAnonymous(variable)),
      bound,
      head,
      headCalls: this.#calls,
    };
  }

  #bindHead(columns: ReadonlySet<number>): ColumnRegister[] {
    const bound: ColumnRegister[] = [];
    for (const [column, name] of headVariables(this.#rule)) {
      if (columns.has(column) && !this.#variables.has(name)) bound.push({ column, register: this.#bind(name) });
    }
    return bound;
  }

  #headTests(bound: readonly ColumnRegister[]): ColumnRegister[] {
    const { args, interval } = this.#rule;
    const isBound = new Set(bound.map(({ column }) => column));
    const columns = args.map((arg) => () => this.#register(arg));
    if (interval !== undefined) {
      columns.push(
        () => this.#instant(interval.start),
        () => this.#instant(interval.end),
      );
    }
    return columns.flatMap((register, column) => (isBound.has(column) ? [] : [{ column, register: register() }]));
  }

  #step(at: number): RuleStep {
    const premise = this.#rule.premises[at];
    if (premise === undefined) throw new RangeError(`the rule has no premise ${at}`);
    this.#calls = [];
    const blank = { ...blankStep, premise, at };
    const part = this.#part(premise);
    return { ...blank, ...part, calls: this.#calls };
  }

  #part(premise: Premise): Partial<RuleStep> {
    switch (premise.kind) {
      case 'atom':
        return premise.isNegated ? this.#absent(premise) : this.#atom(premise);
      case 'temporal':
        return this.#temporal(premise);
      case 'compare':
        return this.#compare(premise);
      case 'builtin':
        return this.#builtin(premise);
    }
  }

  #atom({ predicate, args }: AtomPremise): Partial<RuleStep> {
    const inputs = this.#inputs(predicate, args);
    return { kind: 'scan', ...this.#facts(predicate), inputs, ...this.#columns(args, [], args.length) };
  }

  #absent({ predicate, args }: AtomPremise): Partial<RuleStep> {
    const inputs = this.#inputs(predicate, args);
    const known = args.flatMap((arg, column) =>
      this.#isUnbound(arg) ? [] : [{ column, register: this.#register(arg) }],
    );
    return {
      kind: 'absent',
      ...this.#facts(predicate),
      inputs,
      keyColumns: known.map(({ column }) => column),
      keyRegisters: known.map(({ register }) => register),
      // The times of a temporal predicate are columns, too.
      isWhole: known.length === args.length && this.#context.program.predicates.get(predicate)?.isTemporal !== true,
    };
  }

  #temporal({ predicate, args, window, binds }: TemporalPremise): Partial<RuleStep> {
    const windowRegisters = window === undefined ? undefined : this.#window(window);
    const isCover = window?.kind === 'throughout';
    const sides = [binds?.start, binds?.end].map((side) => (side?.kind === 'equals' ? side.instant : undefined));
    return {
      kind: isCover ? 'cover' : 'scan',
      ...this.#facts(predicate),
      ...this.#columns(args, sides, args.length + 2),
      window: windowRegisters,
    };
  }

  #window({ from, to, isUnordered = false }: Window): WindowRegisters {
    return { from: this.#instant(from), to: this.#instant(to), isUnordered };
  }

  #compare({ operator, left, right }: ComparePremise): Partial<RuleStep> {
    if (operator === '=') {
      for (const [target, source] of [
        [left, right],
        [right, left],
      ] as const) {
        if (target.kind !== 'variable' || this.#variables.has(target.name)) continue;
        const from = this.#register(source);
        return { kind: 'assign', left: this.#bind(target.name), right: from };
      }
    }
    const [a, b] = [this.#register(left), this.#register(right)];
    if (operator === '=' || operator === '!=')
      return { kind: operator === '=' ? 'equal' : 'differ', left: a, right: b };
    const builtin = this.#context.program.registry.predicates.get(orderPredicates[operator]);
    if (builtin === undefined) throw new Error(`there is no predicate ${orderPredicates[operator]}`);
    return { kind: 'builtin', builtin, inputs: [a, b] };
  }

  #builtin({ builtin, args, isNegated }: BuiltinPremise): Partial<RuleStep> {
    const inputs = args.filter((_, at) => builtin.modes[at] === '+').map((arg) => this.#register(arg));
    const outputs = args.filter((_, at) => builtin.modes[at] === '-').map((arg) => this.#output(arg, isNegated));
    return { kind: 'builtin', builtin, inputs, outputs, isNegated };
  }

  #output(arg: Term, isNegated: boolean): OutputPlan {
    if (arg.kind !== 'variable' || this.#variables.has(arg.name))
      return { kind: 'equal', register: this.#register(arg) };
    return isNegated ? { kind: 'ignore', register: 0 } : { kind: 'bind', register: this.#bind(arg.name) };
  }

  #facts(predicate: PredicateKey): Pick<RuleStep, 'predicate' | 'isSameComponent'> {
    return { predicate, isSameComponent: this.#context.isSameComponent(predicate) };
  }

  /** The `+` arguments of a predicate that is answered on demand. */
  #inputs(predicate: PredicateKey, args: readonly Term[]): number[] {
    const info: PredicateInfo | undefined = this.#context.program.predicates.get(predicate);
    if (info === undefined || !info.isDeferred) return [];
    return args.filter((_, at) => info.mode?.[at] === '+').map((arg) => this.#register(arg));
  }

  #columns(
    args: readonly Term[],
    sides: readonly (Instant | undefined)[],
    width: number,
  ): Pick<RuleStep, 'keyColumns' | 'keyRegisters' | 'isWhole' | 'binds' | 'repeats'> {
    const key: ColumnRegister[] = [];
    const binds: ColumnRegister[] = [];
    const repeats: ColumnRegister[] = [];
    const fresh = new Set<string>();
    const addVariable = (name: string, column: number): void => {
      const register = this.#variables.get(name);
      if (register === undefined) {
        fresh.add(name);
        binds.push({ column, register: this.#bind(name) });
      } else (fresh.has(name) ? repeats : key).push({ column, register });
    };
    args.forEach((arg, column) => {
      if (arg.kind === 'variable') addVariable(arg.name, column);
      else key.push({ column, register: this.#register(arg) });
    });
    sides.forEach((side, at) => {
      if (side?.kind === 'variable') addVariable(side.name, args.length + at);
      else if (side !== undefined) key.push({ column: args.length + at, register: this.#instant(side) });
    });
    const keyColumns = key.map(({ column }) => column);
    return {
      keyColumns,
      keyRegisters: key.map(({ register }) => register),
      isWhole: keyColumns.length === width,
      binds,
      repeats,
    };
  }

  #isUnbound(arg: Term): boolean {
    return arg.kind === 'variable' && !this.#variables.has(arg.name);
  }

  /** The register that holds a term's value once the calls so far have run. */
  #register(term: Term): number {
    switch (term.kind) {
      case 'variable':
        return this.#known(term.name);
      case 'constant':
        return this.#constant(term.value);
      case 'wildcard':
        throw new Error('a wildcard has no value');
      case 'apply': {
        const builtin = this.#context.program.registry.functions.get(term.name);
        if (builtin === undefined) throw new Error(`there is no function ${term.name}`);
        const args = term.args.map((arg) => this.#register(arg));
        const register = this.#count++;
        this.#calls.push({ builtin, args, register, span: term.span });
        return register;
      }
    }
  }

  #instant(instant: Instant): number {
    if (instant.kind === 'variable') return this.#known(instant.name);
    if (instant.kind === 'time') return this.#constant({ kind: 'time', nanos: instant.nanos });
    const register = this.#count++;
    this.#instants.push({ register, offset: instant.offset });
    return register;
  }

  #constant(value: Value): number {
    const register = this.#count++;
    this.#constants.push({ register, value });
    return register;
  }

  #known(name: string): number {
    const register = this.#variables.get(name);
    if (register === undefined) throw new Error(`the variable ${name} has no value here`);
    return register;
  }

  #bind(name: string): number {
    const register = this.#count++;
    this.#variables.set(name, register);
    return register;
  }
}

const blankStep: Omit<RuleStep, 'premise' | 'at'> = {
  kind: 'equal',
  calls: [],
  predicate: '',
  isSameComponent: false,
  keyColumns: [],
  keyRegisters: [],
  isWhole: false,
  binds: [],
  repeats: [],
  window: undefined,
  inputs: [],
  builtin: undefined,
  isNegated: false,
  outputs: [],
  left: 0,
  right: 0,
};

/**
 * The columns of a head that are a variable of the body. The sides of an interval are times in the stored row but may
 * be numbers in the body; only one that a premise takes from a stored interval is surely a time.
 */
export function headVariables(rule: Rule): [column: number, name: string][] {
  const { args, interval, grouping } = rule;
  const found: [number, string][] = [];
  args.forEach((arg, column) => {
    if (arg.kind !== 'variable') return;
    if (grouping === undefined || grouping.keys.includes(arg.name)) found.push([column, arg.name]);
  });
  [interval?.start, interval?.end].forEach((side, at) => {
    if (side?.kind === 'variable' && isStoredTime(rule, side.name)) found.push([args.length + at, side.name]);
  });
  return found;
}

function isStoredTime({ premises, grouping }: Rule, name: string): boolean {
  if (grouping !== undefined && !grouping.keys.includes(name)) return false;
  return premises.some(
    (premise) =>
      premise.kind === 'temporal' &&
      [premise.binds?.start, premise.binds?.end].some(
        (side) => side?.kind === 'equals' && side.instant.kind === 'variable' && side.instant.name === name,
      ),
  );
}
