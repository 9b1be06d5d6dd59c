import type { InvokeResponse, WireFact } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { checkFailure, checkOutcome } from './check-outcome.js';
import type { ExpectedOutcome } from './scenario-schema.js';

const response: InvokeResponse = {
  result: { booked: true, slot: 'A' },
  state_delta: {
    assert: [
      { pred: 'booked', args: ['S-1'], t: { at: '2026-03-01T09:12:00.000Z' }, category: 'session' },
      { pred: 'booked', args: ['S-2'], category: 'session' },
    ],
    retract: [{ pred: 'slot', args: ['S-1', null] }],
  },
  observability: {
    events: [
      { action: 'find', status: 'success' },
      { action: 'book', status: 'success' },
    ],
  },
  next: { suggested_intents: [{ name: 'tell' }] },
};

interface Delta {
  readonly assert?: readonly WireFact[];
  readonly retract?: readonly WireFact[];
}

function check(expected: ExpectedOutcome, { assert, retract }: Delta = {}): readonly string[] {
  return checkOutcome(expected, { assert, retract }, response);
}

describe('what came of an invocation', () => {
  it.each<[ExpectedOutcome, readonly string[]]>([
    [{}, []],
    [{ result: { slot: 'A' }, events: ['find', 'book'], suggested: ['tell'] }, []],
    [{ result: { slot: 'B' } }, ['expected result {"slot":"B"}, got {"booked":true,"slot":"A"}']],
    [{ events: ['book', 'find'] }, ['expected events book → find, got find → book']],
    [{ events: [] }, ['expected events none, got find → book']],
    [
      { suggested: ['ask'] },
      ['expected suggested intent ask, got tell', 'expected no further suggested intent, got tell'],
    ],
  ])('is compared with %j', (expected, diff) => {
    expect(check(expected)).toEqual(diff);
  });

  it.each<[string, Delta, readonly string[]]>([
    ['members that are given', { assert: [{ pred: 'booked', args: ['S-2'] }, { pred: 'booked' }] }, []],
    [
      'times in any spelling',
      { assert: [{ pred: 'booked', t: { at: '2026-03-01T10:12:00+01:00' } }, { pred: 'booked' }] },
      [],
    ],
    ['patterns', { retract: [{ pred: 'slot', args: ['S-1', null] }] }, []],
    [
      'fewer facts',
      { assert: [{ pred: 'booked', args: ['S-1'] }] },
      ['expected no further assertion, got booked("S-2")'],
    ],
    ['no facts', { retract: [] }, ['expected no retraction, got slot("S-1", null)']],
    [
      'another fact',
      { retract: [{ pred: 'slot', args: ['S-9', null] }] },
      ['expected retraction of slot("S-9", null), got slot("S-1", null)'],
    ],
  ])('has a delta that is compared with %s', (_, delta, diff) => {
    expect(check({}, delta)).toEqual(diff);
  });

  it('fails where a delta is expected and none comes', () => {
    const nothing = { result: {} };
    const expected = { assert: [{ pred: 'booked', args: ['S-1'] }], retract: [] };
    expect(checkOutcome({ suggested: ['tell'] }, expected, nothing)).toEqual([
      'expected assertion of booked("S-1"), got none',
      'expected suggested intent tell, got none',
    ]);
  });

  it('has events, also if it failed', () => {
    const error = {
      code: 'execution_failed',
      message: 'm',
      recoverable: true,
      details: { events: [{ action: 'find' }] },
    };
    expect(checkFailure({ events: ['find'] }, error)).toEqual([]);
    expect(checkFailure({ events: ['book'] }, error)).toEqual(['expected events book, got find']);
  });
});
