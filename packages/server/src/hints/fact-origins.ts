import type { Fact, FactInput, PredicateKey, Program } from '@manglecp/mangle';
import { factIdentity, inputIdentity } from '../facts/fact-identity.js';
import { wirePredicates } from '../facts/wire-predicates.js';
import type { Pack } from '../pack/pack.js';

/** Whether a given fact is there only because the client sent it. */
export type IsClients = (fact: Fact) => boolean;

type OriginPack = Pick<Pack, 'program' | 'baseFacts' | 'declarations'>;

/**
 * Tells the facts of a client from those of the pack. What the pack states as well is the pack's: without the client it
 * would be there, too. Looks at facts of predicates that it is asked about, and at no others.
 */
export function createFactOrigins(pack: OriginPack): (facts: readonly FactInput[]) => IsClients {
  const assertable = new Set([...wirePredicates(pack).values()].map(({ info }) => info.key));
  const own = byPredicate((key) => ownFacts(pack, key));
  return (facts) => {
    const sent = byPredicate((key) => facts.filter((input) => keyOf(input) === key).map(inputIdentity));
    return (fact) => {
      if (!assertable.has(fact.predicate)) return false;
      const identity = factIdentity(fact);
      return sent(fact.predicate).has(identity) && !own(fact.predicate).has(identity);
    };
  };
}

/** Sets that are made when they are first asked for. */
function byPredicate(list: (key: PredicateKey) => Iterable<string>): (key: PredicateKey) => ReadonlySet<string> {
  const known = new Map<PredicateKey, ReadonlySet<string>>();
  return (key) => {
    let found = known.get(key);
    if (found === undefined) {
      found = new Set(list(key));
      known.set(key, found);
    }
    return found;
  };
}

function keyOf({ predicate, args }: FactInput): PredicateKey {
  return `${predicate}/${args.length}`;
}

function* ownFacts({ program, baseFacts }: OriginPack, key: PredicateKey): Generator<string> {
  for (const input of baseFacts) if (keyOf(input) === key) yield inputIdentity(input);
  yield* factsInText(program, key);
}

function* factsInText({ facts, batches, predicates }: Program, key: PredicateKey): Generator<string> {
  const name = predicates.get(key)?.name ?? '';
  for (const { predicate, args, interval } of facts) {
    if (predicate !== key) continue;
    const { start, end } = interval ?? {};
    if (start === undefined || end === undefined) yield factIdentity({ name, args });
    // Those that depend on the time are no facts that a client could repeat.
    else if (start.kind === 'time' && end.kind === 'time') {
      yield factIdentity({ name, args, interval: { start: start.nanos, end: end.nanos } });
    }
  }
  for (const { predicate, facts: batch } of batches) {
    if (predicate !== key) continue;
    const { columns, values } = batch;
    for (let row = 0; row < batch.count; row += 1) {
      yield factIdentity({ name, args: columns.map((column) => values.get(column[row] ?? 0)) });
    }
  }
}
