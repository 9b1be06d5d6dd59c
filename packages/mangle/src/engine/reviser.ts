import { headPattern } from '../plan/head-pattern.js';
import type { Plan } from '../plan/plan.js';
import type { DeferredPlan, DrivenRange, RulePlan } from '../plan/program-plan.js';
import { demandKey, inputColumns } from '../plan/demand.js';
import type { PredicateInfo, PredicateKey } from '../program/program.js';
import type { FactView } from '../store/fact-view.js';
import type { PredicateFacts } from '../store/predicate-facts.js';
import { Relation } from '../store/relation.js';
import type { Base } from './base.js';
import type { Database } from './database.js';
import { type Evaluator, type Job, jobOf } from './evaluator.js';
import { accumulate, type GroupChange } from './group-changes.js';
import type { Pause } from './pause.js';
import type { Emit } from './row-sink.js';
import {
  type ComponentRevision,
  type Gaps,
  gapsOf,
  type RevisionPlan,
  type Trigger,
  type TriggeredRule,
} from './revision-plan.js';

/** What changed about the groups of an aggregation. */
interface ChangedGroups {
  /** The keys of groups that are evaluated again. */
  readonly keys: Relation;
  /** Groups whose new results are known. */
  readonly changes: readonly GroupChange[];
}

type ChangedKeys = ReadonlyMap<TriggeredRule, ChangedGroups>;

/** How the facts of a predicate differ from the base: bits that may both be set. */
const added = 1;
const gone = 2;

/**
 * Brings a run from the facts of its base to those of base and request: changes move through the components in order,
 * and whoever reads nothing that changed is left alone. A component that does is revised in three steps: facts of the
 * base that have lost a derivation are taken away, those that have another one come back, and what is new is added.
 */
export class Reviser {
  readonly #evaluator: Evaluator;
  readonly #database: Database;
  readonly #plan: RevisionPlan;
  readonly #gaps: Gaps;
  /** The components to look at. */
  readonly #dirty: Uint8Array;
  /** By the number of a predicate that is complete. */
  readonly #changes: Uint8Array;
  /** Predicates without a component that were touched: they are complete from the start. */
  readonly #loose: number[] = [];
  /** The components that have to be derived anew. */
  #broken: Set<number> | undefined;
  #brokenGroups: Set<DeferredPlan> | undefined;
  /** Whether it is the base that changes, of which volatile rules are no part. */
  readonly #isUpdate: boolean;

  constructor(evaluator: Evaluator, base: Base, plan: RevisionPlan, { isUpdate }: { readonly isUpdate: boolean }) {
    this.#evaluator = evaluator;
    this.#database = evaluator.database;
    this.#plan = plan;
    this.#gaps = gapsOf(base, plan);
    this.#isUpdate = isUpdate;
    this.#dirty = new Uint8Array(plan.components.length);
    this.#changes = new Uint8Array(evaluator.plan.shapes.length);
    if (!isUpdate) for (const at of plan.volatile) this.#dirty[at] = 1;
  }

  /** Notes that facts of a predicate were given or taken away; to be called before `run`. */
  touch(predicate: PredicateKey): void {
    const number = this.#evaluator.plan.numbers.get(predicate) ?? -1;
    const component = this.#plan.componentOf[number];
    if (component === undefined) {
      if (!this.#loose.includes(number)) this.#loose.push(number);
    } else this.#dirty[component] = 1;
  }

  /**
   * Lets a deferred or external predicate forget its answers; whoever asks it is derived anew. To be called before
   * `run`.
   */
  refresh(info: PredicateInfo): void {
    const { key } = info;
    const group = this.#evaluator.plan.deferred.find(({ predicates }) => predicates.includes(key));
    if (group !== undefined) return this.#break(group);
    const number = this.#evaluator.plan.numbers.get(key) ?? -1;
    this.#evaluator.hideBase(key);
    this.#evaluator.hideBase(demandKey(key, inputColumns(info).length));
    for (const reader of this.#plan.readers[number] ?? []) this.#rebuildLater(reader);
    for (const asking of this.#plan.groups[number] ?? []) this.#break(asking);
  }

  *run(): Generator<Pause, void> {
    // Facts of lattice predicates wait for their component.
    this.#evaluator.sink.takeCandidates();
    for (const number of this.#loose) yield* this.#reviseLoose(number);
    const { components } = this.#plan;
    for (let at = 0; at < components.length; at++) {
      const component = components[at];
      if (this.#dirty[at] === 0 || component === undefined) continue;
      if (component.isRebuilt || this.#broken?.has(at) === true) yield* this.#rebuild(component);
      else if (!this.#isOnlyGaining(component)) yield* this.#revise(component);
      else {
        const rest = this.#gain(component, noKeys);
        if (rest !== undefined) yield* rest;
        this.#evaluator.advance(component.plan.numbers);
      }
      for (const number of component.plan.numbers) this.#conclude(number);
    }
  }

  /** Tells the readers of a predicate that is complete, if it has changed. */
  #conclude(number: number): void {
    const rows = this.#database.changed(number)?.rows;
    if (rows === undefined) return;
    rows.settle();
    const change = (rows.hasAdded ? added : 0) | (rows.hasGone ? gone : 0);
    this.#changes[number] = change;
    if (change === 0) return;
    for (const reader of this.#plan.readers[number] ?? []) this.#dirty[reader] = 1;
    for (const group of this.#plan.groups[number] ?? []) this.#break(group);
  }

  /** A deferred group whose answers may have changed forgets them, and whoever asked is derived anew. */
  #break(group: DeferredPlan): void {
    this.#brokenGroups ??= new Set();
    if (this.#brokenGroups.has(group)) return;
    this.#brokenGroups.add(group);
    this.#evaluator.forget(group);
    for (const asker of this.#plan.askers.get(group) ?? []) this.#rebuildLater(asker);
  }

  #rebuildLater(component: number): void {
    this.#dirty[component] = 1;
    (this.#broken ??= new Set()).add(component);
  }

  /** Revises a predicate that has facts and no rules. */
  *#reviseLoose(number: number): Generator<Pause, void> {
    const key = this.#evaluator.plan.shapes[number]?.key ?? '';
    if (this.#evaluator.isLattice(key)) yield* this.#startAgain([key]);
    else this.#recover(number);
    this.#conclude(number);
  }

  /** Lets predicates start from what they were given, lattice facts merged. */
  *#startAgain(predicates: readonly PredicateKey[]): Generator<Pause, void> {
    const members = new Set(predicates);
    for (const key of predicates) this.#evaluator.hideBase(key);
    for (const each of this.#evaluator.lattice.candidates) {
      if (members.has(each.predicate)) this.#evaluator.sink.addCandidate(each);
    }
    yield* this.#evaluator.mergeCandidates();
  }

  *#rebuild({ plan, steady }: ComponentRevision): Generator<Pause, void> {
    yield* this.#startAgain(plan.predicates);
    yield* this.#evaluator.evaluate(this.#isUpdate ? { ...plan, rules: steady } : plan);
  }

  /** Whether all there is to do is to run rules once: most components of most requests. */
  #isOnlyGaining(component: ComponentRevision): boolean {
    if (component.isRecursive || component.grouped.length > 0 || this.#isAnyRemoved(component)) return false;
    for (const rule of component.plain) if (this.#isLosing(rule)) return false;
    return true;
  }

  *#revise(component: ComponentRevision): Generator<Pause, void> {
    const keys = component.grouped.length === 0 ? noKeys : yield* this.#changedKeys(component);
    const losses = this.#lossJobs(component, keys);
    this.#takeResults(keys);
    if (losses.length > 0 || this.#isAnyRemoved(component)) {
      yield* this.#takeAway(component, losses);
      yield* this.#bringBack(component);
    }
    yield* this.#add(component, keys);
  }

  /** Takes away the old results of groups whose new ones are known. */
  #takeResults(changed: ChangedKeys): void {
    for (const [{ rule }, { changes }] of changed) {
      for (const { old } of changes) if (old !== -1) this.#database.own(rule.rule.predicate).rows.remove(old);
    }
  }

  /** Whether facts of the component were taken away before it was looked at. */
  #isAnyRemoved({ plan }: ComponentRevision): boolean {
    for (const number of plan.numbers) {
      if (this.#database.changed(number)?.rows.removed !== undefined) return true;
    }
    return false;
  }

  /** Finds the groups of aggregations that have other rows than in the base. */
  *#changedKeys({ grouped }: ComponentRevision): Generator<Pause, ChangedKeys> {
    const changed = new Map<TriggeredRule, ChangedGroups>();
    for (const rule of grouped) {
      const losses: Plan[] = [];
      const gains: Job[] = [];
      this.#losses(rule, losses);
      this.#gains(rule, gains);
      if (losses.length + gains.length === 0) continue;
      // Groups that are all new are found together, later.
      const isDead = this.#isDeadInBase(rule);
      changed.set(
        rule,
        isDead
          ? noGroups
          : yield* this.#changedGroups(
              rule,
              losses,
              gains.map(({ plan }) => plan),
            ),
      );
    }
    return changed;
  }

  *#changedGroups(
    { rule }: TriggeredRule,
    losses: readonly Plan[],
    gains: readonly Plan[],
  ): Generator<Pause, ChangedGroups> {
    const [plan] = [...losses, ...gains];
    const [lost, gained] = [new Relation(plan?.head.length ?? 0), new Relation(plan?.head.length ?? 0)];
    const jobs = [
      ...losses.map((each) => jobOf(each, undefined, (_: Plan, row: Int32Array) => void lost.add(row))),
      ...gains.map((each) => jobOf(each, undefined, (_: Plan, row: Int32Array) => void gained.add(row))),
    ];
    yield* this.#run(jobs);
    if (rule.accumulation !== undefined) {
      const { rows } = this.#database.facts(rule.rule.predicate);
      const { changes, rest } = accumulate(rule.accumulation, gained, lost, rows, this.#database.table);
      return { keys: rest, changes };
    }
    for (let row = 0; row < lost.size; row++) gained.add(lost.row(row));
    return { keys: gained, changes: [] };
  }

  /** What finds the facts of the base that changes below take away. */
  #lossJobs({ plain }: ComponentRevision, changed: ChangedKeys): Job[] {
    const plans: Plan[] = [];
    for (const rule of plain) this.#losses(rule, plans);
    const jobs = plans.map((plan) => jobOf(plan));
    for (const [rule, { keys }] of changed) {
      if (!this.#isDeadInBase(rule)) for (const job of this.#groupJobs(rule, keys, { isOld: true })) jobs.push(job);
    }
    return jobs;
  }

  *#takeAway({ plan: { numbers }, steady }: ComponentRevision, losses: readonly Job[]): Generator<Pause, void> {
    const emit: Emit = ({ rule }, row) => {
      const { rows } = this.#database.facts(rule.predicate);
      const found = rows.findInBase(row);
      if (found === -1 || rows.base?.relation.isGiven(found) !== false) return;
      this.#database.own(rule.predicate).rows.remove(found);
    };
    yield* this.#run(losses.map(({ plan, bound }) => jobOf(plan, bound, emit)));
    while (this.#followDoomed(numbers)) {
      const plans = steady.flatMap((rule) => this.#inside(rule).map((at) => this.#driven(rule, at, 'doomed, old')));
      yield* this.#run(plans.map((plan) => jobOf(plan, undefined, emit)));
    }
    for (const number of numbers) this.#recover(number);
  }

  /** Moves on to the facts that the last round took away; tells whether there are any. */
  #followDoomed(numbers: readonly number[]): boolean {
    let isAny = false;
    for (const number of numbers) {
      const rows = this.#database.changed(number)?.rows;
      if (rows === undefined) continue;
      rows.doomedFrom = rows.doomedTo;
      rows.doomedTo = rows.removed?.size ?? 0;
      if (rows.doomedFrom < rows.doomedTo) isAny = true;
    }
    return isAny;
  }

  /** Gives the atoms of a temporal predicate the intervals that they have left. */
  #recover(number: number): void {
    const facts: PredicateFacts | undefined = this.#database.changed(number);
    const removed = facts?.rows.removed;
    if (facts?.isTemporal !== true || removed === undefined) return;
    for (let at = 0; at < removed.size; at++) facts.recover(removed.at(at), this.#database.table);
  }

  /** Runs the rules for the facts that were taken away: those that still follow become the run's own. */
  *#bringBack({ plan, steady }: ComponentRevision): Generator<Pause, void> {
    const jobs: Job[] = [];
    for (const key of plan.predicates) {
      const { rows } = this.#database.facts(key);
      const rules = steady.filter(({ rule }) => rule.predicate === key);
      for (let at = 0; at < (rows.removed?.size ?? 0); at++) {
        jobs.push(...this.#returnJobs(rows, rows.removed?.at(at) ?? -1, rules));
      }
    }
    yield* this.#run(jobs);
  }

  /** What may derive a fact that was taken away. */
  #returnJobs(rows: FactView, removed: number, rules: readonly RulePlan[]): Job[] {
    const values = rows.row(removed);
    if (rows.own.size > 0 && rows.own.find(values) !== -1) return [];
    // A result of an aggregation that is the only rule was taken away because its group is evaluated again.
    const isGiven = rows.isGiven(removed);
    const able = rules.filter(({ accumulation }) => accumulation === undefined || isGiven);
    return able.flatMap((rule) => this.#boundJob(rule, values));
  }

  *#add(component: ComponentRevision, changed: ChangedKeys): Generator<Pause, void> {
    const { plan, steady, isRecursive } = component;
    const rest = this.#gain(component, changed);
    if (rest !== undefined) yield* rest;
    if (isRecursive) yield* this.#evaluator.rounds(this.#isUpdate ? { ...plan, rules: steady } : plan);
    else this.#evaluator.advance(plan.numbers);
  }

  /** Runs the rules once for what is new; gives what is left to do, as `Evaluator.runJobs`. */
  #gain({ plain, volatile }: ComponentRevision, changed: ChangedKeys): Generator<Pause, void> | undefined {
    const jobs: Job[] = [];
    for (const rule of plain) this.#gains(rule, jobs);
    for (const [rule, groups] of changed) for (const job of this.#newGroups(rule, groups)) jobs.push(job);
    if (!this.#isUpdate) for (const rule of volatile) jobs.push(jobOf(rule.full(this.#evaluator.sizeOf)));
    return this.#evaluator.runJobs(jobs);
  }

  *#run(jobs: readonly Job[]): Generator<Pause, void> {
    const rest = this.#evaluator.runJobs(jobs);
    if (rest !== undefined) yield* rest;
  }

  /** Adds the results of groups that are known, and tells how the others are found. */
  #newGroups(rule: TriggeredRule, { keys, changes }: ChangedGroups): Job[] {
    for (const { result } of changes) {
      if (result !== undefined) this.#evaluator.sink.add(rule.rule.rule.predicate, result);
    }
    if (this.#isDeadInBase(rule)) return [jobOf(rule.rule.full(this.#evaluator.sizeOf))];
    return this.#groupJobs(rule, keys, { isOld: false });
  }

  /** Whether what a premise reads has changed so that solutions are lost, if it has to hold, or gained, if it must not. */
  #hasLost({ number, isNegated }: Trigger): boolean {
    return ((this.#changes[number] ?? 0) & (isNegated ? added : gone)) !== 0;
  }

  /** The same the other way round. */
  #hasGained({ number, isNegated }: Trigger): boolean {
    return ((this.#changes[number] ?? 0) & (isNegated ? gone : added)) !== 0;
  }

  /** Whether changes of what a rule reads take solutions in the base away. */
  #isLosing(rule: TriggeredRule): boolean {
    if (this.#isDeadInBase(rule)) return false;
    for (const trigger of rule.triggers) if (this.#hasLost(trigger)) return true;
    return false;
  }

  /** Solutions in the base that changes of what a rule reads take away. */
  #losses(rule: TriggeredRule, plans: Plan[]): void {
    if (this.#isDeadInBase(rule)) return;
    for (const trigger of rule.triggers) {
      if (!this.#hasLost(trigger)) continue;
      plans.push(this.#driven(rule.rule, trigger.at, trigger.isNegated ? 'added, old' : 'gone, old'));
    }
  }

  /** Solutions that changes of what a rule reads bring. */
  #gains(rule: TriggeredRule, jobs: Job[]): void {
    const fresh = this.#gaps.triggers[rule.place];
    if (fresh !== undefined && fresh.length > 0) {
      // Where all facts of a premise are new, every solution has one of them, and one plan finds all.
      const best = this.#leastFresh(fresh);
      if (best !== undefined) jobs.push(jobOf(this.#driven(rule.rule, best.at, 'added')));
      return;
    }
    for (const trigger of rule.triggers) {
      if (!this.#hasGained(trigger)) continue;
      jobs.push(jobOf(this.#driven(rule.rule, trigger.at, trigger.isNegated ? 'gone' : 'added')));
    }
  }

  /** Of premises whose facts are all new the one with the fewest, or none if one has no facts at all. */
  #leastFresh(triggers: readonly Trigger[]): Trigger | undefined {
    let best: Trigger | undefined;
    let leastRows = Infinity;
    for (const trigger of triggers) {
      const rows = this.#database.changed(trigger.number)?.rows.own.size ?? 0;
      if (rows === 0) return undefined;
      if (rows < leastRows) [best, leastRows] = [trigger, rows];
    }
    return best;
  }

  #driven(rule: RulePlan, at: number, range: DrivenRange): Plan {
    return rule.driven(at, range, this.#evaluator.sizeOf);
  }

  /** Whether a premise has no facts in the base, so that the rule never had a solution there. */
  #isDeadInBase({ place }: TriggeredRule): boolean {
    return this.#gaps.rules[place] === 1;
  }

  /** The premises that read facts of the rule's own component that were taken away in the last round. */
  #inside(rule: RulePlan): readonly number[] {
    if (rule.rule.grouping !== undefined) return [];
    return rule.atoms.flatMap(({ at, predicate }) => {
      const { rows } = this.#database.facts(predicate);
      return rule.growing.includes(at) && rows.doomedFrom < rows.doomedTo ? [at] : [];
    });
  }

  #groupJobs({ rule }: TriggeredRule, keys: Relation, { isOld }: { readonly isOld: boolean }): Job[] {
    const names = rule.rule.grouping?.keys ?? [];
    const plan = rule.bound(names, this.#evaluator.sizeOf, isOld);
    const jobs: Job[] = [];
    for (let row = 0; row < keys.size; row++) jobs.push(jobOf(plan, keys.row(row)));
    return jobs;
  }

  /** The rule with the variables of its head set to the values of a fact, unless the fact cannot be its head. */
  #boundJob(rule: RulePlan, values: readonly number[]): Job[] {
    const { table } = this.#database;
    const pattern = headPattern(rule.rule);
    if (!pattern.constants.every(({ column, value }) => table.find(value) === values[column])) return [];
    const bound = pattern.variables.map(({ column }) => values[column] ?? 0);
    return [jobOf(rule.bound(pattern.names, this.#evaluator.sizeOf), bound)];
  }
}

const noKeys: ChangedKeys = new Map();
const noGroups: ChangedGroups = { keys: new Relation(0), changes: [] };
