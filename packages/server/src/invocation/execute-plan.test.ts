import { ProtocolError } from '@manglecp/protocol';
import { describe, expect, it, vi } from 'vitest';
import type { Template } from '../macro/plan.js';
import type { Action } from '../pack/pack.js';
import type { DataObject } from './data.js';
import {
  action,
  broken,
  empty,
  eventsOf,
  execute,
  failureOf,
  one,
  planOf,
  type Run,
  secret,
  two,
} from './execution.suite.js';

describe('a plan', () => {
  it('INV-030 INV-023 runs its steps in order and tells what it did', async () => {
    let time = 0;
    const clock = () => (time += 5);
    const execution = await execute(planOf(['one', 'two']), { actions: [one, two], clock });
    expect(execution.result).toEqual({ id: 2 });
    expect(execution.observability).toEqual({
      summary: 'Ran 2 actions (one, two).',
      events: [
        { action: 'one', status: 'success', duration_ms: 5 },
        { action: 'two', status: 'success', duration_ms: 5 },
      ],
      duration_ms: 25,
    });
    expect(execution.steps).toMatchObject([{ value: { id: 1 } }, { value: { id: 2 } }]);
  });

  it('without steps has an empty result', async () => {
    const { result, observability } = await execute(planOf([]));
    expect(result).toEqual({});
    expect(observability).toEqual({ summary: 'There was nothing to run.', events: [], duration_ms: 0 });
  });

  it('binds arguments and earlier results', async () => {
    const seen: unknown[] = [];
    const note: Run = (args) => {
      seen.push(args);
      return { user: { id: 7 } };
    };
    const templates: readonly Template[] = [
      { kind: 'object', members: [['shipment', { kind: 'arg', name: 'shipment' }]] },
      { kind: 'object', members: [['user', { kind: 'step', position: 1, path: ['user', 'id'] }]] },
    ];
    const args = { shipment: 'S-1', unused: 2 };
    await execute(planOf(['first', 'second'], {}, templates), {
      actions: [action('first', note), action('second', note)],
      args,
    });
    expect(seen).toEqual([{ shipment: 'S-1' }, { user: 7 }]);
  });

  it('INV-046 gives actions the defaults of their own schema, and ordinary objects', async () => {
    const seen: unknown[] = [];
    const run: Run = (args) => void seen.push(args, Object.getPrototypeOf(args) === Object.prototype);
    const input = { type: 'object', properties: { limit: { default: 3 } } };
    await execute(planOf(['a']), { actions: [action('a', run, { input })] });
    expect(seen).toEqual([{ limit: 3 }, true]);
  });

  it('gives actions the evaluation time and calls them as methods', async () => {
    const counter = {
      ...action('counter', function (this: { readonly name: string }, _args, { now }) {
        return { now, name: this.name };
      }),
    };
    const { result } = await execute(planOf(['counter']), { actions: [counter], now: 42 });
    expect(result).toEqual({ now: 42, name: 'counter' });
  });

  it.each<[string, unknown, DataObject]>([
    ['an object', { a: 1 }, { a: 1 }],
    ['a list', [1], { value: [1] }],
    ['a text', 'done', { value: 'done' }],
    ['null', null, { value: null }],
    ['nothing', undefined, {}],
    ['a date', new Date(0), { value: '1970-01-01T00:00:00.000Z' }],
  ])('INV-013 has an object as its result when the last action returns %s', async (_, returned, expected) => {
    expect((await execute(planOf(['a']), { actions: [action('a', () => returned)] })).result).toEqual(expected);
  });

  it('takes the result of the last step that succeeded', async () => {
    const { result, observability } = await execute(planOf(['one', 'broken?']), { actions: [one, broken] });
    expect(result).toEqual({ id: 1 });
    expect(observability.summary).toBe('Ran 1 action (one). Without success: 1 action (broken).');
  });

  it('shares no data between actions', async () => {
    const held: { list: number[] }[] = [];
    const keep = action('keep', () => {
      const result = { list: [1] };
      held.push(result);
      return result;
    });
    const spoil = action('spoil', (args) => {
      (args['list'] as number[]).push(9);
      held[0]?.list.push(8);
      return args;
    });
    const template: Template = { kind: 'object', members: [['list', { kind: 'step', position: 1, path: ['list'] }]] };
    const args = { a: [1] };
    const { steps } = await execute(planOf(['keep', 'spoil', 'spoil'], {}, [empty, template, template]), {
      actions: [keep, spoil],
      args,
    });
    expect(steps.map(({ value }) => value)).toEqual([{ list: [1] }, { list: [1, 9] }, { list: [1, 9] }]);
    expect(args).toEqual({ a: [1] });
  });
});

describe('a step that fails', () => {
  it('INV-042 C-107 stops the plan; what comes later is skipped', async () => {
    const error = await failureOf(planOf(['one', 'broken', 'two']), { actions: [one, broken, two] });
    expect(error.code).toBe('execution_failed');
    expect(error.message).toBe('action `broken` failed: it failed');
    expect(error.details).toEqual({
      events: [
        { action: 'one', status: 'success', duration_ms: 0 },
        { action: 'broken', status: 'failure', duration_ms: 0, detail: 'it failed' },
        { action: 'two', status: 'skipped' },
      ],
      completed_actions: ['one'],
      completed_count: 1,
    });
  });

  it('INV-029 ERR-026 tells the log why, and the client nothing of it', async () => {
    const error = await failureOf(planOf(['broken']), { actions: [broken] });
    expect(JSON.stringify(error.toPayload())).not.toContain('hunter2');
    expect(error.cause).toMatchObject({ cause: { message: secret } });
  });

  it('lets the plan go on if it is optional, and its cause is kept for the log', async () => {
    const { steps, observability } = await execute(planOf(['broken?', 'two']), { actions: [broken, two] });
    expect(observability.events).toMatchObject([{ status: 'failure', detail: 'it failed' }, { status: 'success' }]);
    expect(steps[0]?.cause?.cause).toMatchObject({ message: secret });
    expect(JSON.stringify(observability)).not.toContain('hunter2');
  });

  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const throwing = (thrown: unknown) => () => {
    // What authors should not do, and do.
    throw thrown;
  };
  const failing: readonly [string, Run, Partial<Action>, string][] = [
    ['throws a text', throwing('text'), {}, 'it failed'],
    ['throws nothing', throwing(undefined), {}, 'it failed'],
    [
      'throws an error of the protocol',
      () => Promise.reject(new ProtocolError('auth_required', secret)),
      {},
      'it failed',
    ],
    [
      'returns a thenable that throws',
      () => ({
        then: () => {
          throw new Error(secret);
        },
      }),
      {},
      'it failed',
    ],
    [
      'returns an object whose getter throws',
      () => ({
        get a() {
          throw new Error(secret);
        },
      }),
      {},
      'it failed',
    ],
    ['returns a function', () => () => 1, {}, 'its result is not JSON, or too large'],
    ['returns a cycle', () => cyclic, {}, 'its result is not JSON, or too large'],
    ['returns a large integer', () => ({ id: 2n ** 60n }), {}, 'its result is not JSON, or too large'],
    ['returns too much', () => 'x'.repeat(5_000_000), {}, 'its result is not JSON, or too large'],
    [
      'returns what its output schema forbids',
      () => ({ a: secret }),
      { output: { required: ['b'] } },
      'its result does not fit its output schema',
    ],
    [
      'gets arguments that do not fit',
      () => 1,
      { input: { required: ['b'] } },
      'its arguments do not fit its input schema',
    ],
    [
      'has a schema that is broken',
      () => 1,
      { input: { pattern: '(', type: 'object', properties: { a: { pattern: '(' } } } },
      'it cannot be run',
    ],
  ];

  it.each(failing)('is one whose action %s', async (_, run, members, detail) => {
    const error = await failureOf(planOf(['a']), { actions: [action('a', run, members)] });
    expect(error.code).toBe('execution_failed');
    expect(error.message).toBe(`action \`a\` failed: ${detail}`);
    expect(JSON.stringify(error.toPayload())).not.toContain('hunter2');
  });

  it('is one whose arguments are no object', async () => {
    const template: Template = { kind: 'constant', value: [1] };
    const error = await failureOf(planOf(['a'], {}, [template]), { actions: [action('a', () => 1, { input: {} })] });
    expect(error.message).toBe('action `a` failed: its arguments are not an object');
  });

  it('is one that needs what an optional step did not deliver', async () => {
    const template: Template = { kind: 'object', members: [['a', { kind: 'step', position: 1, path: [] }]] };
    const error = await failureOf(planOf(['broken?', 'two'], {}, [empty, template]), { actions: [broken, two] });
    expect(error.message).toBe('action `two` failed: a value that it needs is missing');
    expect(eventsOf(error)).toEqual(['broken failure', 'two failure']);
  });

  it('is one whose action is not there if it is optional', async () => {
    const { observability } = await execute(planOf(['gone?', 'one']), { actions: [one] });
    expect(observability.events).toMatchObject([{ detail: 'there is no such action' }, { status: 'success' }]);
  });
});

describe('before the first step', () => {
  it('an action that is not there stops the plan', async () => {
    const run = vi.fn();
    const error = await failureOf(planOf(['a', 'gone']), { actions: [action('a', run)] });
    expect(error.message).toBe('the plan failed: there is no action `gone`');
    expect(eventsOf(error)).toEqual(['a skipped', 'gone skipped']);
    expect(run).not.toHaveBeenCalled();
  });

  it('INV-045 an action with an effect that was not declared stops the plan', async () => {
    const run = vi.fn();
    const actions = [action('a', run), action('writes', run, { effects: ['filesystem', 'network'] })];
    const error = await failureOf(planOf(['a', 'writes?'], { effects: ['network'] }), { actions });
    expect(error.message).toBe('the plan failed: `writes` may do more than was declared');
    expect(run).not.toHaveBeenCalled();
    await execute(planOf(['a', 'writes'], { effects: ['filesystem', 'network'] }), { actions });
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('the output schema', () => {
  const outputSchema = { type: 'object', required: ['id'] };

  it('INV-013 lets a result pass that fits', async () => {
    expect((await execute(planOf(['one'], { outputSchema }), { actions: [one] })).result).toEqual({ id: 1 });
  });

  it('INV-013 C-108 turns a result that does not fit into a failure that tells what was done', async () => {
    const other = action('other', () => ({ name: secret }));
    const error = await failureOf(planOf(['other', 'broken?'], { outputSchema }), { actions: [other, broken] });
    expect(error.code).toBe('execution_failed');
    expect(error.message).toBe('the plan failed: the result does not fit the output schema');
    expect(error.details).toMatchObject({ completed_actions: ['other'] });
    expect(JSON.stringify(error.toPayload())).not.toContain('hunter2');
  });
});

it('C-107 an output schema that is broken does not hide what was done', async () => {
  const error = await failureOf(planOf(['one'], { outputSchema: { pattern: '(' } }), { actions: [one] });
  expect(error.message).toBe('the plan failed: the result cannot be checked');
  expect(error.details).toMatchObject({ completed_actions: ['one'] });
});

describe('events', () => {
  const names = Array.from({ length: 30 }, (_, index) => `a${index + 1}`);
  const actions = names.map((name) => action(name, () => 1));

  it.each([
    [3, ['a1', 'a2', 'a30']],
    [1, ['a1']],
    [0, []],
    [50, names],
  ])('INV-026 INV-027 are at most %i, the first and the last among them', async (maxEvents, expected) => {
    const { observability } = await execute(planOf(names), { actions, maxEvents });
    expect(observability.events?.map(({ action: name }) => name)).toEqual(expected);
  });

  it('INV-026 tell failures before anything else', async () => {
    const error = await failureOf(planOf([...names.slice(0, 25), 'broken', ...names.slice(25)]), {
      actions: [...actions, broken],
      maxEvents: 3,
    });
    expect(eventsOf(error)).toEqual(['a1 success', 'broken failure', 'a30 skipped']);
    expect(error.details).toMatchObject({ completed_actions: ['a1', 'a2', 'a3'], completed_count: 25 });
  });

  it('INV-028 are summed up in few words', async () => {
    const { observability } = await execute(planOf(names), { actions });
    expect(observability.summary).toBe('Ran 30 actions (a1, a2, a3, a4, a5 and 25 more).');
  });
});
