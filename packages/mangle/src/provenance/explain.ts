import { Budget } from '../engine/budget.js';
import type { CursorContext } from '../engine/cursor.js';
import type { Evaluation, Fact } from '../engine/evaluation.js';
import { Machine } from '../engine/machine.js';
import { createReader } from '../engine/operands.js';
import { Task } from '../engine/task.js';
import { compileRule } from '../plan/compile-rule.js';
import { isAnonymous } from '../program/variables.js';
import type { Plan } from '../plan/plan.js';
import { type PredicateInfo, predicateKey, type Rule } from '../program/program.js';
import type { Binding, Proof, ProofPremise } from './proof.js';
import { compareText } from '../text/order.js';
import { type Fill, premiseOf, type Row } from './premises.js';
import { factText } from './render.js';

export interface ExplainOptions {
  /** Sub-proofs deeper than this are left out. 64 if absent. */
  readonly maxDepth?: number;
  /** Rows of an aggregation that are shown. 20 if absent. */
  readonly maxRows?: number;
}

/**
 * The first proof of a fact: the first rule in source order that derives it from facts that came before it, so a proof
 * never leans on itself. Searched after the evaluation; an evaluation that nobody asks about records nothing.
 */
export function explain(evaluation: Evaluation, fact: Fact, options: ExplainOptions = {}): Proof | undefined {
  const explainer = new Explainer(evaluation, options);
  const row = explainer.find(fact);
  return row === undefined ? undefined : explainer.prove(row, 0);
}

class Explainer {
  readonly #evaluation: Evaluation;
  readonly #maxDepth: number;
  readonly #maxRows: number;
  readonly #seen = new Set<string>();

  constructor(evaluation: Evaluation, { maxDepth = 64, maxRows = 20 }: ExplainOptions) {
    this.#evaluation = evaluation;
    this.#maxDepth = maxDepth;
    this.#maxRows = maxRows;
  }

  find({ predicate, args, interval }: Fact): Row | undefined {
    const info = this.#evaluation.program.predicates.get(predicate);
    const { database } = this.#evaluation.evaluator;
    if (info === undefined) return undefined;
    const ids = args.map((value) => database.table.find(value) ?? -1);
    if (interval !== undefined) ids.push(database.table.time(interval.start), database.table.time(interval.end));
    const at = database.facts(predicate).rows.find(ids);
    return at === -1 ? undefined : { info, at };
  }

  prove(row: Row, depth: number): Proof {
    const fact = this.#factOf(row);
    const leaf = { fact, bindings: [], premises: [] };
    const name = `${row.info.key} ${row.at}`;
    const { evaluator } = this.#evaluation;
    const stamp = evaluator.database.facts(row.info.key).rows.stamp(row.at);
    if (stamp <= evaluator.loadedStamp) return { ...leaf, kind: 'fact' };
    if (row.info.isExternal) return { ...leaf, kind: 'external' };
    if (this.#seen.has(name)) return { ...leaf, kind: 'repeated' };
    if (depth >= this.#maxDepth) return { ...leaf, kind: 'deeper' };
    this.#seen.add(name);
    for (const rule of this.#evaluation.program.rules) {
      if (rule.predicate !== row.info.key) continue;
      const proof = this.#proveBy(rule, row, stamp, depth);
      if (proof !== undefined) return proof;
    }
    return { ...leaf, kind: 'merged' };
  }

  #proveBy(rule: Rule, row: Row, stamp: number, depth: number): Proof | undefined {
    const { plan, context, machine } = this.#prepare(rule, row, stamp);
    const fact = this.#factOf(row);
    const prove = (premise: Row): Proof => this.prove(premise, depth + 1);
    const fill: Fill = { evaluation: this.#evaluation, context, plan, stamp, prove };
    const budget = new Budget({}, () => 0);
    if (plan.grouping !== undefined) {
      if (!this.#aggregates(plan, context, row, budget)) return undefined;
      const premises = this.#rowsOf(machine, budget, rule, fill);
      return { fact, kind: 'aggregate', rule, bindings: [], premises };
    }
    const isHead = this.#headTest(plan, context, row);
    for (machine.start(); machine.next(budget) === 'solution';) {
      if (!isHead()) continue;
      const bindings = bindingsOf(plan, context);
      const premises = rule.premises.map((premise) => premiseOf(premise, fill));
      return { fact, kind: 'rule', rule, bindings, premises };
    }
    return undefined;
  }

  /** Whether the aggregation really comes to this row: another rule of the predicate may have made it. */
  #aggregates(plan: Plan, context: CursorContext, row: Row, budget: Budget): boolean {
    const values = this.#evaluation.evaluator.database.facts(row.info.key).rows.row(row.at);
    let isFound = false;
    const task = new Task(plan, context, (_, head) => (isFound ||= values.every((value, at) => value === head[at])));
    task.start(context.registers);
    while (!task.run(budget));
    return isFound;
  }

  /** The facts behind an aggregate: those of every row of its group, each once, up to the limit. */
  #rowsOf(machine: Machine, budget: Budget, rule: Rule, fill: Fill): ProofPremise[] {
    const premises = new Map<string, ProofPremise>();
    let rows = 0;
    for (machine.start(); rows < this.#maxRows && machine.next(budget) === 'solution'; rows++) {
      for (const premise of rule.premises) {
        if (premise.kind !== 'atom' && premise.kind !== 'temporal') continue;
        const found = premiseOf(premise, fill);
        const text = found.kind === 'proof' ? factText(found.proof.fact) : found.text;
        if (!premises.has(text)) premises.set(text, found);
      }
    }
    return [...premises].sort(([a], [b]) => compareText(a, b)).map(([, premise]) => premise);
  }

  /** The rule with the variables that stand alone in its head already set to the fact's values. */
  #prepare(rule: Rule, row: Row, stamp: number): { plan: Plan; context: CursorContext; machine: Machine } {
    const { program, evaluator } = this.#evaluation;
    const values = evaluator.database.facts(row.info.key).rows.row(row.at);
    const bound = new Map<string, number>();
    rule.args.forEach((arg, at) => {
      if (arg.kind === 'variable' && isBodyVariable(rule, arg.name)) bound.set(arg.name, values[at] ?? -1);
    });
    const { predicates, registry } = program;
    const plan = compileRule(rule, { predicates, registry, growing: new Set() }, { bound: [...bound.keys()] });
    const registers = new Int32Array(plan.registerCount);
    registers.set([...bound.values()]);
    const context = {
      ...evaluator.taskContext,
      ask: () => true,
      isIncomplete: () => false,
      registers,
      maxStamp: () => stamp,
    };
    return { plan, context, machine: new Machine(plan, context) };
  }

  #headTest(plan: Plan, context: CursorContext, row: Row): () => boolean {
    const values = this.#evaluation.evaluator.database.facts(row.info.key).rows.row(row.at);
    const readers = plan.head.map((operand) => createReader(operand, context));
    return () => readers.every((read, at) => read() === values[at]);
  }

  #factOf({ info, at }: Row): Fact {
    return factAt(this.#evaluation, info, at);
  }
}

/** A variable of an aggregation's head has a value in the body only if it is a key. */
function isBodyVariable({ grouping }: Rule, name: string): boolean {
  return grouping === undefined || grouping.keys.includes(name);
}

function bindingsOf(plan: Plan, { registers, table }: CursorContext): Binding[] {
  return plan.variables
    .flatMap((variable, at) => (isAnonymous(variable) ? [] : [{ variable, value: table.get(registers[at] ?? -1) }]))
    .sort((a, b) => (a.variable < b.variable ? -1 : 1));
}

function factAt(evaluation: Evaluation, info: PredicateInfo, at: number): Fact {
  const { database } = evaluation.evaluator;
  const values = database.facts(info.key).rows.row(at);
  const args = values.slice(0, info.arity).map((id) => database.table.get(id));
  const base = { predicate: predicateKey(info.name, info.arity), name: info.name, args };
  if (!info.isTemporal) return base;
  const [start, end] = values.slice(info.arity).map((id) => database.table.nanosOf(id));
  return { ...base, interval: { start: start ?? 0n, end: end ?? 0n } };
}
