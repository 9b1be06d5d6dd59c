import {
  compareText,
  createSource,
  type Diagnostic,
  type Evaluation,
  type Fact,
  factText,
  type Source,
} from '@manglecp/mangle';
import { evaluateSources, type EvaluationOptions, type Ran } from '../evaluation/evaluate-sources.js';

/** What changed when the program did: texts of facts, sorted. */
export interface Change {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Errors and warnings if the change was refused, otherwise the warnings about what was added. */
  readonly diagnostics: readonly Diagnostic[];
  readonly isRefused: boolean;
}

/**
 * The program that a conversation has built so far and its facts. Every change is tried on a copy: a change with an
 * error leaves the session as it was.
 */
export class Session {
  #sources: readonly Source[] = [];
  #options: EvaluationOptions;
  #evaluation: Evaluation | undefined;
  #running: AbortController | undefined;
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
    return this.#evaluation === undefined
      ? []
      : Array.from(this.#evaluation.program.predicates.values(), ({ name }) => name);
  }

  /** Adds typed text to the program. */
  async addText(text: string): Promise<Change> {
    this.#entries += 1;
    return this.addSources([createSource(`<input ${this.#entries}>`, text)]);
  }

  /** Adds files to the program; a file that was loaded before is replaced. */
  async addSources(sources: readonly Source[]): Promise<Change> {
    const names = new Set(sources.map(({ name }) => name));
    const others = this.#sources.filter(({ name }) => !names.has(name));
    return this.#change([...others, ...sources], this.#options, sources);
  }

  async setNow(now: bigint): Promise<Change> {
    return this.#change(this.#sources, { ...this.#options, now }, []);
  }

  /** Ends the evaluation that is under way, so that its change is refused; false if there is none. */
  cancel(): boolean {
    this.#running?.abort();
    return this.#running !== undefined;
  }

  reset(): void {
    this.#sources = [];
    this.#evaluation = undefined;
  }

  /** The evaluated program, made anew if there is none yet. */
  async evaluated(): Promise<Evaluation> {
    if (this.#evaluation !== undefined) return this.#evaluation;
    const ran = await this.#evaluate(this.#sources, this.#options);
    if (!ran.ok) throw new Error('a program that was accepted does not run');
    this.#evaluation = ran.evaluation;
    return ran.evaluation;
  }

  async #change(sources: readonly Source[], options: EvaluationOptions, added: readonly Source[]): Promise<Change> {
    const before = this.#evaluation?.facts() ?? [];
    const ran = await this.#evaluate(sources, options);
    if (!ran.ok) return { added: [], removed: [], diagnostics: ran.diagnostics, isRefused: true };
    this.#sources = sources;
    this.#options = options;
    this.#evaluation = ran.evaluation;
    const diagnostics = ran.diagnostics.filter(({ span }) => added.includes(span.source));
    return { ...difference(before, ran.evaluation.facts()), diagnostics, isRefused: false };
  }

  async #evaluate(sources: readonly Source[], options: EvaluationOptions): Promise<Ran> {
    this.#running = new AbortController();
    try {
      return await evaluateSources(sources, { ...options, signal: this.#running.signal });
    } finally {
      this.#running = undefined;
    }
  }
}

function difference(before: readonly Fact[], after: readonly Fact[]): Pick<Change, 'added' | 'removed'> {
  const [old, fresh] = [new Set(before.map(factText)), new Set(after.map(factText))];
  return {
    added: [...fresh].filter((text) => !old.has(text)).sort(compareText),
    removed: [...old].filter((text) => !fresh.has(text)).sort(compareText),
  };
}
