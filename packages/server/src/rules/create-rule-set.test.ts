import { fact, factDuring } from '@manglecp/mangle';
import { describe, expect, it } from 'vitest';
import { createRuleSet } from './create-rule-set.js';
import type { Question, Selection } from './rule-set.js';
import { ann, type PackText, packOf, question, robot, rulesOf } from './rules.suite.js';

/** The tools that a pack selects, as `name score phase`. */
async function selected(text: PackText, over: Partial<Question> = {}): Promise<readonly string[]> {
  const { tools } = await (await rulesOf(text)).select(question(over));
  return tools.map(({ plan, score, phase }) => `${plan.name} ${score} ${phase}`);
}

const site = 'Decl site(S) bound [/string].';

describe('a selection', () => {
  it('EVAL-032 is empty where nothing is relevant', async () => {
    expect(await selected({})).toEqual([]);
  });

  it('EVAL-058 has the best score first, and equal scores by code point', async () => {
    const domain = `
      mandatory_for_intent("go", "b"). mandatory_for_intent("go", "a"). mandatory_for_intent("go", "\\u{1f600}").
      mandatory_for_intent("go", "\\u{ffee}").
      tool_relevant_to_intent("z", "go", 55). tool_relevant_to_intent("c", "other", 55).`;
    expect(await selected({ domain })).toEqual([
      'a 100 skeleton',
      'b 100 skeleton',
      '\u{ffee} 100 skeleton',
      '\u{1f600} 100 skeleton',
      'z 55 flesh',
    ]);
  });

  it('EVAL-020 has each tool once, by its best score and then by its phase', async () => {
    const domain = `
      mandatory_for_intent("go", "a"). tool_relevant_to_intent("a", "go", 100). tool_relevant_to_intent("a", "go", 20).
      tool_requires("a", "b"). tool_relevant_to_intent("b", "go", 80).
      tool_relevant_to_intent("c", "go", 30). tool_requires("a", "c").`;
    expect(await selected({ domain })).toEqual(['a 100 skeleton', 'b 80 flesh', 'c 80 dependency']);
  });

  it('EVAL-022 keeps one of two rivals, on equal scores the one whose name comes first', async () => {
    const domain = `
      mandatory_for_intent("go", "b"). mandatory_for_intent("go", "a"). conflicts_with("b", "a").`;
    expect(await selected({ domain })).toEqual(['a 100 skeleton']);
  });

  it('EVAL-056 the intent and its parameters are facts', async () => {
    const domain = `macro_tool(V, "full") :- intent_type("current", "go"), intent_text("tool", V).`;
    expect(await selected({ domain }, { params: { tool: ['x', 'y'], other: 1, none: null } })).toEqual([
      'x 100 skeleton',
      'y 100 skeleton',
    ]);
  });

  it('DATA-032 `now` is the evaluation time', async () => {
    const domain = `
      Decl event(X) temporal bound [/string].
      macro_tool(X, "full") :- <-[0s, 5m] event(X).`;
    const rules = await rulesOf({ domain });
    const at = (evalTime: bigint): Promise<Selection> =>
      rules.select(question({ evalTime, facts: [factDuring('event', ['x'], { start: 0n, end: 0n })] }));
    const minute = 60_000_000_000n;
    expect((await at(5n * minute)).tools).toHaveLength(1);
    expect((await at(5n * minute + 1n)).tools).toHaveLength(0);
  });

  it.each([
    ['nobody knows', {}, ['anonymous 100 skeleton']],
    ['somebody known', { principal: ann }, ['ann 100 skeleton', 'authenticated 100 skeleton']],
    ['a machine', { principal: robot }, ['authenticated 100 skeleton', 'automated 100 skeleton', 'robot 100 skeleton']],
    [
      'somebody with privileges',
      { principal: { ...ann, privileges: ['admin'] } },
      ['admin 100 skeleton', 'ann 100 skeleton', 'authenticated 100 skeleton'],
    ],
  ])('SEC-005 rules see who asks: %s', async (_, over, tools) => {
    const domain = `
      macro_tool(X, "full") :- client_class(X).
      macro_tool(X, "full") :- client_identity(X).
      macro_tool(X, "full") :- client_has_privilege(X).`;
    expect(await selected({ domain }, over)).toEqual(tools);
  });

  it('EVAL-063 external predicates of the pack are asked', async () => {
    const domain = `
      Decl delay(Carrier, Minutes) descr [external(), mode("+", "-")] bound [/string, /number].
      macro_tool(C, "full") :- intent_param(_, "carrier", C), :string:starts_with(C, ""), delay(C, M), 10 < M.`;
    const externals = { 'delay/2': { call: async ([c]: readonly unknown[]) => [[c === 'slow' ? 20n : 5n]] } };
    const params = { carrier: ['slow', 'fast'] };
    expect(await selected({ domain, externals }, { params })).toEqual(['slow 100 skeleton']);
  });

  it('EVAL-025 is the same whatever the order of facts', async () => {
    const domain = `${site}
      macro_tool(S, "full") :- site(S).
      macro_step(S, 1, "look", {/first : {/fact : "site", /column : 0}}) :- site(S).
      conflicts_with("a", "b").`;
    const rules = await rulesOf({ domain });
    const orders = [
      ['b', 'c', 'a', 'd'],
      ['d', 'a', 'c', 'b'],
      ['a', 'b', 'c', 'd'],
    ];
    const answers = await Promise.all(
      orders.map((names) => rules.select(question({ facts: names.map((each) => fact('site', each)) }))),
    );
    expect(new Set(answers.map((each) => JSON.stringify(each, bigintText))).size).toBe(1);
    expect(answers[0]?.tools.map(({ plan }) => plan.name)).toEqual(['a', 'c', 'd']);
  });
});

describe('concurrent questions', () => {
  const domain = `${site}
    Decl count_to(N) bound [/number].
    step(N) :- count_to(N).
    step(M) :- step(N), 0 < N, M = fn:minus(N, 1).
    macro_tool(S, "full") :- site(S), !step(-1).`;

  it('EVAL-016 CONF-007 never see the facts of another one', async () => {
    const rules = await rulesOf({ domain });
    const names = Array.from({ length: 20 }, (_, at) => `tool_${at}`);
    const answers = await Promise.all(
      names.map((name, at) => {
        // Some take several turns of the event loop, so that the others come in between.
        const load = at % 4 === 0 ? [fact('count_to', 20_000)] : [];
        return rules.select(question({ facts: [fact('site', name), ...load] }));
      }),
    );
    expect(answers.map(({ tools }) => tools.map(({ plan }) => plan.name))).toEqual(names.map((name) => [name]));
    expect(await selected({ domain })).toEqual([]);
  });

  it('EVAL-016 DATA-043 a failed one leaves nothing behind', async () => {
    const rules = await rulesOf({ domain });
    const limits = { maxFacts: 50, maxIntervals: 10, timeoutMs: 30_000 };
    const facts = [fact('site', 'leak'), fact('count_to', 1000)];
    const answer = async (): Promise<object> => {
      const { evaluation: _, ...rest } = await rules.select(question({ facts: [fact('site', 'x')] }));
      return rest;
    };
    const before = await answer();
    await expect(rules.select(question({ facts, limits }))).rejects.toThrow(
      'the evaluation derives more than 50 facts',
    );
    expect(await answer()).toEqual(before);
  });

  it('WIRE-064 a cancelled one stops in the midst of its work', async () => {
    const rules = await rulesOf({ domain });
    const controller = new AbortController();
    const limits = { maxFacts: 1_000_000_000, maxIntervals: 10, timeoutMs: 600_000 };
    const endless = rules.select(question({ facts: [fact('count_to', 2 ** 50)], limits, signal: controller.signal }));
    const other = rules.select(question({ facts: [fact('site', 'x')] }));
    setTimeout(() => controller.abort(), 20);
    await expect(endless).rejects.toMatchObject({ code: 'cancelled' });
    expect((await other).tools).toHaveLength(1);
  });

  it('WIRE-064 one that was cancelled before does not begin', async () => {
    const rules = await rulesOf({ domain });
    await expect(rules.select(question({ signal: AbortSignal.abort() }))).rejects.toMatchObject({ code: 'cancelled' });
    await expect(rules.authorize(question({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('a base that cannot be evaluated', () => {
  it('is a problem of the pack, told with its place', async () => {
    const pack = await packOf({ domain: `broken(X) :- X = fn:div(1, 0).` });
    expect(await createRuleSet(pack)).toEqual({
      problems: [expect.objectContaining({ file: 'domain.mg' })],
    });
  });
});

function bigintText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
