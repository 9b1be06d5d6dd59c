import type { CursorContext } from '../engine/cursor.js';
import type { Evaluation } from '../engine/evaluation.js';
import { createReader } from '../engine/operands.js';
import { isAnonymous } from '../program/variables.js';
import { instantOperand, operandOf, type Registers } from '../plan/operand.js';
import type { Plan } from '../plan/plan.js';
import type {
  AtomPremise,
  ComparePremise,
  Instant,
  PredicateInfo,
  Premise,
  TemporalPremise,
} from '../program/program.js';
import type { Term } from '../syntax/ast.js';
import { oracleText } from '../value/format.js';
import type { Proof, ProofPremise } from './proof.js';

/** A row of a predicate's facts. */
export interface Row {
  readonly info: PredicateInfo;
  readonly at: number;
}

/** A solution of a rule's body, from which its premises are read. */
export interface Fill {
  readonly evaluation: Evaluation;
  readonly context: CursorContext;
  readonly plan: Plan;
  /** Only rows that came before may be used. */
  readonly stamp: number;
  readonly prove: (row: Row) => Proof;
}

/** What a premise of the rule is under the solution in the registers. */
export function premiseOf(premise: Premise, fill: Fill): ProofPremise {
  switch (premise.kind) {
    case 'atom':
      if (premise.isNegated) return { kind: 'absent', text: atomText(premise.predicate, premise.args, fill) };
      return proofOrText(findRow(premise, idsOf(premise.args, fill), fill), premise, fill);
    case 'temporal':
      return proofOrText(findInterval(premise, fill), premise, fill);
    case 'compare':
      return { kind: 'check', text: compareText(premise, fill) };
    case 'builtin': {
      const text = `${premise.builtin.name}(${premise.args.map((arg) => termText(arg, fill)).join(', ')})`;
      return { kind: 'check', text: premise.isNegated ? `!${text}` : text };
    }
  }
}

function proofOrText(
  row: Row | undefined,
  { predicate, args }: AtomPremise | TemporalPremise,
  fill: Fill,
): ProofPremise {
  if (row !== undefined) return { kind: 'proof', proof: fill.prove(row) };
  return { kind: 'check', text: atomText(predicate, args, fill) };
}

function findRow({ predicate }: AtomPremise, ids: readonly number[], { evaluation }: Fill): Row | undefined {
  const info = evaluation.program.predicates.get(predicate);
  const at = evaluation.evaluator.database.facts(predicate).rows.find(ids);
  return info === undefined || at === -1 ? undefined : { info, at };
}

/** The oldest stored interval of the atom that meets the window and agrees with the sides. */
function findInterval({ predicate, args, window, binds }: TemporalPremise, fill: Fill): Row | undefined {
  const { evaluation, context, stamp } = fill;
  const info = evaluation.program.predicates.get(predicate);
  const { rows } = evaluation.evaluator.database.facts(predicate);
  const { table } = context;
  const nanos = (instant: Instant): bigint => table.nanosOf(read(instant, fill));
  const sides = [binds?.start, binds?.end].map((side) => (side?.kind === 'equals' ? read(side.instant, fill) : -1));
  const fits = (row: number): boolean => {
    const bounds = [rows.at(row, args.length), rows.at(row, args.length + 1)];
    if (!sides.every((side, at) => side === -1 || side === bounds[at])) return false;
    if (window === undefined) return true;
    const [start, end] = bounds.map((id) => table.nanosOf(id));
    return start !== undefined && end !== undefined && start <= nanos(window.to) && end >= nanos(window.from);
  };
  let found: number | undefined;
  const index = rows.index(args.map((_, column) => column));
  for (let row = index.first(idsOf(args, fill)); row !== -1; row = index.older(row)) {
    if (rows.stamp(row) < stamp && fits(row)) found = row;
  }
  return info === undefined || found === undefined ? undefined : { info, at: found };
}

function read(instant: Instant, { context, plan }: Fill): number {
  return createReader(instantOperand(instant, registersOf(plan)), context)();
}

function idsOf(args: readonly Term[], { context, plan, evaluation }: Fill): number[] {
  const registers = registersOf(plan);
  return args.map((arg) => createReader(operandOf(arg, registers, evaluation.program.registry), context)());
}

function registersOf({ variables }: Plan): Registers {
  return new Map(variables.map((name, register) => [name, register]));
}

function atomText(predicate: string, args: readonly Term[], fill: Fill): string {
  return `${predicate.slice(0, predicate.lastIndexOf('/'))}(${args.map((arg) => termText(arg, fill)).join(', ')})`;
}

function compareText({ operator, left, right }: ComparePremise, fill: Fill): string {
  return `${termText(left, fill)} ${operator} ${termText(right, fill)}`;
}

/** A term under the solution: values for variables, `_` where any value would do, functions as they stand. */
function termText(term: Term, fill: Fill): string {
  if (term.kind === 'constant') return oracleText(term.value);
  if (term.kind === 'wildcard') return '_';
  if (term.kind === 'apply') return `${term.name}(${term.args.map((arg) => termText(arg, fill)).join(', ')})`;
  const register = registersOf(fill.plan).get(term.name);
  if (register === undefined) return isAnonymous(term.name) ? '_' : term.name;
  return oracleText(fill.context.table.get(fill.context.registers[register] ?? -1));
}
