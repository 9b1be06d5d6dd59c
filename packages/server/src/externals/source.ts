import type { MangleInput, MangleOutput } from '@manglecp/mangle';

/** The given arguments of one question, in their order. */
export type Question = readonly MangleOutput[];

/** The asked arguments of each fact that answers a question. Where nothing is asked for, one empty row means yes. */
export type Answer = readonly (readonly MangleInput[])[];

/** Where the facts of an external predicate come from. Nothing is opened before the first question. */
export interface Source {
  /** Answers questions, in their order. Rejects with a `SourceFailure`; stops its work when `signal` fires. */
  answer(questions: readonly Question[], signal: AbortSignal): Promise<readonly Answer[]>;
  /** How many questions are best asked together. */
  readonly batchSize: number;
}

/** Something that is held open for sources. */
export interface Resource {
  /** Resolves when nothing is held any more. From then on there are no answers. */
  close(): Promise<void>;
}

/**
 * Why there is no answer, for the operator's log. INVARIANT: the message holds no secret and no value of a fact, and there
 * is no cause, since errors of drivers hold both.
 */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
}

/** The code of an error of Node or of a driver, such as `ECONNREFUSED`; its name if it has none. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error;
  if ('code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code)) return error.code;
  return error instanceof Error ? error.name : 'error';
}

/** Something that keeps an external predicate from being answered, found when the pack is loaded. */
export interface SourceFault {
  readonly message: string;
  readonly help?: string;
}
