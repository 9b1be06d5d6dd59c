import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { FactBatch } from '../value/fact-batch.js';

/**
 * - `csv`: fields between commas; a field with commas, quotes or line ends stands between double quotes, and quotes
 *   inside it are doubled.
 * - `tsv`: fields between tabs; `\t`, `\n`, `\r` and `\\` stand for what cannot stand there itself.
 * - `jsonl`: one JSON array or object a line; the keys of an object are the declared names of the columns.
 * - `simple-column`: the columns of several predicates one after another, as the reference engine stores them.
 */
export type FactFormat = 'csv' | 'tsv' | 'jsonl' | 'simple-column';

/** Facts as they come from a file. */
export interface FactFile {
  /** What diagnostics call it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format: FactFormat;
  /**
   * The predicate of the facts with its package, such as `edge`; `edge/2` where several have the name. In
   * `simple-column`, which names its predicates itself, only the facts of this one are taken; absent: all.
   */
  readonly predicate?: string;
  /** Whether the first row of `csv` and `tsv` only names the columns. */
  readonly hasHeader?: boolean;
}

/** What was in the files. */
export interface FactsRead {
  /** Absent if there is an error. */
  readonly batches?: readonly FactBatch[];
  readonly diagnostics: readonly Diagnostic[];
}
