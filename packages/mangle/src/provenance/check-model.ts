import type { Evaluation, Fact } from '../engine/evaluation.js';
import type { PredicateKey, Program, SourceFact } from '../program/program.js';
import type { Term } from '../syntax/ast.js';
import { createSource } from '../text/source.js';
import { argsAt } from '../value/fact-batch.js';
import { sourceText } from '../value/format.js';
import type { Value } from '../value/value.js';

/** The facts that a checker believes. It reads them as anybody could, through queries, and not as the search does. */
export class CheckModel {
  readonly program: Program;
  readonly now: bigint;
  readonly #evaluation: Evaluation;
  readonly #given: (fact: Fact) => boolean;
  readonly #indexes = new Map<string, ReadonlyMap<string, readonly Fact[]>>();
  #sourceFacts: ReadonlySet<string> | undefined;
  #merged: readonly ReadonlySet<PredicateKey>[] | undefined;

  /** `given` tells which facts came from the host; those of the program are known. */
  constructor(evaluation: Evaluation, given: (fact: Fact) => boolean) {
    this.program = evaluation.program;
    this.now = evaluation.now;
    this.#evaluation = evaluation;
    this.#given = given;
  }

  /** The facts whose arguments are these; undefined stands for any value. */
  matching(predicate: PredicateKey, args: readonly (Value | undefined)[]): readonly Fact[] {
    if (this.program.predicates.get(predicate)?.isDeferred === true) return this.#ask(predicate, args);
    const mask = args.map((value) => (value === undefined ? '_' : 'x')).join('');
    const name = `${predicate} ${mask}`;
    let index = this.#indexes.get(name);
    if (index === undefined) {
      index = indexed(this.#evaluation.facts(predicate), mask);
      this.#indexes.set(name, index);
    }
    return index.get(keyOf(args)) ?? [];
  }

  /** Whether two predicates are derived in one recursion with a predicate that merges its facts. */
  areMergedTogether(one: PredicateKey, other: PredicateKey): boolean {
    const { strata, predicates } = this.program;
    this.#merged ??= strata.flatMap((stratum) =>
      stratum.predicates.some((key) => predicates.get(key)?.lattice !== undefined) ? [new Set(stratum.predicates)] : [],
    );
    return this.#merged.some((stratum) => stratum.has(one) && stratum.has(other));
  }

  holds(fact: Fact): boolean {
    const { interval } = fact;
    return this.matching(fact.predicate, fact.args).some(
      (other) => other.interval?.start === interval?.start && other.interval?.end === interval?.end,
    );
  }

  isGiven(fact: Fact): boolean {
    this.#sourceFacts ??= new Set([...this.program.facts.map((each) => this.#sourceKey(each)), ...this.#batchKeys()]);
    return this.#sourceFacts.has(factKey(fact)) || this.#given(fact);
  }

  /** A deferred predicate has facts for what it is asked. */
  #ask(predicate: PredicateKey, args: readonly (Value | undefined)[]): readonly Fact[] {
    const span = { source: createSource('check', ''), start: 0, end: 0 };
    const terms = args.map((value): Term => (value === undefined ? { kind: 'wildcard', span } : constant(value)));
    const name = predicate.slice(0, predicate.lastIndexOf('/'));
    return this.#evaluation.query({ predicate: name, predicateSpan: span, args: terms, span });

    function constant(value: Value): Term {
      return { kind: 'constant', value, span };
    }
  }

  /** Facts of the program that were read in bulk. */
  *#batchKeys(): Generator<string> {
    for (const { predicate, facts } of this.program.batches) {
      const name = predicate.slice(0, predicate.lastIndexOf('/'));
      for (let row = 0; row < facts.count; row++) yield factKey({ predicate, name, args: argsAt(facts, row) });
    }
  }

  #sourceKey({ predicate, args, interval }: SourceFact): string {
    const name = predicate.slice(0, predicate.lastIndexOf('/'));
    if (interval === undefined) return factKey({ predicate, name, args });
    const [start = 0n, end = 0n] = [interval.start, interval.end].map((instant) => {
      if (instant.kind === 'now') return BigInt.asIntN(64, this.now + instant.offset);
      return instant.kind === 'time' ? instant.nanos : 0n;
    });
    return factKey({ predicate, name, args, interval: { start, end } });
  }
}

function indexed(facts: readonly Fact[], mask: string): ReadonlyMap<string, readonly Fact[]> {
  const index = new Map<string, Fact[]>();
  for (const fact of facts) {
    const key = keyOf(fact.args.map((value, at) => (mask[at] === 'x' ? value : undefined)));
    const group = index.get(key);
    if (group === undefined) index.set(key, [fact]);
    else group.push(fact);
  }
  return index;
}

function keyOf(args: readonly (Value | undefined)[]): string {
  return args.map((value) => (value === undefined ? '' : valueKey(value))).join('\n');
}

/** Equal exactly for equal values. */
export function valueKey(value: Value): string {
  return `${value.kind} ${sourceText(value)}`;
}

function factKey({ predicate, args, interval }: Fact): string {
  return [predicate, keyOf(args), interval?.start, interval?.end].join('\n');
}
