import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Files, tinyConfig, writePack } from '../pack/tiny-pack.suite.js';
import { hasPassed } from './report.js';
import { testPack, type TestOptions } from './test-pack.js';

const sha256 = createHash('sha256').update('secret').digest('hex');

/** A shop in which visitors see the shelf, and the keeper may clear it with consent. */
const shop: Files = {
  'manglecp.json': {
    ...tinyConfig,
    auth: { tokens: [{ sha256, identity: 'keeper', privileges: ['admin'] }] },
    observe: { audit_log: 'audit.jsonl' },
  },
  'schema.mg': `Decl visitor(Name) temporal descr [direction("input")] bound [/string].
Decl asked(Count) descr [direction("input")] bound [/number].\n`,
  'policy.mg': `safe_action("look"). safe_action("clear"). safe_action("wait"). safe_action("fail").
requires_privilege("clear_shelf", "admin").\n`,
  'domain.mg': `
macro_tool("see_shelf", "full") :- intent_type(_, "visit"), <-[0s, 1m] visitor(_).
macro_description("see_shelf", "See the shelf.").
macro_step("see_shelf", 1, "look", {}).
macro_tool("clear_shelf", "full") :- intent_type(_, "visit").
macro_description("clear_shelf", "Clear the shelf.").
macro_step("clear_shelf", 1, "look", {}).
macro_step("clear_shelf", 2, "clear", {}).
macro_tool("wait", "full") :- intent_type(_, "wait").
macro_description("wait", "Wait.").
macro_step("wait", 1, "wait", {}).
macro_tool("fail", "full") :- intent_type(_, "fail").
macro_description("fail", "Fail.").
macro_step("fail", 1, "fail", {}).
macro_tool("count", "full") :- intent_type(_, "count"), asked(9007199254740993).
macro_description("count", "Count.").
macro_step("count", 1, "look", {}).
`,
  'actions.js': `let looks = 0;
const action = (effects, run) => ({ description: 'd', input: { type: 'object' }, effects, run });
export const actions = {
  look: action(['none'], (_, { now }) => ({ looks: (looks += 1), now })),
  clear: action(['destructive'], () => ({ cleared: true })),
  wait: action(['none'], () => new Promise(() => {})),
  fail: action(['none'], () => { throw new Error('the shelf fell'); }),
};\n`,
};

const visit = { name: 'visit' };
const eve = 'visitor("eve")@[2026-03-01T09:00:00]';
const [nine, later] = ['2026-03-01T09:00:30Z', '2026-03-01T09:02:00Z'];

async function run(
  rounds: readonly object[],
  { files = {}, ...options }: Partial<TestOptions> & { files?: Files } = {},
) {
  const folder = await writePack({ ...shop, 'tests/a.json': { name: 'a', rounds }, ...files });
  return { folder, report: await testPack(folder, { timeoutMs: 20_000, ...options }) };
}

/** What differs, each line with its round. */
async function diffOf(rounds: readonly object[], options: Partial<TestOptions> = {}): Promise<readonly string[]> {
  const { report } = await run(rounds, options);
  expect(report.problems + report.scenarios.map(({ problems }) => problems).join('')).toBe('');
  return report.scenarios.flatMap(({ rounds: played }) => {
    return played.flatMap(({ round, diff }) => diff.map((line) => `${round}: ${line}`));
  });
}

describe('scenarios of a pack', () => {
  it('pass where the rules derive what is expected, at the time that is told', async () => {
    const diff = await diffOf([
      { intent: visit, facts: [eve], eval_time: nine, expect: { tools: [{ name: 'see_shelf' }] } },
      { intent: visit, facts: [eve], expect: { tools: [{ name: 'see_shelf' }] } },
      { intent: visit, facts: [eve], eval_time: later, expect: { tools: [] } },
      { intent: visit, facts: [eve], expect: { tools: [] } },
    ]);
    expect(diff).toEqual([]);
  });

  it('say what is different', async () => {
    const diff = await diffOf([
      { intent: visit, facts: [eve], eval_time: nine, expect: { tools: [] } },
      { intent: visit, facts: [eve], eval_time: later, expect: { tools: [{ name: 'see_shelf' }] } },
    ]);
    expect(diff).toEqual([
      expect.stringContaining('1: expected no tool, got see_shelf ('),
      '2: expected tool see_shelf, got no tools',
    ]);
  });

  it('send numbers as they are spelled', async () => {
    const text = `{"name":"a","rounds":[
      {"intent":{"name":"count"},"facts":[{"pred":"asked","args":[9007199254740993]}],"expect":{"error":"invalid_facts"}},
      {"intent":{"name":"count"},"facts":[{"pred":"asked","args":[5.0]}],"expect":{"error":"type_mismatch"}},
      {"intent":{"name":"count"},"facts":[{"pred":"asked","args":[5]}],"expect":{"tools":[]}},
      {"intent":{"name":"count"},"facts":["asked(9007199254740993)"],"expect":{"tools":[{"name":"count"}]}},
      {"intent":{"name":"count"},"facts":["asked(9007199254740992)"],"expect":{"tools":[]}}]}`;
    const { report } = await run([], { files: { 'tests/a.json': text } });
    expect(report.scenarios[0]?.rounds.flatMap(({ diff }) => diff)).toEqual([]);
  });

  it('ask as somebody of the configuration, with what that one may do', async () => {
    const consent = { tool: 'clear_shelf', confirm: true };
    const diff = await diffOf([
      { intent: visit, expect: { tools: [] } },
      { intent: visit, as: 'keeper', expect: { tools: [{ name: 'clear_shelf' }] } },
      {
        intent: visit,
        as: 'keeper',
        invoke: { ...consent, expect: { result: { cleared: true }, events: ['look', 'clear'] } },
      },
      {
        intent: visit,
        as: 'keeper',
        invoke: { ...consent, confirm: false, expect: { error: 'confirmation_required' } },
      },
      { intent: visit, as: 'keeper', invoke: { ...consent, confirm: false } },
      { intent: visit, invoke: consent },
    ]);
    expect(diff).toEqual([
      '5: expected no error for clear_shelf, got confirmation_required: a user has to agree to this macro-tool first',
      '6: cannot invoke clear_shelf: it is not among the tools of the answer',
    ]);
  });

  it('refuse somebody who is not there', async () => {
    const { report } = await run([{ intent: visit, as: 'thief' }]);
    expect(report.scenarios[0]?.problems).toContain('nobody is called `thief`');
    expect(report.scenarios[0]?.problems).toContain('tests/a.json:1:');
  });

  it('fail with an error that was not expected, and pass with one that was', async () => {
    const diff = await diffOf([
      { intent: visit, facts: ['ghost(1)'], expect: { error: 'unknown_predicate' } },
      { intent: visit, facts: ['ghost(1)'] },
      { intent: visit, expect: { error: 'policy_denied' } },
      { intent: { name: 'fail' }, invoke: { tool: 'fail', expect: { error: 'execution_failed', events: ['fail'] } } },
      { intent: { name: 'fail' }, invoke: { tool: 'fail' } },
    ]);
    expect(diff).toEqual([
      expect.stringContaining('2: expected no error for the intent, got unknown_predicate'),
      '3: expected the error policy_denied for the intent, got an answer',
      expect.stringContaining('5: expected no error for fail, got execution_failed'),
      expect.stringContaining('5: the cause: it failed: the shelf fell'),
    ]);
  });

  it('end rounds in which an action waits for ever, and go on', async () => {
    const diff = await diffOf(
      [
        { intent: { name: 'wait' }, invoke: { tool: 'wait' } },
        { intent: visit, facts: [eve], eval_time: nine, expect: { tools: [{ name: 'see_shelf' }] } },
      ],
      { timeoutMs: 1_000 },
    );
    expect(diff).toEqual([expect.stringContaining('1: no answer within 1000 ms')]);
  });

  it('hand facts on to the next round only if they say so', async () => {
    const diff = await diffOf([
      { intent: visit, facts: [eve], eval_time: nine, apply_delta: true },
      { intent: visit, expect: { tools: [{ name: 'see_shelf' }] } },
      { intent: visit, expect: { tools: [] } },
    ]);
    expect(diff).toEqual([]);
  });

  it('know nothing of each other, write no audit log, and always see the same clock', async () => {
    const result = { looks: 1, now: Date.UTC(2026, 0, 1) };
    const look = { intent: visit, facts: ['visitor("eve")@[now]'], invoke: { tool: 'see_shelf', expect: { result } } };
    const files = { 'tests/b.json': { name: 'b', rounds: [look] } };
    const { folder, report } = await run([look], { files });
    expect(report.scenarios.map((each) => [each.file, hasPassed(each)])).toEqual([
      ['a.json', true],
      ['b.json', true],
    ]);
    await expect(readFile(path.join(folder, 'audit.jsonl'))).rejects.toThrow();
  });

  it('can be chosen by file and name', async () => {
    const files = { 'tests/b.json': { name: 'Late guests', rounds: [{ intent: visit }] }, 'tests/notes.md': '' };
    const chosen = async (filter: string) => {
      const { report } = await run([{ intent: visit }], { files, filter });
      return report.scenarios.map(({ file }) => file);
    };
    expect(await Promise.all(['a.json', 'LATE', 'nothing'].map(chosen))).toEqual([['a.json'], ['b.json'], []]);
  });

  it('are not run for a pack that does not load', async () => {
    const { report } = await run([{ intent: visit }], { files: { 'domain.mg': 'p(X) :-' } });
    expect(report.scenarios).toEqual([]);
    expect(report.problems).toContain('domain.mg:1:');
  });

  it('need not be there', async () => {
    expect(await testPack(await writePack({}), { timeoutMs: 1_000 })).toEqual({ problems: '', scenarios: [] });
  });

  it('are refused one by one if they cannot be read', async () => {
    const { report } = await run([{ intent: visit }], {
      files: { 'tests/b.json': '{', 'tests/c.json': new Uint8Array([0xff]) },
    });
    expect(report.scenarios.map((each) => [each.name, hasPassed(each), each.problems.split('\n')[0]])).toEqual([
      ['a', true, ''],
      ['b.json', false, expect.stringContaining('error[scenario]: it is no JSON')],
      ['c.json', false, 'error[not-utf8]: it is not UTF-8'],
    ]);
  });
});
