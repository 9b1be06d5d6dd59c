import { BuiltinError } from '../builtins/define.js';
import type { Evaluation, Fact } from '../engine/evaluation.js';
import type { PredicateKey } from '../program/program.js';
import { equalValues } from '../value/compare.js';
import type { BaseProofs } from './base-proofs.js';
import { type Group, groupHead, type GroupRow, groupsOf } from './groups.js';
import { cutCircles, type Draft, type Pending } from './pending.js';
import type { Binding, Derivation, Proof, ProofPremise, ProofRow } from './proof.js';
import { factsBehind } from './render.js';
import type { RuleStep, VariableRegister } from './rule-plan.js';
import { type Explainer, type Slot, withExplainer } from './explainer.js';
import type { RuleEntry } from './rules-of.js';
import type { Fuel, Solver, SolverBounds } from './solver.js';
import { compareStates, restoreState, type SolverState } from './solver-state.js';
import type { EvaluationView, PredicateView } from './view.js';

export interface ExplainOptions {
  /** Find every derivation of each fact, not only the first. */
  readonly all?: boolean;
  /** With `all`, derivations of one fact that are looked for. 100 if absent. */
  readonly limit?: number;
  /** Facts further from the root than this are left without a proof (`deeper`). 64 if absent. */
  readonly maxDepth?: number;
  /** Facts that are proved; further ones are left without a proof. 10,000 if absent. */
  readonly maxFacts?: number;
  /** Rows of an aggregation that are shown. 20 if absent. A proof that leaves rows out says so and cannot be replayed. */
  readonly maxRows?: number;
  /** Steps of the search, some tens of nanoseconds each; what it does not come to is left without a proof. 10,000,000 if absent. */
  readonly maxSteps?: number;
  /**
   * Of several ways in which a rule derives a fact, take the one from the least facts, so that equal models have equal
   * proofs; else it is the one that is found first, which depends on the order in which facts came. A choice among more
   * than some thousands is not looked at to its end.
   */
  readonly canonical?: boolean;
  /** Predicates whose facts are left without a proof (`deeper`), unless they are asked about themselves. None if absent. */
  readonly isOpaque?: (predicate: PredicateKey) => boolean;
}

/**
 * Why a fact holds: the first rule in source order that derives it, from facts that came before it, so a proof never
 * leans on itself; and so on down to given facts. With `all`, every rule and every solution of its body, except where
 * facts lean on each other in a circle: there only what leans on earlier facts. Undefined if there is no such fact.
 *
 * Searched after the evaluation: one that nobody asks about records nothing.
 */
export function explain(evaluation: Evaluation, fact: Fact, options: ExplainOptions = {}): Proof | undefined {
  return explainAll(evaluation, [fact], options)[0];
}

/** The proofs of several facts, as by `explain`. What they have in common is proved once and shared. */
export function explainAll(
  evaluation: Evaluation,
  facts: readonly Fact[],
  options: ExplainOptions = {},
): (Proof | undefined)[] {
  return withExplainer(evaluation, (explainer) => {
    const search = new ProofSearch(explainer, options, true);
    const proofs = facts.map((fact) => search.add(fact));
    if (search.run()) return proofs;
    // Where a limit cuts the proofs depends on the way to it, which a proof that was kept leaves out.
    const whole = new ProofSearch(explainer, options, false);
    const cut = facts.map((fact) => whole.add(fact));
    whole.run();
    return cut;
  });
}

/** Steps of the search for the least of several derivations. */
const maxChoice = 20_000;

const check: ProofPremise = { kind: 'check' };
const absent: ProofPremise = { kind: 'absent' };
const none: readonly never[] = [];

/** Rows of an aggregation that are shown unless options say otherwise. */
const defaultRows = 20;

/** One search: facts wait in a queue, nearest to the root first, and are proved one after the other. */
class ProofSearch {
  readonly #explainer: Explainer;
  readonly #view: EvaluationView;
  readonly #options: Required<Omit<ExplainOptions, 'isOpaque'>>;
  readonly #isOpaque: ExplainOptions['isOpaque'];
  readonly #fuel: Fuel;
  readonly #queue: Pending[] = [];
  /** By the number of the slot, then by row. */
  readonly #proofs: (Map<number, Proof> | undefined)[] = [];
  /** Where proofs of the base's facts are kept, if this search may use them. */
  readonly #kept: BaseProofs | undefined;
  /** By the stamp of a round, the places of rows in it; see `#proveInRound`. */
  readonly #rounds = new Map<number, Map<string, number>>();
  #proved = 0;
  #depth = 0;
  /** Whether a limit left something without a proof, or might have without proofs that were kept. */
  #isCut = false;
  #keptFacts = 0;
  #keptSteps = 0;

  constructor(explainer: Explainer, options: ExplainOptions, mayUseKept: boolean) {
    this.#explainer = explainer;
    this.#view = explainer.view;
    const {
      all = false,
      limit = 100,
      maxDepth = 64,
      maxFacts = 10_000,
      maxRows = defaultRows,
      maxSteps = 10_000_000,
      canonical = false,
      isOpaque,
    } = options;
    this.#options = { all, limit, maxDepth, maxFacts, maxRows, maxSteps, canonical };
    this.#isOpaque = isOpaque;
    this.#fuel = { left: maxSteps };
    const isPlain = !all && !canonical && isOpaque === undefined && maxRows === defaultRows;
    this.#kept = mayUseKept && isPlain ? explainer.kept : undefined;
  }

  /** Puts a fact into the queue; undefined if it does not hold. */
  add(fact: Fact): Proof | undefined {
    if (!this.#view.program.predicates.has(fact.predicate)) return undefined;
    const slot = this.#explainer.slot(this.#view.predicate(fact.predicate));
    const row = this.#view.rowOf(fact, slot.view);
    return row === -1 || slot.view.isDead(row) ? undefined : this.#proofOf(slot, row);
  }

  /** Proves what is in the queue; false if it has to be done again without what is kept. */
  run(): boolean {
    for (let at = 0; at < this.#queue.length; at++) {
      const pending = this.#queue[at];
      if (pending !== undefined) this.#prove(pending);
    }
    if (this.#options.all) {
      cutCircles(this.#queue, ({ number, row }, stamp) => this.#rounds.get(stamp)?.get(placeKey(number, row)));
    }
    if (this.#kept === undefined) return true;
    const { maxFacts } = this.#options;
    const isWhole = !this.#isCut && this.#proved + this.#keptFacts <= maxFacts && this.#fuel.left > this.#keptSteps;
    this.#kept.keep(isWhole ? this.#queue.filter(({ slot }) => slot.proofs !== undefined) : none);
    return isWhole || this.#keptFacts === 0;
  }

  /** The one proof of a row in this search, to be filled in when its turn comes. */
  #proofOf(slot: Slot, row: number): Proof {
    const { number, view } = slot;
    if (!this.#options.all && view.isGiven(row)) return slot.leaves?.get(row) ?? this.#leafOf(slot, row);
    const proofs = (this.#proofs[number] ??= new Map<number, Proof>());
    const known = proofs.get(row) ?? this.#keptOf(slot, row);
    if (known !== undefined) return known;
    const proof: Draft = { fact: this.#view.factAt(view, row), kind: 'deeper', derivations: none };
    proofs.set(row, proof);
    this.#queue.push({ slot, number, row, proof, depth: this.#depth, steps: 0 });
    return proof;
  }

  #leafOf({ number, view }: Slot, row: number): Proof {
    const proofs = (this.#proofs[number] ??= new Map<number, Proof>());
    let leaf = proofs.get(row);
    if (leaf === undefined) {
      leaf = { fact: this.#view.factAt(view, row), kind: 'fact', derivations: none };
      if (view.isOfBase(row)) this.#explainer.kept?.keepLeaf(number, row, leaf);
      proofs.set(row, leaf);
    }
    return leaf;
  }

  /** The proof of a derived fact that an earlier search has found. */
  #keptOf({ number, proofs }: Slot, row: number): Proof | undefined {
    const kept = this.#kept === undefined ? undefined : proofs?.get(row);
    if (kept === undefined) return undefined;
    this.#keptFacts += kept.facts;
    this.#keptSteps += kept.steps;
    if (this.#depth + kept.height >= this.#options.maxDepth) this.#isCut = true;
    this.#proofs[number]?.set(row, kept.proof);
    return kept.proof;
  }

  #prove(pending: Pending): void {
    const { slot, row, proof, depth } = pending;
    const { view } = slot;
    const isGiven = view.isGiven(row);
    if (isGiven) proof.kind = 'fact';
    else if (slot.isExternal) proof.kind = 'external';
    if (slot.isExternal || (depth > 0 && this.#isOpaque?.(view.key) === true)) return;
    if (depth >= this.#options.maxDepth || this.#proved >= this.#options.maxFacts || this.#fuel.left <= 0) {
      this.#isCut = true;
      return;
    }
    this.#proved++;
    this.#depth = depth + 1;
    const { left } = this.#fuel;
    if (this.#options.all) this.#proveAll(slot, row, proof);
    else this.#proveFirst(slot, row, proof);
    pending.steps = left - this.#fuel.left;
    if (proof.derivations.length > 0 && !isGiven) {
      proof.kind = proof.derivations[0]?.rows === undefined ? 'rule' : 'aggregate';
    } else if (!isGiven && slot.mayReplace && this.#fuel.left > 0) proof.kind = 'merged';
  }

  #proveFirst(slot: Slot, row: number, proof: Draft): void {
    const before = slot.view.stamp(row);
    const isBefore = slot.covering.length > 0 ? (): boolean => false : undefined;
    proof.derivations = this.#firstOf(slot, row, { before, row, takesDead: false, isBefore });
    if (proof.derivations.length === 0 && isBefore !== undefined) this.#proveInRound(slot, row, proof, before);
    // A rule may have leaned on a fact that a better one replaced later; such facts are the last resort.
    if (proof.derivations.length > 0 || !slot.mayReplace) return;
    proof.derivations = this.#firstOf(slot, row, { before, row, takesDead: true });
  }

  /**
   * What covers a window counts at once, so a row may lean on one of its own round. Where these are of several
   * predicates, nothing tells which came first: they are put in an order in which each follows from those before it.
   */
  #proveInRound(slot: Slot, row: number, proof: Draft, stamp: number): void {
    let places = this.#rounds.get(stamp);
    if (places === undefined) {
      places = new Map<string, number>();
      this.#rounds.set(stamp, places);
      this.#orderRound(slot, stamp, places);
    }
    const place = places.get(placeKey(slot.number, row));
    if (place === undefined) return;
    const isBefore = (number: number, other: number): boolean =>
      (places.get(placeKey(number, other)) ?? Infinity) < place;
    proof.derivations = this.#firstOf(slot, row, { before: stamp, row, takesDead: false, isBefore });
  }

  #orderRound({ covering }: Slot, stamp: number, places: Map<string, number>): void {
    let left = covering.flatMap((key) => {
      const slot = this.#explainer.slot(this.#view.predicate(key));
      const rows = Array.from({ length: slot.view.end }, (_, row) => row);
      return rows
        .filter((row) => slot.view.stamp(row) === stamp && !slot.view.isDead(row))
        .map((row) => ({ slot, row }));
    });
    const isBefore = (number: number, row: number): boolean => places.has(placeKey(number, row));
    for (let before = -1; before !== places.size && this.#fuel.left > 0;) {
      before = places.size;
      left = left.filter(({ slot, row }) => {
        if (!this.#canDerive(slot, row, { before: stamp, row, takesDead: false, isBefore })) return true;
        places.set(placeKey(slot.number, row), places.size);
        return false;
      });
    }
  }

  #canDerive(slot: Slot, row: number, bounds: SolverBounds): boolean {
    const { view } = slot;
    return this.#rulesFor(slot, row).some((entry) => {
      if (!this.#mayDerive(entry, view, row)) return false;
      const solver = this.#started(entry, view, row, bounds);
      if (entry.isGrouping) return this.#groupOf(solver, view, row) !== undefined;
      while (solver.next(this.#fuel) === 'solution') if (this.#isHead(solver, view, row)) return true;
      return false;
    });
  }

  #firstOf(slot: Slot, row: number, bounds: SolverBounds): readonly Derivation[] {
    const { view } = slot;
    const entries = this.#rulesFor(slot, row);
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at];
      if (entry === undefined || !this.#mayDerive(entry, view, row)) continue;
      const found = this.#firstBy(entry, view, row, bounds);
      if (found !== undefined) return [found];
    }
    return none;
  }

  #firstBy(entry: RuleEntry, view: PredicateView, row: number, bounds: SolverBounds): Derivation | undefined {
    const solver = this.#started(entry, view, row, bounds);
    if (entry.isGrouping) return this.#groupBy(solver, view, row);
    if (this.#options.canonical) return this.#leastBy(solver, view, row);
    while (solver.next(this.#fuel) === 'solution') {
      if (this.#isHead(solver, view, row)) return this.#derivation(solver);
    }
    return undefined;
  }

  #leastBy(solver: Solver, view: PredicateView, row: number): Derivation | undefined {
    const enough = this.#fuel.left - maxChoice;
    let least: SolverState | undefined;
    while ((least === undefined || this.#fuel.left > enough) && solver.next(this.#fuel) === 'solution') {
      if (!this.#isHead(solver, view, row)) continue;
      if (least === undefined || compareStates(solver, least, this.#view) < 0) {
        least = { registers: solver.registers.slice(), rows: solver.rows.slice() };
      }
    }
    if (least === undefined) return undefined;
    restoreState(solver, least);
    return this.#derivation(solver);
  }

  /** The derivation that surely does not go in circles comes first, so that it is there whatever the limit is. */
  #proveAll(slot: Slot, row: number, proof: Draft): void {
    this.#proveFirst(slot, row, proof);
    const { view } = slot;
    const [first] = proof.derivations;
    const found = first === undefined ? [] : [first];
    const { limit } = this.#options;
    for (const entry of this.#rulesFor(slot, row)) {
      if (found.length > limit || this.#fuel.left <= 0) break;
      if (!this.#mayDerive(entry, view, row)) continue;
      const except = first?.rule === entry.rule ? first : undefined;
      found.push(...this.#derivationsBy(entry, view, row, limit + 1 - found.length, except));
    }
    found.sort((a, b) => a.rule.index - b.rule.index);
    const isLimited = found.length > limit || this.#fuel.left <= 0;
    proof.derivations = isLimited && first !== undefined ? withFirst(found, first, limit) : found;
    if (isLimited) proof.omitted = { isLimited, circular: 0 };
  }

  #rulesFor({ rules, view }: Slot, row: number): readonly RuleEntry[] {
    return rules.column === -1 ? rules.entries : rules.for(view.at(row, rules.column));
  }

  /** Whether the constants of the rule's head are those of the row. */
  #mayDerive({ constants }: RuleEntry, view: PredicateView, row: number): boolean {
    for (let at = 0; at < constants.length; at++) {
      const constant = constants[at];
      if (constant !== undefined && view.at(row, constant.column) !== constant.id) return false;
    }
    return true;
  }

  /** Derivations by a rule from any facts, without one that is known already. */
  #derivationsBy(entry: RuleEntry, view: PredicateView, row: number, limit: number, except?: Derivation): Derivation[] {
    const solver = this.#started(entry, view, row);
    if (entry.isGrouping) {
      const derivation = except === undefined ? this.#groupBy(solver, view, row) : undefined;
      return derivation === undefined ? [] : [derivation];
    }
    const found: Derivation[] = [];
    // Several intervals of one fact may give the same solution.
    const seen = new Set<string>(except === undefined ? [] : [this.#keyOf(except)]);
    while (found.length < limit && solver.next(this.#fuel) === 'solution') {
      if (!this.#isHead(solver, view, row)) continue;
      const derivation = this.#derivation(solver);
      if (seen.size !== seen.add(this.#keyOf(derivation)).size) found.push(derivation);
    }
    return found;
  }

  /** The solution that a solver stands on. */
  #derivation(solver: Solver): Derivation {
    const { plan, registers, rows } = solver;
    return {
      rule: plan.rule,
      bindings: this.#bindings(plan.named, registers),
      premises: this.#premises(solver, rows),
    };
  }

  /** Two derivations by one rule are the same if they lean on the same atoms. */
  #keyOf({ premises, bindings }: Derivation): string {
    const facts = premises.flatMap((premise) =>
      factsBehind(premise)
        .slice(0, 1)
        .map(({ fact }) => fact.args),
    );
    const values = [...bindings.map(({ value }) => value), ...facts.flat()];
    return values.map((value) => this.#view.table.find(value)).join();
  }

  #started(entry: RuleEntry, view: PredicateView, row: number, bounds?: SolverBounds): Solver {
    const solver = this.#explainer.solver(entry);
    const { bound } = solver.plan;
    for (let at = 0; at < bound.length; at++) {
      const each = bound[at];
      if (each !== undefined) solver.registers[each.register] = view.at(row, each.column);
    }
    solver.start(bounds);
    return solver;
  }

  #isHead(solver: Solver, view: PredicateView, row: number): boolean {
    const { plan, registers } = solver;
    if (plan.headCalls.length > 0 && !solver.call(plan.headCalls)) return false;
    for (const { column, register } of plan.head) {
      const id = registers[register] ?? 0;
      if (id === view.at(row, column)) continue;
      if (column < view.arity || !this.#isInstant(id, view.at(row, column))) return false;
    }
    return true;
  }

  /** Numbers as bounds of a head's interval are stored as times. */
  #isInstant(id: number, time: number): boolean {
    const value = this.#view.table.get(id);
    return value.kind === 'number' && value.value === this.#view.table.nanosOf(time);
  }

  /** The group that comes to this row, if the aggregation has one: another rule may have made the row. */
  #groupBy(solver: Solver, view: PredicateView, row: number): Derivation | undefined {
    const { rule } = solver.plan;
    const group = this.#groupOf(solver, view, row);
    if (group === undefined) return undefined;
    const shown = group.rows.slice(0, this.#options.maxRows);
    const bindings = [...group.values].map(([variable, value]): Binding => ({ variable, value }));
    const rows = shown.map((each) => this.#proofRow(solver, each));
    const omitted = group.rows.length - shown.length;
    const derivation: Derivation = { rule, bindings, premises: none, rows };
    return omitted === 0 ? derivation : { ...derivation, omittedRows: omitted };
  }

  #groupOf(solver: Solver, view: PredicateView, row: number): Group | undefined {
    try {
      return groupsOf(solver, this.#view, this.#fuel)?.find((group) =>
        groupHead(solver.plan.rule, group, this.#view).every((value, column) =>
          equalValues(value, this.#view.table.get(view.at(row, column))),
        ),
      );
    } catch (error) {
      if (error instanceof BuiltinError) return undefined;
      throw error;
    }
  }

  #proofRow(solver: Solver, { ids, steps, chains }: GroupRow): ProofRow {
    const { variables } = solver.plan;
    return {
      bindings: variables.map(({ variable }, at) => ({ variable, value: this.#view.table.get(ids[at] ?? 0) })),
      premises: this.#premises(solver, steps, chains),
    };
  }

  /** Without `chains`, the rows that cover windows are those of the solution that the solver stands on. */
  #premises(solver: Solver, rows: readonly number[], chains?: GroupRow['chains']): ProofPremise[] {
    const { steps } = solver.plan;
    const premises = new Array<ProofPremise>(steps.length);
    for (let at = 0; at < steps.length; at++) {
      const step = steps[at];
      if (step === undefined) continue;
      const facts = solver.factsOf(at);
      if (facts === undefined) premises[step.at] = check;
      else if (step.kind === 'absent') premises[step.at] = absent;
      else {
        const slot = this.#explainer.slot(facts);
        const row = rows[at] ?? -1;
        premises[step.at] =
          step.kind === 'scan'
            ? { kind: 'proof', proof: this.#proofOf(slot, row) }
            : this.#cover(slot, step, row, chains === undefined ? solver.chainOf(at) : (chains[at] ?? none));
      }
    }
    return premises;
  }

  /** If the premise asks for bounds as well, the row that has them comes first, then those that cover the window. */
  #cover(slot: Slot, { premise }: RuleStep, row: number, chain: readonly number[]): ProofPremise {
    const hasBounds = premise.kind === 'temporal' && premise.binds !== undefined;
    const rows = hasBounds && !chain.includes(row) ? [row, ...chain] : chain;
    return { kind: 'cover', proofs: rows.map((each) => this.#proofOf(slot, each)) };
  }

  #bindings(variables: readonly VariableRegister[], registers: readonly number[]): Binding[] {
    const bindings = new Array<Binding>(variables.length);
    for (let at = 0; at < variables.length; at++) {
      const each = variables[at];
      if (each === undefined) continue;
      bindings[at] = { variable: each.variable, value: this.#view.table.get(registers[each.register] ?? 0) };
    }
    return bindings;
  }
}

/** As many derivations as may be, the first one among them. */
function withFirst(found: readonly Derivation[], first: Derivation, limit: number): Derivation[] {
  const others = found.filter((each) => each !== first).slice(0, Math.max(limit - 1, 0));
  return [first, ...others].sort((a, b) => a.rule.index - b.rule.index);
}

function placeKey(predicate: number, row: number): string {
  return `${predicate} ${row}`;
}
