import { describe, expect, it } from 'vitest';
import type { Instant, IntervalSide, TemporalPremise } from '../program/program.js';
import { maxInt64, minInt64 } from '../value/value.js';
import { programOf } from './analyze.suite.js';

const facts = 't(1)@[2024-01-01, 2024-02-01]. s(1, 2). ';
const newYear = 1_704_067_200_000_000_000n;
const day = 86_400_000_000_000n;

/** Reads like the notation: `throughout [a, b]`, `binds [S, _]`. */
function form(body: string): string {
  const premise = programOf(`${facts}p(X) :- ${body}.`).rules[0]?.premises.find(({ kind }) => kind === 'temporal');
  const { window, binds } = premise as TemporalPremise;
  const parts = [
    window === undefined ? '' : `${window.kind} [${instant(window.from)}, ${instant(window.to)}]`,
    binds === undefined ? '' : `binds [${side(binds.start)}, ${side(binds.end)}]`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function instant(at: Instant): string {
  if (at.kind === 'variable') return at.name;
  if (at.kind === 'now')
    return at.offset === 0n
      ? 'now'
      : `now${at.offset > 0n ? '+' : '-'}${(at.offset > 0n ? at.offset : -at.offset) / day}d`;
  if (at.nanos === minInt64 || at.nanos === maxInt64) return at.nanos === minInt64 ? 'min' : 'max';
  return `day ${(at.nanos - newYear) / day}`;
}

function side(bound: IntervalSide): string {
  return bound.kind === 'any' ? '_' : instant(bound.instant);
}

describe('an annotation', () => {
  it.each([
    ['t(X)@[now]', 'throughout [now, now]'],
    ['t(X)@[2024-01-02, 2024-01-03]', 'throughout [day 1, day 2]'],
    ['t(X)@[2024-01-02, _]', 'throughout [day 1, max]'],
    ['t(X)@[_, now]', 'throughout [min, now]'],
    ['t(X)@[_, _]', 'throughout [min, max]'],
    ['t(X)@[_]', 'throughout [min, max]'],
    ['t(X)@[S, E]', 'binds [S, E]'],
    ['t(X)@[S, _]', 'binds [S, _]'],
    ['t(X)@[_, E]', 'binds [_, E]'],
    ['t(X)@[T]', 'binds [T, _]'],
    ['t(X)@[T, T]', 'binds [T, T]'],
    ['t(X)@[S, now]', 'binds [S, now]'],
    ['s(S, E), t(X)@[S, E]', 'throughout [S, E]'],
    ['s(S, _), t(X)@[S, E]', 'binds [S, E]'],
    ['s(S, _), t(X)@[S, _]', 'throughout [S, max]'],
    ['s(S, _), t(X)@[S]', 'throughout [S, S]'],
    ['t(X)@[S, E], s(S, E)', 'binds [S, E]'],
    ['!s(S, E), t(X)@[S, E]', 'binds [S, E]'],
    ['S = fn:time:now(), t(X)@[S]', 'throughout [S, S]'],
    ['T = S, t(X)@[S]', 'binds [S, _]'],
    ['T = S, s(T, _), t(X)@[S]', 'throughout [S, S]'],
  ])('`%s` is %s', (body, expected) => {
    expect(form(body)).toBe(expected);
  });
});

describe('an operator', () => {
  it.each([
    ['<-[0d, 7d] t(X)', 'sometime [now-7d, now]'],
    ['[-[1d, 7d] t(X)', 'throughout [now-7d, now-1d]'],
    ['<+[0d, 7d] t(X)', 'sometime [now, now+7d]'],
    ['[+[1d, 7d] t(X)', 'throughout [now+1d, now+7d]'],
    ['<-[7d, 0d] t(X)', 'sometime [now-7d, now]'],
    ['<-[now, 7d] t(X)', 'sometime [now-7d, now]'],
    ['<-[2024-01-02, 2024-01-05] t(X)', 'sometime [day 1, day 4]'],
    ['<-[2024-01-05, 2024-01-02] t(X)', 'sometime [day 1, day 4]'],
    ['s(A, B), <-[A, B] t(X)', 'sometime [B, A]'],
    ['<-[0d, 7d] t(X)@[S, E]', 'sometime [now-7d, now] binds [S, E]'],
    ['<-[0d, 7d] t(X)@[T]', 'sometime [now-7d, now] binds [T, _]'],
    ['<-[0d, 7d] t(X)@[2024-01-02]', 'sometime [now-7d, now] binds [day 1, day 1]'],
    ['<-[0d, 7d] t(X)@[2024-01-02, E]', 'sometime [now-7d, now] binds [day 1, E]'],
    ['<-[0d, 7d] t(X)@[_, _]', 'sometime [now-7d, now]'],
  ])('`%s` is %s', (body, expected) => {
    expect(form(body)).toBe(expected);
  });
});

describe('the interval of a fact or head', () => {
  it.each([
    ['p(1)@[2024-01-02].', 'day 1', 'day 1'],
    ['p(1)@[2024-01-02, _].', 'day 1', 'max'],
    ['p(1)@[_, _].', 'min', 'max'],
    ['p(1)@[now].', 'now', 'now'],
  ])('`%s`', (text, start, end) => {
    const interval = programOf(text).facts[0]?.interval;
    expect(interval === undefined ? [] : [instant(interval.start), instant(interval.end)]).toEqual([start, end]);
  });

  it('is absent for plain predicates', () => {
    expect(programOf('p(1). p(2)@[_, _].').facts.map(({ interval }) => interval)).toEqual([undefined, undefined]);
  });
});

describe('a predicate whose facts all hold forever', () => {
  it('is temporal and may be used without a time', () => {
    const { predicates, rules } = programOf('e(1)@[_, _]. p(X) :- e(X). r(X) :- e(X)@[S, E].');
    expect(predicates.get('e/1')?.isTemporal).toBe(true);
    expect(rules.map(({ premises }) => premises[0]?.kind)).toEqual(['temporal', 'temporal']);
  });

  it('is read without time in a negation', () => {
    const { rules } = programOf('e(1)@[2024-01-01]. q(1). p(X) :- q(X), !e(X).');
    expect(rules[0]?.premises[1]).toMatchObject({ kind: 'atom', isNegated: true, predicate: 'e/1' });
  });
});
