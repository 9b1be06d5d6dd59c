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
import { areSolutionsDistinct } from './distinct.js';
import { keptOf, totalsOf } from './totals.js';
import { isAnonymous, visitTerm } from '../program/variables.js';
import { termsOf } from './constants.js';
import { instantOperand, operandOf, registerOf, type Registers } from './operand.js';
import { orderPremises, type SizeOf } from './order.js';
import type { ColumnBind, ColumnKey, GroupPlan, Operand, Output, Plan, Range, Step, WindowOperands } from './plan.js';

/** What the compiler has to know about the surroundings of a rule. */
export interface RuleContext {
  readonly predicates: ReadonlyMap<PredicateKey, PredicateInfo>;
  readonly registry: Registry;
  /** The predicates that grow while the rule runs; atoms of all others see every row. */
  readonly growing: ReadonlySet<PredicateKey>;
  readonly sizeOf: SizeOf;
}

/** What a plan of a rule is for. Without anything it finds all solutions. */
export interface Variant {
  /** Only solutions in which a premise reads what changed. */
  readonly driver?: Driver;
  /** The other premises see the base as it was, not what the run made of it. */
  readonly isOld?: boolean;
  /** Variables that have a value before the first step, in the order of their registers. */
  readonly bound?: readonly string[];
  /**
   * What a plan of a rule with grouping gives: its facts, or the keys of the groups that its solutions belong to, or
   * beside the keys the arguments of the reducers and all variables, so that each solution is one row.
   */
  readonly gives?: 'facts' | 'keys' | 'rows';
}

export interface Driver {
  readonly premise: Premise;
  /** A negated premise is driven by facts that came or went, too; it is tested all the same. */
  readonly range: 'recent' | 'added' | 'gone' | 'doomed';
}

/** Turns a rule into a plan: order of premises, registers, keys of lookups. */
export function compileRule(rule: Rule, context: RuleContext, variant: Variant = {}): Plan {
  const { driver, bound = [], isOld = false, gives = 'facts' } = variant;
  const compiler = new RuleCompiler(context, bound, isOld);
  const { premises, first } =
    driver === undefined ? { premises: rule.premises } : driven(rule.premises, driver.premise);
  const ordered = orderPremises(premises, (key) => onDemand(key, context), bound, context.sizeOf, first);
  const rank = new Map(premises.map((premise, at) => [premise, at]));
  const driverRank = driver?.range === 'recent' && first !== undefined ? (rank.get(first) ?? -1) : -1;
  for (const premise of ordered) {
    // Premises before the recent one see only stable rows, later ones all known rows: each pair is joined once.
    const isEarlier = (rank.get(premise) ?? 0) < driverRank;
    if (premise === first && driver !== undefined) compiler.addDriver(premise, driver.range);
    else compiler.add(premise, isEarlier ? 'stable' : 'known');
  }
  return compiler.finish(rule, bound.length, gives);
}

/**
 * The premises with one that can come first. An atom gives way to one whose arguments are variables and constants;
 * functions among them become equations. A negated one stays as a test, behind the atom that drives it.
 */
function driven(premises: readonly Premise[], premise: Premise): { premises: readonly Premise[]; first: Premise } {
  if (premise.kind !== 'atom') return { premises, first: premise };
  const equations: Premise[] = [];
  const args = premise.args.map((arg, column): Term => {
    const isPlain = arg.kind !== 'apply' && !(premise.isNegated && isWildcard(arg));
    if (isPlain) return arg;
    const fresh: Term = { kind: 'variable', name: `${drivenColumn}${column}`, span: arg.span };
    if (arg.kind === 'apply') {
      equations.push({ kind: 'compare', operator: '=', left: fresh, right: arg, span: arg.span });
    }
    return fresh;
  });
  const first: Premise = { ...premise, args, isNegated: false };
  const replaced = [first, ...equations, ...(premise.isNegated ? [premise] : [])];
  return { premises: premises.flatMap((each) => (each === premise ? replaced : [each])), first };
}

/** A variable that stands for "anything" in a negated atom. */
function isWildcard(arg: Term): boolean {
  return arg.kind === 'variable' && isAnonymous(arg.name);
}

/** Starts the names of variables that stand for a column of an atom; not writable in source, and never part of a row. */
const drivenColumn = '_driven';

/** A predicate that grows with the rule itself is not asked: there the demand is derived by rules. */
export function onDemand(
  key: PredicateKey,
  { predicates, growing }: Pick<RuleContext, 'predicates' | 'growing'>,
): PredicateInfo | undefined {
  const info = predicates.get(key);
  return info !== undefined && (info.isDeferred || info.isExternal) && !growing.has(key) ? info : undefined;
}

/** The comparison signs are short for these. */
const orderPredicates = { '<': ':lt', '<=': ':le', '>': ':gt', '>=': ':ge' } as const;

/** An input of a demand that the body does not look at is no part of a row, nor is a helper of a driver. */
function isPartOfRow(variable: string): boolean {
  return !isUnusedInput(variable) && !variable.startsWith(drivenColumn);
}

class RuleCompiler {
  readonly #context: RuleContext;
  readonly #steps: Step[] = [];
  readonly #registers = new Map<string, number>();
  readonly #isOld: boolean;

  constructor(context: RuleContext, bound: readonly string[], isOld: boolean) {
    this.#context = context;
    this.#isOld = isOld;
    for (const name of bound) this.#bind(name);
  }

  add(premise: Premise, range: Range): void {
    switch (premise.kind) {
      case 'atom':
        return premise.isNegated ? this.#addAbsent(premise) : this.#addAtom(premise, range);
      case 'temporal':
        return this.#addTemporal(premise, this.#rangeOf(premise.predicate, range));
      case 'compare':
        return this.#addCompare(premise);
      case 'builtin':
        return this.#addBuiltin(premise);
    }
  }

  /** The premise that reads what changed. An external or deferred predicate is not asked: its facts are at hand. */
  addDriver(premise: Premise, range: Range): void {
    if (premise.kind === 'temporal') this.#addTemporal(premise, range);
    else if (premise.kind === 'atom') this.#addScan(premise, range);
  }

  finish(rule: Rule, boundCount: number, gives: NonNullable<Variant['gives']>): Plan {
    const variables = [...this.#registers.keys()];
    const callsHost = termsOf(rule).some(hasHostCall);
    const planWith = (head: readonly Operand[], grouping?: GroupPlan): Plan => {
      const { length } = variables;
      const steps = this.#steps;
      return { rule, steps, registerCount: length, variables, callsHost, boundCount, head, grouping, made: {} };
    };
    if (rule.grouping !== undefined && gives !== 'facts') return planWith(this.#rowOf(rule.grouping, gives));
    if (rule.grouping === undefined) return planWith(this.#head(rule, this.#registers));
    const { keys, lets } = rule.grouping;
    const group = new Map([...keys, ...lets.map(({ variable }) => variable)].map((name, at) => [name, at]));
    return planWith(this.#head(rule, group), this.#grouping(rule.grouping, group));
  }

  #rowOf({ keys, lets }: Grouping, gives: 'keys' | 'rows'): Operand[] {
    const known = keys.map((name) => this.#register(name));
    if (gives === 'keys') return known;
    const reduced = lets.flatMap(({ reducer, args }) => (reducer === undefined ? [] : args.slice(0, 1)));
    const names = [...this.#registers.keys()].filter(isPartOfRow).sort();
    return [...known, ...reduced.map((arg) => this.#operand(arg)), ...names.map((name) => this.#register(name))];
  }

  #grouping({ keys, lets }: Grouping, group: Registers): GroupPlan {
    const row = [...this.#registers].flatMap(([name, register]) => (isPartOfRow(name) ? [register] : []));
    const isDistinct =
      row.length === this.#registers.size && areSolutionsDistinct(this.#steps, (key) => this.#widthOf(key));
    const plan = {
      row,
      isDistinct,
      keys: keys.map((name) => registerOf(name, this.#registers)),
      lets: lets.map(({ reducer, args, span }) =>
        reducer === undefined
          ? { args: args.map((arg) => operandOf(arg, group, this.#context.registry)), span }
          : { reducer, args: args.map((arg) => this.#operand(arg)), span },
      ),
    };
    return { ...plan, kept: keptOf(plan), totals: totalsOf(plan) };
  }

  #widthOf(predicate: PredicateKey): number | undefined {
    const info = this.#context.predicates.get(predicate);
    return info === undefined ? undefined : info.arity + (info.isTemporal ? 2 : 0);
  }

  #head({ args, interval }: Rule, registers: Registers): Operand[] {
    const columns = args.map((arg) => this.#operand(arg, registers));
    if (interval === undefined) return columns;
    return [...columns, this.#instant(interval.start, registers), this.#instant(interval.end, registers)];
  }

  #addAtom(premise: AtomPremise, range: Range): void {
    this.#addAsk(premise.predicate, premise.args, premise.span);
    this.#addScan(premise, this.#rangeOf(premise.predicate, range));
  }

  #addScan({ predicate, args, span }: AtomPremise, range: Range): void {
    this.#steps.push({ kind: 'scan', predicate, range, ...this.#columns(args), span });
  }

  #addAbsent({ predicate, args, span }: AtomPremise): void {
    this.#addAsk(predicate, args, span);
    const key = args.flatMap((arg, column) =>
      this.#isExistential(arg) ? [] : [{ column, value: this.#operand(arg) }],
    );
    this.#steps.push({ kind: 'absent', predicate, key, isOld: this.#isOld, span });
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
    const covers = window?.kind === 'throughout';
    if (covers) {
      const step = { predicate, range, window: this.#window(window), isOld: this.#isOld, span };
      this.#steps.push({ kind: 'cover', ...step, ...this.#columns(args) });
      if (binds === undefined) return;
    }
    const sides = [binds?.start, binds?.end].map((side) => (side?.kind === 'equals' ? side.instant : undefined));
    const columns = this.#columns(args, sides);
    // An interval that completes the cover makes the older intervals of its atom solutions too, hence all known rows.
    const rows = covers ? this.#rangeOf(predicate, 'known') : range;
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
    if (this.#isOld) return 'old';
    return this.#context.growing.has(predicate) ? range : 'all';
  }

  #register(name: string): Operand {
    return { kind: 'register', register: registerOf(name, this.#registers) };
  }

  #bind(name: string): number {
    const register = this.#registers.size;
    this.#registers.set(name, register);
    return register;
  }
}

/** The names of host functions have a beginning of their own. */
function hasHostCall(term: Term): boolean {
  let isFound = false;
  visitTerm(term, (part) => {
    if (part.kind === 'apply' && part.name.startsWith('fn:app:')) isFound = true;
  });
  return isFound;
}
