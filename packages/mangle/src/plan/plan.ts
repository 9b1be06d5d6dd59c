import type { FunctionBuiltin, PredicateBuiltin, ReducerBuiltin } from '../builtins/define.js';
import type { PredicateKey, Rule } from '../program/program.js';
import type { Span } from '../text/source.js';
import type { Value } from '../value/value.js';
import type { AccumulatedKind } from './accumulation.js';

/**
 * A rule as a sequence of steps over numbered registers. Each step, given the registers that earlier steps filled,
 * finds its solutions one after the other and fills its own registers. Plans are data: the machine runs them, and
 * nothing in them depends on facts.
 */
export interface Plan {
  readonly rule: Rule;
  readonly steps: readonly Step[];
  readonly registerCount: number;
  /** The variable in each register. */
  readonly variables: readonly string[];
  /**
   * What the head's columns are, for a temporal head followed by start and end. Without grouping the operands read the
   * registers of the body, with grouping those of the group: its keys, then its lets.
   */
  readonly head: readonly Operand[];
  readonly grouping: GroupPlan | undefined;
  /** Whether functions of the host are called, which may take any time. */
  readonly callsHost: boolean;
  /** How many registers have a value before the first step. */
  readonly boundCount: number;
  /** What an executor made of the plan, for its next use. */
  readonly made: { forms?: unknown };
}

/** How the solutions of a body become groups and what is computed for each. */
export interface GroupPlan {
  /** The body registers that make a row; rows with equal values are one. */
  readonly row: readonly number[];
  /** Whether no two solutions of the body give the same row. */
  readonly isDistinct: boolean;
  /** The registers of a row that are kept: all of them if rows may come twice, otherwise those that are used. */
  readonly kept: readonly number[];
  /** The body registers that tell the groups apart. */
  readonly keys: readonly number[];
  readonly lets: readonly GroupLetPlan[];
  /** How one more row changes the results of the reducers, in their order; undefined if a row may come twice or a result takes all rows. */
  readonly totals: readonly TotalPlan[] | undefined;
}

/** The result of a reducer as it grows from row to row. */
export interface TotalPlan {
  readonly kind: AccumulatedKind;
  /** The body register that is reduced; -1 if rows are counted. */
  readonly register: number;
  readonly span: Span;
}

export interface GroupLetPlan {
  /** With a reducer the arguments read a row's body registers, without one the single argument reads the group's. */
  readonly reducer?: ReducerBuiltin;
  readonly args: readonly Operand[];
  readonly span: Span;
}

/** Which rows of a predicate a scan sees; the words are those of `Relation` and `FactView`. */
export type Range =
  /** Rows that came before the last round. */
  | 'stable'
  /** Rows of the last round. */
  | 'recent'
  /** Both. */
  | 'known'
  /** Every row, for predicates that do not change while the rule runs. */
  | 'all'
  /** The rows of the base, whatever became of them since. */
  | 'old'
  /** What the run has and the base has not. */
  | 'added'
  /** What the base has and the run has not. */
  | 'gone'
  /** The rows of the base that the last round took away. */
  | 'doomed';

export type Step = ScanStep | CoverStep | AbsentStep | AssignStep | CompareStep | BuiltinStep | AskStep;

/** Rows that agree with `key`, in the columns of `PredicateFacts.rows`. */
export interface ScanStep {
  readonly kind: 'scan';
  readonly predicate: PredicateKey;
  readonly range: Range;
  readonly key: readonly ColumnKey[];
  readonly binds: readonly ColumnBind[];
  /** Columns that repeat a variable bound by this very step. */
  readonly repeats: readonly ColumnBind[];
  /** Only rows whose interval meets this window. */
  readonly window?: WindowOperands;
  readonly span: Span;
}

/** Atoms of a temporal predicate whose intervals together cover a window. */
export interface CoverStep {
  readonly kind: 'cover';
  readonly predicate: PredicateKey;
  readonly range: Range;
  readonly key: readonly ColumnKey[];
  readonly binds: readonly ColumnBind[];
  readonly repeats: readonly ColumnBind[];
  readonly window: WindowOperands;
  /** Whether the intervals of the base count, whatever became of them since. */
  readonly isOld: boolean;
  readonly span: Span;
}

/** Holds if no atom agrees with `key`. */
export interface AbsentStep {
  readonly kind: 'absent';
  readonly predicate: PredicateKey;
  readonly key: readonly ColumnKey[];
  /** Whether the atoms of the base count, whatever became of them since. */
  readonly isOld: boolean;
  readonly span: Span;
}

export interface AssignStep {
  readonly kind: 'assign';
  readonly register: number;
  readonly value: Operand;
  readonly span: Span;
}

/** The order comparisons are builtin steps. */
export interface CompareStep {
  readonly kind: 'compare';
  readonly operator: '=' | '!=';
  readonly left: Operand;
  readonly right: Operand;
  readonly span: Span;
}

export interface BuiltinStep {
  readonly kind: 'builtin';
  readonly builtin: PredicateBuiltin;
  readonly inputs: readonly Operand[];
  readonly outputs: readonly Output[];
  readonly isNegated: boolean;
  readonly span: Span;
}

/** Makes sure that a deferred or external predicate has been asked for these inputs; gives up this branch if not. */
export interface AskStep {
  readonly kind: 'ask';
  readonly predicate: PredicateKey;
  readonly inputs: readonly Operand[];
  readonly span: Span;
}

export interface ColumnKey {
  readonly column: number;
  readonly value: Operand;
}

export interface ColumnBind {
  readonly column: number;
  readonly register: number;
}

/** What becomes of an output of a builtin. */
export type Output =
  | { readonly kind: 'bind'; readonly register: number }
  | { readonly kind: 'equal'; readonly value: Operand }
  | { readonly kind: 'ignore' };

export interface WindowOperands {
  readonly from: Operand;
  readonly to: Operand;
  /** The two may come in either order. */
  readonly isUnordered: boolean;
}

/** Where a value comes from. */
export type Operand =
  | { readonly kind: 'constant'; readonly value: Value }
  | { readonly kind: 'register'; readonly register: number }
  | { readonly kind: 'instant'; readonly offset: bigint }
  | {
      readonly kind: 'call';
      readonly builtin: FunctionBuiltin;
      readonly args: readonly Operand[];
      readonly span: Span;
    };
