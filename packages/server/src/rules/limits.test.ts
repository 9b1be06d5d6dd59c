import { fact, factDuring } from '@manglecp/mangle';
import { errorSpec, ProtocolError } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import type { Question } from './rule-set.js';
import { type PackText, question, rulesOf } from './rules.suite.js';

/** The error that a question ends with. */
async function failure(text: PackText, over: Partial<Question>): Promise<ProtocolError> {
  const rules = await rulesOf(text);
  try {
    await rules.select(question(over));
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
  throw new Error('the question was answered');
}

const counting = `
  Decl count_to(N) bound [/number].
  step(N) :- count_to(N).
  step(M) :- step(N), 0 < N, M = fn:minus(N, 1).`;

const limits = { maxFacts: 100_000, maxIntervals: 1000, timeoutMs: 30_000 };

describe('an evaluation that passes a limit', () => {
  it('EVAL-026 ERR-017 ERR-034 tells how many facts may be derived', async () => {
    const error = await failure(
      { domain: counting },
      { facts: [fact('count_to', 1e6)], limits: { ...limits, maxFacts: 500 } },
    );
    expect(error.toPayload()).toEqual({
      code: 'derivation_limit_exceeded',
      message: 'the evaluation derives more than 500 facts',
      recoverable: true,
      details: {
        budget: { limit: 500, consumed: 501, unit: 'derived_facts' },
        partial_results_available: false,
        suggestion: 'send fewer facts, or allow more with `max_facts_created`',
      },
    });
  });

  it('ERR-034 names the largest producers if clients know them', async () => {
    const declarations = [{ predicate: 'step', arity: 1, direction: 'output' as const }];
    const over = { facts: [fact('count_to', 1e6)], limits: { ...limits, maxFacts: 500 } };
    const { details } = await failure({ domain: counting, declarations }, over);
    expect(details).toMatchObject({ suggestion: expect.stringMatching(/; most were derived for step\/1 \(4\d\d\)$/) });
  });

  it('SEC-001 never names a predicate of policy', async () => {
    const policy = `
      risk(1000000) :- intent_type(_, _).
      risk(M) :- risk(N), 0 < N, M = fn:minus(N, 1).`;
    const error = await failure({ policy }, { limits: { ...limits, maxFacts: 500 } });
    expect(JSON.stringify(error.toPayload())).not.toContain('risk');
  });

  it('EVAL-027 ERR-018 tells how many intervals a fact may have, after merging', async () => {
    const domain = `
      Decl seen(A) temporal bound [/string].
      Decl late(A) temporal bound [/string].
      late(A)@[S, E] :- seen(A)@[S, E].`;
    const seen = (gap: bigint, count: number) =>
      Array.from({ length: count }, (_, at) => {
        return factDuring('seen', ['a'], { start: BigInt(at) * gap, end: BigInt(at) * gap + 1n });
      });
    const rules = await rulesOf({ domain });
    const narrow = { ...limits, maxIntervals: 5 };
    await expect(rules.select(question({ facts: seen(1n, 50), limits: narrow }))).resolves.toBeDefined();
    await expect(rules.select(question({ facts: seen(10n, 5), limits: narrow }))).resolves.toBeDefined();
    const error = await failure({ domain }, { facts: seen(10n, 6), limits: narrow });
    expect(error).toMatchObject({
      code: 'interval_limit_exceeded',
      details: { budget: { limit: 5, consumed: 6, unit: 'intervals' }, partial_results_available: false },
    });
  });

  it('EVAL-029 runaway recursion through time is halted', async () => {
    const domain = `
      Decl beat(A) temporal bound [/string].
      beat(A)@[S2, E2] :- beat(A)@[S, E], S2 = fn:time:add(S, fn:duration:parse("10s")), E2 = fn:time:add(E, fn:duration:parse("10s")).`;
    const error = await failure({ domain }, { facts: [factDuring('beat', ['a'], { start: 0n, end: 0n })] });
    expect(error.code).toBe('interval_limit_exceeded');
  });

  it('EVAL-028 ERR-016 tells how long it may take', async () => {
    const over = { facts: [fact('count_to', 2 ** 50)], limits: { ...limits, maxFacts: 1e9, timeoutMs: 15 } };
    const error = await failure({ domain: counting }, over);
    expect(error.code).toBe('evaluation_timeout');
    const { budget } = error.details as { budget: { limit: number; consumed: number; unit: string } };
    expect(budget).toMatchObject({ limit: 15, unit: 'ms' });
    expect(budget.consumed).toBeGreaterThanOrEqual(15);
  });
});

describe('an evaluation that fails', () => {
  it.each<[string, PackText, Partial<Question>]>([
    ['a function', { domain: `Decl d(N) bound [/number]. q(X) :- d(N), X = fn:div(1, N).` }, { facts: [fact('d', 0)] }],
    [
      'an external predicate',
      {
        domain: `
          Decl ask(A, B) descr [external(), mode("+", "-")] bound [/string, /string].
          answer(B) :- intent_type(_, A), ask(A, B).`,
        externals: { 'ask/2': { call: () => Promise.reject(new Error('/srv/secret.js is broken')) } },
      },
      {},
    ],
    ['a selection without a name', { domain: `pool("a", 1, "magic") :- intent_type(_, _). selection_root("a").` }, {}],
  ])('EVAL-063 ERR-020 because of %s says no more than that', async (_, text, over) => {
    const error = await failure(text, over);
    expect(error.code).toBe('evaluation_failed');
    expect(errorSpec(error.code).recoverable).toBe(false);
    expect(error.message).not.toMatch(/fn:div|secret|domain\.mg/);
    expect(error.details).toBeUndefined();
    expect(error.cause).toBeInstanceOf(Error);
  });
});
