import { describe, expect, it } from 'vitest';
import { JsonNumber, type JsonObject } from '../json/json.js';
import type { FactPattern, WireFact } from '../messages/wire-fact.js';
import { readPayload } from '../messages/read-payload.js';
import { applyDelta, factsToSend, matchesPattern } from './delta.js';

const at = '2026-03-01T09:12:00Z';

describe('patterns', () => {
  it.each<[string, FactPattern, WireFact, boolean]>([
    ['the same fact', { pred: 'p', args: ['a', 1] }, { pred: 'p', args: ['a', 1] }, true],
    ['another value', { pred: 'p', args: ['a', 1] }, { pred: 'p', args: ['a', 2] }, false],
    ['another predicate', { pred: 'p', args: ['a'] }, { pred: 'q', args: ['a'] }, false],
    ['another arity', { pred: 'p', args: [null] }, { pred: 'p', args: ['a', 1] }, false],
    ['any value', { pred: 'p', args: ['a', null] }, { pred: 'p', args: ['a', { x: [1] }] }, true],
    ['any values', { pred: 'p', args: [null, null] }, { pred: 'p', args: ['a', 1] }, true],
    ['no value for a value', { pred: 'p', args: ['a'] }, { pred: 'p', args: [null] }, false],
    ['null inside a value is a value', { pred: 'p', args: [[null]] }, { pred: 'p', args: [[1]] }, false],
    ['members in another order', { pred: 'p', args: [{ a: 1, b: 2 }] }, { pred: 'p', args: [{ b: 2, a: 1 }] }, true],
    ['a whole number and a float', { pred: 'p', args: [5] }, { pred: 'p', args: [new JsonNumber('5.0')] }, false],
    [
      'two spellings of a float',
      { pred: 'p', args: [new JsonNumber('5.0')] },
      { pred: 'p', args: [new JsonNumber('5e0')] },
      true,
    ],
    [
      'a small integer in the wrapper',
      { pred: 'p', args: [5] },
      { pred: 'p', args: [{ _type: 'int64', value: '5' }] },
      true,
    ],
    ['a text that looks like a number', { pred: 'p', args: ['5'] }, { pred: 'p', args: [5] }, false],
    ['a boolean and its text', { pred: 'p', args: [true] }, { pred: 'p', args: ['true'] }, false],
    ['no `t` fits any validity', { pred: 'p', args: [] }, { pred: 'p', args: [], t: { at } }, true],
    ['`t` null fits any validity', { pred: 'p', args: [], t: null }, { pred: 'p', args: [], t: { at } }, true],
    ['the same validity', { pred: 'p', args: [], t: { at } }, { pred: 'p', args: [], t: { start: at, end: at } }, true],
    [
      'the same instant in another zone',
      { pred: 'p', args: [], t: { at } },
      { pred: 'p', args: [], t: { at: '2026-03-01T10:12:00+01:00' } },
      true,
    ],
    [
      'the same instant as a number',
      { pred: 'p', args: [], t: { at } },
      { pred: 'p', args: [], t: { at: 1772356320000 } },
      true,
    ],
    [
      'another validity',
      { pred: 'p', args: [], t: { at } },
      { pred: 'p', args: [], t: { start: at, end: '_' } },
      false,
    ],
    ['validity where there is none', { pred: 'p', args: [], t: { at } }, { pred: 'p', args: [] }, false],
    ['`now` and itself', { pred: 'p', args: [], t: { at: 'now' } }, { pred: 'p', args: [], t: { at: 'now' } }, true],
    [
      'arguments by name',
      { pred: 'p', named_args: { a: 1, b: null } },
      { pred: 'p', named_args: { b: 2, a: 1 } },
      true,
    ],
    ['other names', { pred: 'p', named_args: { a: 1, b: null } }, { pred: 'p', named_args: { c: 2, a: 1 } }, false],
    ['names and positions', { pred: 'p', named_args: { '0': 1 } }, { pred: 'p', args: [1] }, false],
  ])('DATA-021 %s', (_, pattern, fact, expected) => {
    expect(matchesPattern(pattern, fact)).toBe(expected);
    expect(applyDelta([fact], { retract: [pattern] })).toEqual(expected ? [] : [fact]);
  });
});

describe('deltas', () => {
  const [done, ready] = ['done', 'ready'].map((state): WireFact => ({ pred: 'phase', args: ['s', 2, state] }));
  const other: WireFact = { pred: 'site', args: ['a'] };

  it('retract first, so that a value can be replaced', () => {
    const assert = [{ pred: 'phase', args: ['s', 2, 'done'], category: 'server' as const }];
    const retract = [{ pred: 'phase', args: ['s', 2, null] }];
    expect(applyDelta([ready as WireFact, other, done as WireFact], { retract, assert })).toEqual([other, ...assert]);
  });

  it('replace a fact that is there already, in its place', () => {
    const again = {
      pred: 'phase',
      args: ['s', 2, 'ready'],
      category: 'derived' as const,
      source: { source_type: 'scan' },
    };
    expect(applyDelta([ready as WireFact, other], { assert: [again] })).toEqual([again, other]);
  });

  it('keep facts of different validity apart', () => {
    const first: WireFact = { pred: 'p', args: [], t: { at } };
    const second = { pred: 'p', args: [], t: { start: at, end: '_' }, category: 'server' as const };
    expect(applyDelta([first], { assert: [second] })).toEqual([first, second]);
  });

  it('change nothing in what they are given', () => {
    const facts = Object.freeze([Object.freeze({ pred: 'p', args: Object.freeze([1]) })]);
    expect(applyDelta(facts, {})).toEqual(facts);
    expect(applyDelta(facts, { retract: [{ pred: 'p', args: [null] }] })).toEqual([]);
  });

  it('of many patterns are not compared with all facts', () => {
    const facts = Array.from({ length: 20_000 }, (_, index): WireFact => ({ pred: 'p', args: [index] }));
    const retract = facts.map(({ args }) => ({ pred: 'p', args: [...(args ?? [])] })).slice(1);
    expect(applyDelta(facts, { retract })).toEqual([facts[0]]);
  });
});

describe('the state of a client', () => {
  const fact: WireFact = { pred: 'site', args: ['HAM-2'] };
  const state = applyDelta([fact], {
    assert: [
      { pred: 'booked', args: ['S-1'], category: 'server' },
      { pred: 'late', args: ['S-1'], category: 'derived' },
    ],
  });

  it('ARCH-011 does not take what was derived once for what still holds', () => {
    expect(factsToSend(state)).toEqual([fact, { pred: 'booked', args: ['S-1'], category: 'session' }]);
    expect(factsToSend(state, { withDerived: true })).toContainEqual({
      pred: 'late',
      args: ['S-1'],
      category: 'session',
    });
  });

  it('ARCH-010 knows of each fact of a delta what it is: without that there is no delta', () => {
    const answer = (assert: object): JsonObject =>
      ({ status: 'success', result: {}, state_delta: { assert: [assert] } }) as JsonObject;
    for (const category of ['server', 'session', 'derived']) {
      expect(readPayload('invoke_response', answer({ ...fact, category }))).toBeDefined();
    }
    for (const wrong of [fact, { ...fact, category: 'client' }, { ...fact, category: null }]) {
      expect(() => readPayload('invoke_response', answer(wrong))).toThrow('category');
    }
  });
});
