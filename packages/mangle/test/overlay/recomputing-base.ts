import { evaluate, type EvaluateOptions, evaluateSync } from '../../src/engine/evaluate.js';
import type { Evaluation } from '../../src/engine/evaluation.js';
import type { FactInput } from '../../src/engine/host-facts.js';
import type { Program, SourceFact } from '../../src/program/program.js';
import { generatedNow } from '../generate/columns.js';
import { inputKey, inputOf, isTimed } from '../support/source-facts.js';
import type { Change, PreparedBase, PrepareOptions, RequestOptions } from './prepared.js';

/** A base that recomputes everything for every request; trivially right, and easy to make wrong on purpose. */
export class RecomputingBase implements PreparedBase {
  #program: Program;
  readonly #options: PrepareOptions;
  #facts: ReadonlyMap<string, FactInput>;

  constructor(program: Program, facts: Iterable<FactInput>, options: PrepareOptions) {
    this.#program = program;
    this.#options = options;
    this.#facts = new Map([...facts].map((fact) => [inputKey(fact), fact]));
    this.requestSync([], {});
  }

  request(facts: Iterable<FactInput>, options: RequestOptions): Promise<Evaluation> {
    return evaluate(this.#program, this.#optionsWith(facts, options));
  }

  requestSync(facts: Iterable<FactInput>, options: RequestOptions): Evaluation {
    return evaluateSync(this.#program, this.#optionsWith(facts, options));
  }

  update(change: Change): Promise<void> {
    return new Promise((resolve) => resolve(this.updateSync(change)));
  }

  updateSync({ add = [], remove = [] }: Change): void {
    const [before, program] = [this.#facts, this.#program];
    const removed = new Set([...remove].map((fact) => inputKey(fact)));
    const kept = [...before].filter(([key]) => !removed.has(key));
    this.#facts = new Map([...kept, ...[...add].map((fact): [string, FactInput] => [inputKey(fact), fact])]);
    const isKept = (fact: SourceFact): boolean => !removed.has(inputKey(inputOf(fact, program, generatedNow)));
    this.#program = { ...program, facts: program.facts.filter((fact) => isTimed(fact) || isKept(fact)) };
    try {
      this.requestSync([], {});
    } catch (error) {
      this.#facts = before;
      this.#program = program;
      throw error;
    }
  }

  watch(): never {
    throw new Error('a base that recomputes everything watches nothing');
  }

  digest(): string {
    const stated = this.#program.facts.map((fact) => inputKey(inputOf(fact, this.#program, generatedNow)));
    return [...new Set([...this.#facts.keys(), ...stated])].sort().join('\n');
  }

  #optionsWith(facts: Iterable<FactInput>, options: RequestOptions): EvaluateOptions {
    return { now: generatedNow, ...this.#options, ...options, facts: [...this.#facts.values(), ...facts] };
  }
}
