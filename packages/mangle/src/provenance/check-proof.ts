import type { Evaluation, Fact } from '../engine/evaluation.js';
import type { Premise, Rule, TemporalPremise } from '../program/program.js';
import type { Term } from '../syntax/ast.js';
import { equalValues } from '../value/compare.js';
import type { Value } from '../value/value.js';
import {
  type CheckFuel,
  extensions,
  extendTimeline,
  instantOf,
  solutions,
  unify,
  type Values,
  valueOf,
} from './check-body.js';
import { groupRows, groupValues, rowKey } from './check-group.js';
import { CheckModel } from './check-model.js';
import { valuesOf } from './premise-text.js';
import type { Derivation, Proof, ProofPremise } from './proof.js';
import { factsBehind, factText, proofsBehind } from './render.js';

export interface CheckOptions {
  /** Whether a fact that is not in the program came from the host. If absent, no fact did. */
  readonly isGiven?: (fact: Fact) => boolean;
  /** Solutions of bodies that are looked through to see that a group is complete. 100,000 if absent. */
  readonly maxSteps?: number;
}

/** What a check found. */
export interface ProofCheck {
  readonly isValid: boolean;
  /** What is wrong, in words; empty for a valid proof. */
  readonly problems: readonly string[];
  /** Derivations that were replayed. */
  readonly derivations: number;
  /** Facts that were taken on trust: answers of the host, merged values, and what the proof leaves out. */
  readonly assumed: readonly Proof[];
}

/**
 * Replays a proof step by step: under its bindings the head of each rule is the fact, each premise is the fact that is
 * proved below it, or no fact matches it, or its test is true; an aggregation comes to its value from its rows, and
 * there are no others; the leaves are given; and no fact leans on itself. It shares no code with the search that makes
 * proofs and asks the evaluation only for facts.
 */
export function checkProof(evaluation: Evaluation, proof: Proof, options: CheckOptions = {}): ProofCheck {
  return new ProofChecker(evaluation, options).check(proof);
}

/** Checks many proofs of one evaluation; what was checked once is not checked again. */
export class ProofChecker {
  readonly #model: CheckModel;
  readonly #maxSteps: number;
  readonly #done = new Set<Proof>();
  #problems: string[] = [];
  #assumed: Proof[] = [];
  #derivations = 0;

  constructor(evaluation: Evaluation, { isGiven = () => false, maxSteps = 100_000 }: CheckOptions = {}) {
    this.#model = new CheckModel(evaluation, isGiven);
    this.#maxSteps = maxSteps;
  }

  check(proof: Proof): ProofCheck {
    this.#problems = [];
    this.#assumed = [];
    this.#derivations = 0;
    if (!this.#model.holds(proof.fact)) this.#complain(proof, 'it is no fact of the model');
    this.#walk(proof);
    const problems = this.#problems;
    return { isValid: problems.length === 0, problems, derivations: this.#derivations, assumed: this.#assumed };
  }

  /** Depth first without recursion, since proofs may be deep; a proof that is met below itself is circular. */
  #walk(root: Proof): void {
    const open = new Set<Proof>();
    const stack: { readonly proof: Proof; readonly isLeaving: boolean }[] = [{ proof: root, isLeaving: false }];
    for (let each = stack.pop(); each !== undefined; each = stack.pop()) {
      const { proof, isLeaving } = each;
      if (isLeaving) open.delete(proof);
      else if (open.has(proof)) this.#complain(proof, 'it leans on itself');
      else if (!this.#done.has(proof)) {
        this.#done.add(proof);
        open.add(proof);
        this.#checkNode(proof);
        stack.push({ proof, isLeaving: true });
        for (const below of proof.derivations.flatMap(proofsBehind)) stack.push({ proof: below, isLeaving: false });
      }
    }
  }

  #checkNode(proof: Proof): void {
    const { fact, kind, derivations } = proof;
    const info = this.#model.program.predicates.get(fact.predicate);
    if (kind === 'fact' && !this.#model.isGiven(fact))
      this.#complain(proof, 'it is no fact of the program; if the host gave it, `isGiven` has to say so');
    if (kind === 'external' && info?.isExternal !== true) this.#complain(proof, 'no host answers for it');
    if (kind === 'merged' && info?.lattice === undefined && !this.#follows(fact))
      this.#complain(proof, 'nothing merges it');
    if ((kind === 'rule' || kind === 'aggregate') && derivations.length === 0) this.#complain(proof, 'it has no rule');
    if (kind === 'external' || kind === 'merged' || kind === 'deeper') this.#assumed.push(proof);
    for (const derivation of derivations) {
      this.#derivations++;
      const problem = this.#problemOf(fact, derivation);
      if (problem !== undefined) this.#complain(proof, problem);
    }
  }

  #problemOf(fact: Fact, derivation: Derivation): string | undefined {
    const { rule } = derivation;
    if (this.#model.program.rules[rule.index] !== rule) return 'the rule is not in the program';
    if (rule.predicate !== fact.predicate) return 'the rule derives another predicate';
    if (rule.grouping !== undefined) return this.#groupProblem(fact, derivation);
    const values = valuesOf(derivation.bindings);
    return this.#bodyProblem(rule, derivation.premises, values) ?? this.#headProblem(rule, fact, values);
  }

  #headProblem({ args, interval }: Rule, fact: Fact, values: Values): string | undefined {
    const isSame = args.every((arg, at) => isEqual(valueOf(arg, values, this.#model), fact.args[at]));
    if (!isSame) return 'the head is not the fact';
    if (interval === undefined) return fact.interval === undefined ? undefined : 'the head has no time';
    const [start, end] = [interval.start, interval.end].map((side) => instantOf(side, values, this.#model));
    const isThen = fact.interval?.start === start && fact.interval?.end === end;
    return isThen ? undefined : 'the head holds at another time';
  }

  #bodyProblem(rule: Rule, premises: readonly ProofPremise[], values: Values): string | undefined {
    if (premises.length !== rule.premises.length) return 'a premise is missing';
    for (const [at, premise] of rule.premises.entries()) {
      const given = premises[at];
      if (given === undefined || !this.#isProved(premise, given, values)) return `premise ${at + 1} is not proved`;
      if (!factsBehind(given).every(({ fact }) => this.#isKnown(fact, rule))) {
        return `premise ${at + 1} is no fact of the model`;
      }
    }
    return undefined;
  }

  /**
   * Whether a rule may lean on a fact: one of the model, or one that was replaced by a better one of a lattice in the
   * rule's own recursion. What a deferred or external predicate says is found only by asking.
   */
  #isKnown(fact: Fact, { predicate }: Rule): boolean {
    const info = this.#model.program.predicates.get(fact.predicate);
    if (info === undefined || info.isDeferred || info.isExternal) return true;
    return this.#model.areMergedTogether(fact.predicate, predicate) || this.#model.holds(fact);
  }

  /** Whether a fact that is derived together with merged ones follows from the model. */
  #follows(fact: Fact): boolean {
    if (!this.#model.areMergedTogether(fact.predicate, fact.predicate)) return false;
    return this.#model.program.rules.some((rule) => {
      if (rule.predicate !== fact.predicate || rule.grouping !== undefined) return false;
      const terms = rule.args.map((arg): Term => (arg.kind === 'apply' ? { kind: 'wildcard', span: arg.span } : arg));
      const values = unify(terms, fact.args, new Map(), this.#model);
      if (values === undefined) return false;
      const found = solutions(rule.premises, values, this.#model, { left: this.#maxSteps });
      return found.some((each) => this.#headProblem(rule, fact, each) === undefined);
    });
  }

  #isProved(premise: Premise, given: ProofPremise, values: Values): boolean {
    if (premise.kind === 'temporal') return this.#isProvedInTime(premise, factsBehind(given), values);
    if (premise.kind === 'atom' && !premise.isNegated) {
      if (given.kind !== 'proof' || given.proof.fact.predicate !== premise.predicate) return false;
      const extended = unify(premise.args, given.proof.fact.args, values, this.#model);
      return extended !== undefined && addsNoName(values, extended);
    }
    if (given.kind !== (premise.kind === 'atom' ? 'absent' : 'check')) return false;
    return extensions(premise, values, this.#model).some((extended) => addsNoName(values, extended));
  }

  #isProvedInTime(premise: TemporalPremise, proofs: readonly Proof[], values: Values): boolean {
    const facts = proofs.map(({ fact }) => fact);
    const [first] = facts;
    if (first === undefined || facts.some(({ predicate }) => predicate !== premise.predicate)) return false;
    if (!facts.every(({ args }) => args.every((value, at) => isEqual(value, first.args[at])))) return false;
    const extended = unify(premise.args, first.args, values, this.#model);
    if (extended === undefined) return false;
    return extendTimeline(premise, facts, extended, this.#model).some((each) => addsNoName(values, each));
  }

  #groupProblem(fact: Fact, { rule, bindings, rows = [], omittedRows = 0 }: Derivation): string | undefined {
    const { grouping } = rule;
    if (grouping === undefined || rows.length === 0) return 'the group has no rows';
    const values = rows.map((row) => valuesOf(row.bindings));
    for (const [at, row] of rows.entries()) {
      const problem = this.#bodyProblem(rule, row.premises, values[at] ?? new Map<string, Value>());
      if (problem !== undefined) return `row ${at + 1}: ${problem}`;
    }
    if (omittedRows > 0) return `${omittedRows} rows of the group are left out`;
    const groups = groupRows(values, grouping);
    if (groups.length !== 1) return 'the rows are of several groups';
    if (groups[0]?.length !== rows.length) return 'a row stands twice';
    const missing = this.#missingRow(rule, values);
    if (missing !== undefined) return missing;
    const computed = groupValues(values, grouping, this.#model);
    if (!bindings.every(({ variable, value }) => isEqual(computed.get(variable), value))) {
      return 'the rows come to something else';
    }
    return this.#headProblem(rule, fact, computed);
  }

  /** A group is all solutions of the body with these keys. */
  #missingRow({ premises, grouping }: Rule, rows: readonly Values[]): string | undefined {
    const [first] = rows;
    const keys = new Map((grouping?.keys ?? []).flatMap((key) => (first?.has(key) ? [[key, first.get(key)]] : [])));
    const known = new Map([...keys].filter((entry): entry is [string, Value] => entry[1] !== undefined));
    const fuel: CheckFuel = { left: this.#maxSteps };
    const all = new Set(solutions(premises, known, this.#model, fuel).map(rowKey));
    for (const row of rows) all.delete(rowKey(row));
    return all.size === 0 ? undefined : `the group has ${all.size} more rows`;
  }

  #complain({ fact }: Proof, problem: string): void {
    this.#problems.push(`${factText(fact)}: ${problem}`);
  }
}

function isEqual(a: Value | undefined, b: Value | undefined): boolean {
  return a !== undefined && b !== undefined && equalValues(a, b);
}

/** The bindings of a proof are complete: only what stands for a `_` may get a value from elsewhere. */
function addsNoName(values: Values, extended: Values): boolean {
  return [...extended.keys()].every((name) => values.has(name) || name.startsWith('_'));
}
