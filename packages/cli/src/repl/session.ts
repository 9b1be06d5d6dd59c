import {
  createSource,
  type Diagnostic,
  type Evaluation,
  type Fact,
  readableFactText,
  type Source,
} from '@manglecp/mangle';
import { evaluateSources, type EvaluationOptions, type Ran } from '../evaluation/evaluate-sources.js';
import { identityOf } from '../evaluation/query-facts.js';
import type { Query } from '../evaluation/query-text.js';

/** What changed when the program did: texts of facts, sorted. */
export interface Change {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Errors and warnings if the change was refused, otherwise the warnings about what was added. */
  readonly diagnostics: readonly Diagnostic[];
  readonly isRefused: boolean;
}

/** What a program is before it is evaluated. */
interface Draft {
  readonly sources: readonly Source[];
  readonly options: EvaluationOptions;
}

/**
 * The program that a conversation has built so far and its facts. Every change is tried on a copy: a change with an
 * error leaves the session as it was.
 */
export class Session {
  #sources: readonly Source[] = [];
  readonly #evaluator: typeof evaluateSources;
  #options: EvaluationOptions;
  #evaluation: Evaluation | undefined;
  /** The program before each change that was accepted, the last one at the end. */
  readonly #past: Draft[] = [];
  #running: AbortController | undefined;
  #entries = 0;

  /** `evaluator` may show that it works. */
  constructor(options: EvaluationOptions, evaluator: typeof evaluateSources = evaluateSources) {
    this.#options = options;
    this.#evaluator = evaluator;
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

  /** Begins with these files, which `undo` does not take back. */
  async begin(sources: readonly Source[]): Promise<Change> {
    return this.#try({ sources, options: this.#options }, sources);
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
    return this.#changeTo({ sources: [...others, ...sources], options: this.#options }, sources);
  }

  async setNow(now: bigint): Promise<Change> {
    return this.#changeTo({ sources: this.#sources, options: { ...this.#options, now } });
  }

  /** Takes back the last change that was accepted; undefined if there is none. */
  async undo(): Promise<Change | undefined> {
    const before = this.#past.at(-1);
    if (before === undefined) return undefined;
    const change = await this.#try(before, []);
    if (!change.isRefused) this.#past.pop();
    return change;
  }

  /** Ends the evaluation that is under way, so that its change is refused; false if there is none. */
  cancel(): boolean {
    this.#running?.abort();
    return this.#running !== undefined;
  }

  reset(): void {
    this.#past.push({ sources: this.#sources, options: this.#options });
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

  /** The evaluated program with the rule of a query, or what is wrong with the query. */
  async evaluatedWith(
    query: Query,
  ): Promise<{ readonly evaluation: Evaluation } | { readonly diagnostics: readonly Diagnostic[] }> {
    if (query.kind === 'atom') return { evaluation: await this.evaluated() };
    const ran = await this.#evaluate([...this.#sources, query.source], this.#options);
    return ran.ok ? { evaluation: ran.evaluation } : { diagnostics: ran.diagnostics };
  }

  async #changeTo(draft: Draft, added: readonly Source[] = []): Promise<Change> {
    const before = { sources: this.#sources, options: this.#options };
    const change = await this.#try(draft, added);
    if (!change.isRefused) this.#past.push(before);
    return change;
  }

  async #try({ sources, options }: Draft, added: readonly Source[]): Promise<Change> {
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
      return await this.#evaluator(sources, { ...options, signal: this.#running.signal });
    } finally {
      this.#running = undefined;
    }
  }
}

/** What is in one list of facts and not in the other, in the order of predicates and values. */
function difference(before: readonly Fact[], after: readonly Fact[]): Pick<Change, 'added' | 'removed'> {
  const [old, fresh] = [new Set(before.map(identityOf)), new Set(after.map(identityOf))];
  return {
    added: after.filter((fact) => !old.has(identityOf(fact))).map(readableFactText),
    removed: before.filter((fact) => !fresh.has(identityOf(fact))).map(readableFactText),
  };
}
