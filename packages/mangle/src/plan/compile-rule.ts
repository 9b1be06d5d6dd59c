import type {
  AtomPremise,
  BuiltinPremise,
  ComparePremise,
  Grouping,
  Instant,
  PredicateInfo,
  PredicateKey,
  Premise,
  Rule,
  TemporalPremise,
  Window,
} from '../program/program.js';
import type { PredicateBuiltin } from '../builtins/define.js';
import type { Registry } from '../builtins/registry.js';
import type { Term } from '../syntax/ast.js';
import type { Span } from '../text/source.js';
import { isUnusedInput } from './demand.js';
import { isAnonymous } from '../program/variables.js';
import { instantOperand, operandOf, registerOf, type Registers } from './operand.js';
import { orderPremises } from './order.js';
import type { ColumnBind, ColumnKey, GroupPlan, Operand, Output, Plan, Range, Step, WindowOperands } from './plan.js';

/** What the compiler has to know about the surroundings of a rule. */
export interface RuleContext {
  readonly predicates: ReadonlyMap<PredicateKey, PredicateInfo>;
  readonly registry: Registry;
  /** The predicates that grow while the rule runs; atoms of all others see every row. */
  readonly growing: ReadonlySet<PredicateKey>;
}

export interface Variant {
  /** The premise that reads only the last round's facts; absent for a full evaluation. */
  readonly recent?: Premise;
  /** Variables that have a value before the first step, in the order of their registers. */
  readonly bound?: readonly string[];
}

/** Turns a rule into a plan: order of premises, registers, keys of lookups. */
export function compileRule(rule: Rule, context: RuleContext, { recent, bound = [] }: Variant = {}): Plan {
  const compiler = new RuleCompiler(context, bound);
  const ordered = orderPremises(rule.premises, (key) => onDemand(key, context), bound, recent);
  const rank = new Map(rule.premises.map((premise, at) => [premise, at]));
  const recentRank = recent === undefined ? -1 : (rank.get(recent) ?? -1);
  for (const premise of ordered) {
    // Premises before the recent one see only stable rows, later ones all known rows: each pair is joined once.
    const isEarlier = (rank.get(premise) ?? 0) < recentRank;
    compiler.add(premise, premise === recent ? 'recent' : isEarlier ? 'stable' : 'known');
  }
  return compiler.finish(rule);
}

/** A predicate that grows with the rule itself is not asked: there the demand is derived by rules. */
function onDemand(key: PredicateKey, { predicates, growing }: RuleContext): PredicateInfo | undefined {
  const info = predicates.get(key);
  return info !== undefined && (info.isDeferred || info.isExternal) && !growing.has(key) ? info : undefined;
}

/** The comparison signs are short for these. */
const orderPredicates = { '<': ':lt', '<=': ':le', '>': ':gt', '>=': ':ge' } as const;

class RuleCompiler {
  readonly #context: RuleContext;
  readonly #steps: Step[] = [];
  readonly #registers = new Map<string, number>();

  constructor(context: RuleContext, bound: readonly string[]) {
    this.#context = context;
    for (const name of bound) this.#bind(name);
  }

  add(premise: Premise, range: Range): void {
    switch (premise.kind) {
      case 'atom':
        return premise.isNegated ? this.#addAbsent(premise) : this.#addAtom(premise, range);
      case 'temporal':
        return this.#addTemporal(premise, range);
      case 'compare':
        return this.#addCompare(premise);
      case 'builtin':
        return this.#addBuiltin(premise);
    }
  }

  finish(rule: Rule): Plan {
    const variables = [...this.#registers.keys()];
    const plan = { rule, steps: this.#steps, registerCount: variables.length, variables };
    if (rule.grouping === undefined) return { ...plan, head: this.#head(rule, this.#registers) };
    const { keys, lets } = rule.grouping;
    const group = new Map([...keys, ...lets.map(({ variable }) => variable)].map((name, at) => [name, at]));
    return { ...plan, grouping: this.#grouping(rule.grouping, group), head: this.#head(rule, group) };
  }

  #grouping({ keys, lets }: Grouping, group: Registers): GroupPlan {
    return {
      // An input of a demand that the body does not look at is not part of a row.
      row: [...this.#registers].flatMap(([name, register]) => (isUnusedInput(name) ? [] : [register])),
      keys: keys.map((name) => registerOf(name, this.#registers)),
      lets: lets.map(({ reducer, args, span }) =>
        reducer === undefined
          ? { args: args.map((arg) => this.#operand(arg, group)), span }
          : { reducer, args: args.map((arg) => this.#operand(arg)), span },
      ),
    };
  }

  #head({ args, interval }: Rule, registers: Registers): Operand[] {
    const columns = args.map((arg) => this.#operand(arg, registers));
    if (interval === undefined) return columns;
    return [...columns, this.#instant(interval.start, registers), this.#instant(interval.end, registers)];
  }

  #addAtom({ predicate, args, span }: AtomPremise, range: Range): void {
    this.#addAsk(predicate, args, span);
    const columns = this.#columns(args);
    this.#steps.push({ kind: 'scan', predicate, range: this.#rangeOf(predicate, range), ...columns, span });
  }

  #addAbsent({ predicate, args, span }: AtomPremise): void {
    this.#addAsk(predicate, args, span);
    const key = args.flatMap((arg, column) =>
      this.#isExistential(arg) ? [] : [{ column, value: this.#operand(arg) }],
    );
    this.#steps.push({ kind: 'absent', predicate, key, span });
  }

  #isExistential(arg: Term): boolean {
    return arg.kind === 'variable' && isAnonymous(arg.name) && !this.#registers.has(arg.name);
  }

  #addAsk(predicate: PredicateKey, args: readonly Term[], span: Span): void {
    const info = onDemand(predicate, this.#context);
    if (info === undefined) return;
    const inputs = args.filter((_, at) => info.mode?.[at] === '+').map((arg) => this.#operand(arg));
    this.#steps.push({ kind: 'ask', predicate, inputs, span });
  }

  #addTemporal({ predicate, args, window, binds, span }: TemporalPremise, range: Range): void {
    const seen = this.#rangeOf(predicate, range);
    const covers = window?.kind === 'throughout';
    if (covers) {
      const step = { predicate, range: seen, window: this.#window(window), span };
      this.#steps.push({ kind: 'cover', ...step, ...this.#columns(args) });
      if (binds === undefined) return;
    }
    const sides = [binds?.start, binds?.end].map((side) => (side?.kind === 'equals' ? side.instant : undefined));
    const columns = this.#columns(args, sides);
    // An interval that completes the cover makes the older intervals of its atom solutions too, hence all known rows.
    const rows = covers && seen !== 'all' ? 'known' : seen;
    const step = { kind: 'scan', predicate, range: rows, ...columns, span } as const;
    this.#steps.push(window === undefined ? step : { ...step, window: this.#window(window) });
  }

  #window({ from, to, isUnordered = false }: Window): WindowOperands {
    return { from: this.#instant(from), to: this.#instant(to), isUnordered };
  }

  #addCompare({ operator, left, right, span }: ComparePremise): void {
    if (operator === '=') {
      for (const [target, source] of [
        [left, right],
        [right, left],
      ] as const) {
        if (target.kind !== 'variable' || this.#registers.has(target.name)) continue;
        const value = this.#operand(source);
        this.#steps.push({ kind: 'assign', register: this.#bind(target.name), value, span });
        return;
      }
    }
    const [a, b] = [this.#operand(left), this.#operand(right)];
    if (operator === '=' || operator === '!=') this.#steps.push({ kind: 'compare', operator, left: a, right: b, span });
    else
      this.#steps.push({
        kind: 'builtin',
        builtin: this.#order(operator),
        inputs: [a, b],
        outputs: [],
        isNegated: false,
        span,
      });
  }

  #order(operator: keyof typeof orderPredicates): PredicateBuiltin {
    const builtin = this.#context.registry.predicates.get(orderPredicates[operator]);
    if (builtin === undefined) throw new Error(`there is no predicate ${orderPredicates[operator]}`);
    return builtin;
  }

  #addBuiltin({ builtin, args, isNegated, span }: BuiltinPremise): void {
    const inputs = args.filter((_, at) => builtin.modes[at] === '+').map((arg) => this.#operand(arg));
    const outputs = args.filter((_, at) => builtin.modes[at] === '-').map((arg) => this.#output(arg, isNegated));
    this.#steps.push({ kind: 'builtin', builtin, inputs, outputs, isNegated, span });
  }

  #output(arg: Term, isNegated: boolean): Output {
    if (arg.kind === 'variable' && !this.#registers.has(arg.name)) {
      return isNegated ? { kind: 'ignore' } : { kind: 'bind', register: this.#bind(arg.name) };
    }
    return { kind: 'equal', value: this.#operand(arg) };
  }

  /** Splits the columns of an atom into those with known values, those to bind, and repeats of the latter. */
  #columns(
    args: readonly Term[],
    sides: readonly (Instant | undefined)[] = [],
  ): { key: ColumnKey[]; binds: ColumnBind[]; repeats: ColumnBind[] } {
    const key: ColumnKey[] = [];
    const binds: ColumnBind[] = [];
    const repeats: ColumnBind[] = [];
    const fresh = new Set<string>();
    const addVariable = (name: string, column: number): void => {
      const register = this.#registers.get(name);
      if (register === undefined) {
        fresh.add(name);
        binds.push({ column, register: this.#bind(name) });
      } else if (fresh.has(name)) repeats.push({ column, register });
      else key.push({ column, value: { kind: 'register', register } });
    };
    args.forEach((arg, column) => {
      if (arg.kind === 'variable') addVariable(arg.name, column);
      else key.push({ column, value: this.#operand(arg) });
    });
    sides.forEach((side, at) => {
      const column = args.length + at;
      if (side?.kind === 'variable') addVariable(side.name, column);
      else if (side !== undefined) key.push({ column, value: this.#instant(side) });
    });
    return { key, binds, repeats };
  }

  #operand(term: Term, registers: Registers = this.#registers): Operand {
    return operandOf(term, registers, this.#context.registry);
  }

  #instant(instant: Instant, registers: Registers = this.#registers): Operand {
    return instantOperand(instant, registers);
  }

  #rangeOf(predicate: PredicateKey, range: Range): Range {
    return this.#context.growing.has(predicate) ? range : 'all';
  }

  #bind(name: string): number {
    const register = this.#registers.size;
    this.#registers.set(name, register);
    return register;
  }
}
