import { compareText, createSource, type Diagnostic, type Fact, type Source } from '@manglecp/mangle';
import { type Evaluation, evaluateSources } from '../evaluation/evaluate-sources.js';
import type { EvaluationOptions } from '../options.js';
import { factText } from '../output/fact-text.js';

/** What changed when the program did: texts of facts, sorted. */
export interface Change {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Errors if the change was refused, warnings otherwise. */
  readonly diagnostics: readonly Diagnostic[];
  readonly isRefused: boolean;
}

type Ran = Extract<Evaluation, { ok: true }>;

/**
 * The program that a conversation has built so far and its facts. Every change is tried on a copy: a change with an
 * error leaves the session as it was.
 */
export class Session {
  #sources: readonly Source[] = [];
  #options: EvaluationOptions;
  #ran: Ran | undefined;
  #entries = 0;

  constructor(options: EvaluationOptions) {
    this.#options = options;
  }

  get sources(): readonly Source[] {
    return this.#sources;
  }

  /** The evaluation time that was set; absent if it follows the clock. */
  get now(): bigint | undefined {
    return this.#options.now;
  }

  /** The predicates that the program knows, for completion. */
  get predicateNames(): readonly string[] {
    return this.#ran === undefined ? [] : Array.from(this.#ran.program.predicates.values(), ({ name }) => name);
  }

  /** Adds typed text to the program. */
  async addText(text: string): Promise<Change> {
    this.#entries += 1;
    return this.#change([...this.#sources, createSource(`<input ${this.#entries}>`, text)], this.#options);
  }

  /** Adds files to the program; a file that was loaded before is replaced. */
  async addSources(sources: readonly Source[]): Promise<Change> {
    const names = new Set(sources.map(({ name }) => name));
    return this.#change([...this.#sources.filter(({ name }) => !names.has(name)), ...sources], this.#options);
  }

  async setNow(now: bigint): Promise<Change> {
    return this.#change(this.#sources, { ...this.#options, now });
  }

  reset(): void {
    this.#sources = [];
    this.#ran = undefined;
  }

  /** The evaluated program, made anew if there is none yet. */
  async evaluated(): Promise<Ran> {
    if (this.#ran !== undefined) return this.#ran;
    const evaluation = await evaluateSources(this.#sources, this.#options);
    if (!evaluation.ok) throw new Error('a program that was accepted does not run');
    this.#ran = evaluation;
    return evaluation;
  }

  async #change(sources: readonly Source[], options: EvaluationOptions): Promise<Change> {
    const before = this.#ran === undefined ? [] : this.#ran.result.facts();
    const evaluation = await evaluateSources(sources, options);
    if (!evaluation.ok) return { added: [], removed: [], diagnostics: evaluation.diagnostics, isRefused: true };
    this.#sources = sources;
    this.#options = options;
    this.#ran = evaluation;
    const added = sources.at(-1);
    const diagnostics = evaluation.diagnostics.filter(
      ({ span, severity }) => span.source === added && severity !== 'hint',
    );
    return { ...difference(before, evaluation.result.facts()), diagnostics, isRefused: false };
  }
}

function difference(before: readonly Fact[], after: readonly Fact[]): Pick<Change, 'added' | 'removed'> {
  const [old, fresh] = [new Set(before.map(factText)), new Set(after.map(factText))];
  return {
    added: [...fresh].filter((text) => !old.has(text)).sort(compareText),
    removed: [...old].filter((text) => !fresh.has(text)).sort(compareText),
  };
}
