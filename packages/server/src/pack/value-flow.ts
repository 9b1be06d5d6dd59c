import type { ast, PredicateKey, Program, Rule } from '@manglecp/mangle';

type Premise = Rule['premises'][number];
type PremiseOf<Kind extends Premise['kind']> = Extract<Premise, { readonly kind: Kind }>;

/** A column of a predicate. */
export type Place = `${PredicateKey}#${number}`;

/** Where a value may come from. `computed` is anywhere: a struct whose labels are not written in the rule. */
export type Origin = Place | 'computed';

export function placeOf(predicate: PredicateKey, column: number): Place {
  return `${predicate}#${column}`;
}

/** Which values rules put where. Values that are only looked at, and those that the text of a rule says, come from nowhere. */
export class ValueFlow {
  readonly #program: Program;
  readonly #origins = new Map<Place, Set<Origin>>();

  constructor(program: Program) {
    this.#program = program;
    for (const rule of program.rules) this.#addRule(rule);
    for (const { key, lattice } of program.predicates.values()) {
      if (lattice === undefined) continue;
      const [own, merge] = [placeOf(key, lattice.target), lattice.merge];
      this.#add(own, [placeOf(merge, 2)]);
      this.#add(placeOf(merge, 0), [own]);
      this.#add(placeOf(merge, 1), [own]);
    }
  }

  /** The columns whose values, or parts of them, a term of a rule has. */
  ofTerm(rule: Rule, term: ast.Term): readonly Origin[] {
    return this.#ofTerm(rule, term, new Set());
  }

  /** The term that a variable of a rule without groups is equal to, if nothing else gives it its value. */
  definitionOf(rule: Rule, variable: string): ast.Term | undefined {
    if (rule.grouping !== undefined || this.#isInput(rule, variable)) return undefined;
    const binder = rule.premises.find((premise) => mentions(premise, variable));
    return binder?.kind === 'compare' ? otherSide(binder, variable) : undefined;
  }

  /** All columns that values of these origins get into, the origins included. */
  reachedFrom(sources: readonly Origin[]): ReadonlySet<Origin> {
    const targets = new Map<Origin, Place[]>();
    for (const [place, origins] of this.#origins) {
      for (const origin of origins) {
        const known = targets.get(origin);
        if (known === undefined) targets.set(origin, [place]);
        else known.push(place);
      }
    }
    return closure(sources, (origin) => targets.get(origin) ?? []);
  }

  /** All columns that values get from to these places, the places included. */
  reaching(places: readonly Origin[]): ReadonlySet<Origin> {
    return closure(places, (place) => (place === 'computed' ? [] : (this.#origins.get(place) ?? [])));
  }

  #addRule(rule: Rule): void {
    for (const [column, term] of rule.args.entries()) {
      this.#add(placeOf(rule.predicate, column), this.ofTerm(rule, term));
    }
    // A deferred predicate has its inputs from those who ask it.
    for (const premise of rule.premises) {
      if (!('predicate' in premise) || this.#program.predicates.get(premise.predicate)?.isDeferred !== true) continue;
      for (const [column, term] of premise.args.entries()) {
        this.#add(placeOf(premise.predicate, column), this.ofTerm(rule, term));
      }
    }
  }

  #add(place: Place, origins: readonly Origin[]): void {
    const known = this.#origins.get(place) ?? new Set();
    this.#origins.set(place, known);
    for (const origin of origins) known.add(origin);
  }

  #ofTerm(rule: Rule, term: ast.Term, open: ReadonlySet<string>): readonly Origin[] {
    switch (term.kind) {
      case 'constant':
      case 'wildcard':
        return [];
      case 'variable':
        // INVARIANT: a variable is not defined by itself; if it were, anything could be.
        return open.has(term.name) ? ['computed'] : this.#ofVariable(rule, term.name, new Set([...open, term.name]));
      case 'apply': {
        const origins = term.args.flatMap((arg) => this.#ofTerm(rule, arg, open));
        return hasComputedLabels(term) ? ['computed', ...origins] : origins;
      }
    }
  }

  #ofVariable(rule: Rule, variable: string, open: ReadonlySet<string>): readonly Origin[] {
    const made = rule.grouping?.lets.find((each) => each.variable === variable);
    if (made !== undefined) return made.args.flatMap((arg) => this.#ofTerm(rule, arg, open));
    if (this.#isInput(rule, variable)) return placesIn(rule, variable);
    // Premises stand in an order in which the first one that mentions a variable gives it its value.
    const binder = rule.premises.find((premise) => mentions(premise, variable));
    switch (binder?.kind) {
      case undefined:
        return placesIn(rule, variable);
      case 'atom':
      case 'temporal':
        // An end of an interval is a time, and in no column.
        return placesIn(binder, variable);
      case 'compare': {
        const other = otherSide(binder, variable);
        return other === undefined ? ['computed'] : this.#ofTerm(rule, other, open);
      }
      case 'builtin':
        return binder.args.flatMap((arg, at) =>
          binder.builtin.modes[at] === '+' ? this.#ofTerm(rule, arg, open) : [],
        );
    }
  }

  /** Whether those who ask a deferred predicate give the variable its value. */
  #isInput({ predicate, args }: Rule, variable: string): boolean {
    const { isDeferred = false, mode = [] } = this.#program.predicates.get(predicate) ?? {};
    return isDeferred && args.some((arg, column) => mode[column] === '+' && holds(arg, variable));
  }
}

/** Whether it is a struct, and something other than its text says what its labels are. */
export function hasComputedLabels({ name, args }: ast.Apply): boolean {
  return name === 'fn:struct' && args.some((arg, at) => at % 2 === 0 && arg.kind !== 'constant');
}

function placesIn({ predicate, args }: Pick<Rule, 'predicate' | 'args'>, variable: string): readonly Place[] {
  return args.flatMap((arg, column) => (holds(arg, variable) ? [placeOf(predicate, column)] : []));
}

function mentions(premise: Premise, variable: string): boolean {
  switch (premise.kind) {
    case 'compare':
      return premise.operator === '=' && (holds(premise.left, variable) || holds(premise.right, variable));
    case 'temporal':
      return premise.args.some((arg) => holds(arg, variable)) || bindsTime(premise, variable);
    case 'atom':
    case 'builtin':
      return !premise.isNegated && premise.args.some((arg) => holds(arg, variable));
  }
}

function bindsTime({ binds }: PremiseOf<'temporal'>, variable: string): boolean {
  return [binds?.start, binds?.end].some(
    (side) => side?.kind === 'equals' && side.instant.kind === 'variable' && side.instant.name === variable,
  );
}

function holds(term: ast.Term, variable: string): boolean {
  if (term.kind === 'apply') return term.args.some((arg) => holds(arg, variable));
  return term.kind === 'variable' && term.name === variable;
}

/** The side of an equality that is not this variable; undefined if neither side is it. */
function otherSide({ left, right }: PremiseOf<'compare'>, variable: string): ast.Term | undefined {
  if (left.kind === 'variable' && left.name === variable) return right;
  return right.kind === 'variable' && right.name === variable ? left : undefined;
}

function closure(from: readonly Origin[], next: (origin: Origin) => Iterable<Origin>): ReadonlySet<Origin> {
  const found = new Set(from);
  // A set that grows is walked to its end.
  for (const origin of found) for (const each of next(origin)) found.add(each);
  return found;
}
