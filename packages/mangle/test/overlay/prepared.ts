import type { EvaluateOptions } from '../../src/engine/evaluate.js';
import type { Evaluation, Fact } from '../../src/engine/evaluation.js';
import type { FactInput } from '../../src/engine/host-facts.js';
import type { Program } from '../../src/program/program.js';

/** What the tests of prepared bases use of the package, so that they can be tried on a defective base too. */
export interface PreparedBase {
  request(facts: Iterable<FactInput>, options: RequestOptions): Promise<Evaluation>;
  requestSync(facts: Iterable<FactInput>, options: RequestOptions): Evaluation;
  update(change: Change, options?: UpdateOptions): Promise<void>;
  updateSync(change: Change, options?: UpdateOptions): void;
  watch(goal: string): AsyncIterable<{ readonly added: readonly Fact[]; readonly removed: readonly Fact[] }>;
  digest(): string;
}

export interface Change {
  readonly add?: Iterable<FactInput>;
  readonly remove?: Iterable<FactInput>;
}

export type UpdateOptions = Pick<EvaluateOptions, 'limits'>;

export type RequestOptions = Pick<EvaluateOptions, 'now' | 'limits' | 'externals'> & { readonly signal?: AbortSignal };

export type PrepareOptions = Omit<EvaluateOptions, 'facts' | 'now'>;

export type PrepareSync = (program: Program, facts: Iterable<FactInput>, options: PrepareOptions) => PreparedBase;
