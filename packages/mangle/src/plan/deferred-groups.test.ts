import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../api/compile.js';
import { deferredGroups } from './deferred-groups.js';

const deferred = (name: string): string => `Decl ${name}(X) descr [deferred(), mode("+")].`;

function groupsOf(text: string): string[] {
  return deferredGroups(compileOrThrow(text)).map(
    ({ predicates, rules }) => `${predicates.join(' ')}: ${rules.map(({ predicate }) => predicate).join(' ')}`,
  );
}

describe('deferred predicates', () => {
  it('are in one group if they call each other', () => {
    const text = `${['a', 'b', 'c', 'd'].map(deferred).join(' ')}
      n(1). a(X) :- c(X). b(X) :- n(X), a(X). c(X) :- n(X), a(X). c(X) :- d(X). d(X) :- n(X).`;
    expect(groupsOf(text)).toEqual(['a/1 c/1: a/1 c/1 c/1', 'b/1: b/1', 'd/1: d/1']);
  });

  it('may be very many', () => {
    const count = 10_000;
    const ring = Array.from(
      { length: count },
      (_, at) => `${deferred(`p${at}`)} p${at}(X) :- p${(at + 1) % count}(X).`,
    );
    const [group, ...others] = deferredGroups(compileOrThrow(ring.join('\n')));
    expect(others).toEqual([]);
    expect([group?.predicates.length, group?.rules.length]).toEqual([count, count]);
  });
});
