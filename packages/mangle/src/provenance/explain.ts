import { BuiltinError } from '../builtins/define.js';
import type { Evaluation, Fact } from '../engine/evaluation.js';
import type { PredicateKey } from '../program/program.js';
import { equalValues } from '../value/compare.js';
import { type Group, groupHead, type GroupRow, groupsOf } from './groups.js';
import type { Binding, Derivation, Omission, Proof, ProofKind, ProofPremise, ProofRow } from './proof.js';
import type { RulePlan, RuleStep, VariableRegister } from './rule-plan.js';
import { type RuleEntry, type ProgramRules, rulesOf } from './rules-of.js';
import { type Fuel, Solver, type SolverBounds } from './solver.js';
import { type EvaluationView, type PredicateView, viewOf } from './view.js';

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
}

/**
 * Why a fact holds: the first rule in source order that derives it, from facts that came before it, so a proof never
 * leans on itself; and so on down to given facts. With `all`, every rule and every solution of its body that leans on
 * earlier facts only. Undefined if the evaluation has no such fact.
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
  const search = new ProofSearch(explainerOf(evaluation), options);
  const proofs = facts.map((fact) => search.add(fact));
  search.run();
  return proofs;
}

/** What the proofs of one evaluation share: its relations and one solver for each rule that was needed. */
class Explainer {
  readonly view: EvaluationView;
  readonly rules: ProgramRules;
  readonly #slots = new Map<PredicateKey, Slot>();
  readonly #solvers = new Map<RuleEntry, Solver>();

  constructor(evaluation: Evaluation) {
    this.view = viewOf(evaluation);
    this.rules = rulesOf(evaluation.program);
  }

  slot(predicate: PredicateKey): Slot {
    let slot = this.#slots.get(predicate);
    if (slot === undefined) {
      slot = { number: this.#slots.size, view: this.view.predicate(predicate), entries: this.rules.of(predicate) };
      this.#slots.set(predicate, slot);
    }
    return slot;
  }

  solver(entry: RuleEntry): Solver {
    let solver = this.#solvers.get(entry);
    if (solver === undefined) {
      solver = new Solver(entry.searchPlan((key) => this.slot(key).view.size), this.view);
      this.#solvers.set(entry, solver);
    }
    return solver;
  }
}

const explainers = new WeakMap<Evaluation, Explainer>();

function explainerOf(evaluation: Evaluation): Explainer {
  let explainer = explainers.get(evaluation);
  if (explainer === undefined) {
    explainer = new Explainer(evaluation);
    explainers.set(evaluation, explainer);
  }
  return explainer;
}

/** A predicate that proofs of the evaluation have met. */
interface Slot {
  readonly number: number;
  readonly view: PredicateView;
  readonly entries: readonly RuleEntry[];
}

/** A proof under construction. */
interface Draft extends Proof {
  kind: ProofKind;
  derivations: readonly Derivation[];
  omitted?: Omission;
}

interface Pending {
  readonly slot: Slot;
  readonly row: number;
  readonly proof: Draft;
  readonly depth: number;
}

const check: ProofPremise = { kind: 'check' };
const absent: ProofPremise = { kind: 'absent' };
const none: readonly never[] = [];

/** One search: facts wait in a queue, nearest to the root first, and are proved one after the other. */
class ProofSearch {
  readonly #explainer: Explainer;
  readonly #view: EvaluationView;
  readonly #options: Required<ExplainOptions>;
  readonly #fuel: Fuel;
  readonly #queue: Pending[] = [];
  /** By the number of the slot, then by row. */
  readonly #proofs: (Map<number, Draft> | undefined)[] = [];
  #proved = 0;
  #depth = 0;

  constructor(explainer: Explainer, options: ExplainOptions) {
    this.#explainer = explainer;
    this.#view = explainer.view;
    const { all = false, limit = 100, maxDepth = 64, maxFacts = 10_000, maxRows = 20, maxSteps = 10_000_000 } = options;
    this.#options = { all, limit, maxDepth, maxFacts, maxRows, maxSteps };
    this.#fuel = { left: maxSteps };
  }

  /** Puts a fact into the queue; undefined if it does not hold. */
  add(fact: Fact): Proof | undefined {
    if (!this.#view.program.predicates.has(fact.predicate)) return undefined;
    const slot = this.#explainer.slot(fact.predicate);
    const row = this.#view.rowOf(fact, slot.view);
    return row === -1 || slot.view.isDead(row) ? undefined : this.#proofOf(slot, row);
  }

  run(): void {
    for (let at = 0; at < this.#queue.length; at++) {
      const pending = this.#queue[at];
      if (pending !== undefined) this.#prove(pending);
    }
  }

  /** The one proof of a row in this search, to be filled in when its turn comes. */
  #proofOf(slot: Slot, row: number): Draft {
    const { number, view } = slot;
    const proofs = (this.#proofs[number] ??= new Map<number, Draft>());
    let proof = proofs.get(row);
    if (proof === undefined) {
      const isLeaf = !this.#options.all && view.isGiven(row);
      proof = { fact: this.#view.factAt(view, row), kind: isLeaf ? 'fact' : 'deeper', derivations: none };
      proofs.set(row, proof);
      if (!isLeaf) this.#queue.push({ slot, row, proof, depth: this.#depth });
    }
    return proof;
  }

  #prove({ slot, row, proof, depth }: Pending): void {
    const { view } = slot;
    const isGiven = view.isGiven(row);
    if (isGiven) proof.kind = 'fact';
    else if (view.info.isExternal) proof.kind = 'external';
    if (view.info.isExternal) return;
    if (depth >= this.#options.maxDepth || this.#proved >= this.#options.maxFacts || this.#fuel.left <= 0) return;
    this.#proved++;
    this.#depth = depth + 1;
    if (this.#options.all) this.#proveAll(slot, row, proof);
    else this.#proveFirst(slot, row, proof);
    if (proof.derivations.length > 0 && !isGiven) {
      proof.kind = proof.derivations[0]?.rows === undefined ? 'rule' : 'aggregate';
    } else if (!isGiven && view.info.lattice !== undefined && this.#fuel.left > 0) proof.kind = 'merged';
  }

  #proveFirst(slot: Slot, row: number, proof: Draft): void {
    // A rule may have leaned on a fact that a better one replaced later; such facts are the last resort.
    for (const takesDead of this.#explainer.rules.mayReplace(slot.view.info.key) ? [false, true] : [false]) {
      for (const entry of slot.entries) {
        if (!this.#mayDerive(entry, slot.view, row)) continue;
        const [derivation] = this.#derivationsBy(entry, slot.view, row, { limit: 1, takesDead });
        if (derivation === undefined) continue;
        proof.derivations = [derivation];
        return;
      }
    }
  }

  #proveAll({ view, entries }: Slot, row: number, proof: Draft): void {
    const found: Derivation[] = [];
    let circular = 0;
    let isLimited = false;
    const takesDead = this.#explainer.rules.mayReplace(view.info.key);
    for (const entry of entries) {
      if (!this.#mayDerive(entry, view, row)) continue;
      const limit = this.#options.limit - found.length;
      const derivations = this.#derivationsBy(entry, view, row, { limit: limit + 1, takesDead });
      isLimited ||= derivations.length > limit || this.#fuel.left <= 0;
      found.push(...derivations.slice(0, limit));
      if (!isLimited) circular += this.#circularBy(entry, view, row, derivations.length);
    }
    proof.derivations = found;
    if (isLimited || circular > 0) proof.omitted = { isLimited, circular };
  }

  /** Whether the constants of the rule's head are those of the row. */
  #mayDerive({ constants }: RuleEntry, view: PredicateView, row: number): boolean {
    for (const { column, value } of constants) {
      if (!equalValues(this.#view.table.get(view.at(row, column)), value)) return false;
    }
    return true;
  }

  #derivationsBy(
    entry: RuleEntry,
    view: PredicateView,
    row: number,
    { limit, takesDead }: { readonly limit: number; readonly takesDead: boolean },
  ): Derivation[] {
    const solver = this.#started(entry, view, row, { before: view.stamp(row), row, takesDead });
    if (entry.rule.grouping !== undefined) return this.#groupBy(solver, view, row);
    const found: Derivation[] = [];
    const seen = limit > 1 ? new Set<string>() : undefined;
    while (found.length < limit && solver.next(this.#fuel) === 'solution') {
      if (!this.#isHead(solver, view, row)) continue;
      if (seen !== undefined && !isNew(solver, seen)) continue;
      found.push({
        rule: entry.rule,
        bindings: this.#bindings(solver.plan.named, solver.registers),
        premises: this.#premises(solver.plan, solver.rows, (at) => solver.chainOf(at)),
      });
    }
    return found;
  }

  /** Solutions that lean on facts which did not come before. */
  #circularBy(entry: RuleEntry, view: PredicateView, row: number, found: number): number {
    const solver = this.#explainer.solver(entry);
    if (entry.rule.grouping !== undefined || !solver.plan.steps.some((step) => step.isSameComponent)) return 0;
    this.#started(entry, view, row);
    const seen = new Set<string>();
    while (seen.size < found + this.#options.limit && solver.next(this.#fuel) === 'solution') {
      if (this.#isHead(solver, view, row)) isNew(solver, seen);
    }
    return Math.max(seen.size - found, 0);
  }

  #started(entry: RuleEntry, view: PredicateView, row: number, bounds?: SolverBounds): Solver {
    const solver = this.#explainer.solver(entry);
    for (const { column, register } of solver.plan.bound) solver.registers[register] = view.at(row, column);
    solver.start(bounds);
    return solver;
  }

  #isHead(solver: Solver, view: PredicateView, row: number): boolean {
    const { plan, registers } = solver;
    if (plan.headCalls.length > 0 && !solver.call(plan.headCalls)) return false;
    for (const { column, register } of plan.head) {
      const id = registers[register] ?? 0;
      if (id === view.at(row, column)) continue;
      if (column < view.info.arity || !this.#isInstant(id, view.at(row, column))) return false;
    }
    return true;
  }

  /** Numbers as bounds of a head's interval are stored as times. */
  #isInstant(id: number, time: number): boolean {
    const value = this.#view.table.get(id);
    return value.kind === 'number' && value.value === this.#view.table.nanosOf(time);
  }

  /** The group that comes to this row, if the aggregation has one: another rule may have made the row. */
  #groupBy(solver: Solver, view: PredicateView, row: number): Derivation[] {
    const { rule } = solver.plan;
    const group = this.#groupOf(solver, view, row);
    if (group === undefined) return [];
    const shown = group.rows.slice(0, this.#options.maxRows);
    const bindings = [...group.values].map(([variable, value]): Binding => ({ variable, value }));
    const rows = shown.map((each) => this.#proofRow(solver.plan, each));
    const omitted = group.rows.length - shown.length;
    const derivation: Derivation = { rule, bindings, premises: none, rows };
    return [omitted === 0 ? derivation : { ...derivation, omittedRows: omitted }];
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

  #proofRow(plan: RulePlan, { ids, steps, chains }: GroupRow): ProofRow {
    return {
      bindings: plan.variables.map(({ variable }, at) => ({ variable, value: this.#view.table.get(ids[at] ?? 0) })),
      premises: this.#premises(plan, steps, (at) => chains[at] ?? []),
    };
  }

  #premises(plan: RulePlan, rows: readonly number[], chainOf: (at: number) => readonly number[]): ProofPremise[] {
    const premises = new Array<ProofPremise>(plan.steps.length);
    for (let at = 0; at < plan.steps.length; at++) {
      const step = plan.steps[at];
      if (step === undefined) continue;
      if (step.kind === 'scan') {
        premises[step.at] = { kind: 'proof', proof: this.#proofOf(this.#explainer.slot(step.predicate), rows[at] ?? -1) };
      } else if (step.kind === 'cover') premises[step.at] = this.#cover(step, rows[at] ?? -1, chainOf(at));
      else premises[step.at] = step.kind === 'absent' ? absent : check;
    }
    return premises;
  }

  /** If the premise asks for bounds as well, the row that has them comes first, then those that cover the window. */
  #cover({ predicate, premise }: RuleStep, row: number, chain: readonly number[]): ProofPremise {
    const slot = this.#explainer.slot(predicate);
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

/** Whether these values of the variables are new. Several intervals of one fact may give the same solution. */
function isNew({ plan, registers }: Solver, seen: Set<string>): boolean {
  const { size } = seen;
  return seen.add(plan.variables.map(({ register }) => registers[register]).join()).size > size;
}
