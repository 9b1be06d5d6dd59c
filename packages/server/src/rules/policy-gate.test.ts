import { fact } from '@manglecp/mangle';
import { describe, expect, it } from 'vitest';
import type { Question } from './rule-set.js';
import { ann, type PackText, question, robot, rulesOf } from './rules.suite.js';

const inputs = `
  Decl site(S) bound [/string].
  Decl salary(S, N) bound [/string, /number].`;

const policy = `
  permitted_intent("authenticated", "go").
  permitted_intent("anonymous", "look").
  permitted_intent("automated", "sync").
  permitted_fact("anonymous", "site").
  permitted_fact("authenticated", "site").
  permitted_fact("authenticated", "salary") :- client_has_privilege("payroll").`;

async function verdict(text: PackText, over: Partial<Question>): Promise<unknown> {
  const rules = await rulesOf(text);
  return rules.authorize(question(over)).then(
    () => 'allowed',
    (error: unknown) => error,
  );
}

describe('policy', () => {
  it.each<[string, Partial<Question>, string]>([
    ['SEC-005 lets somebody known ask', { principal: ann }, 'allowed'],
    ['SEC-005 lets anybody ask what is for all', { intent: 'look' }, 'allowed'],
    ['SEC-005 lets machines ask what is for them', { intent: 'sync', principal: robot }, 'allowed'],
    ['SEC-005 lets machines ask what is for those who logged in', { principal: robot }, 'allowed'],
  ])('%s', async (_, over, expected) => {
    expect(await verdict({ policy, domain: inputs }, over)).toBe(expected);
  });

  it.each<[string, Partial<Question>, string]>([
    ['asks anonymous clients to log in where that can help', { canLogIn: true }, 'auth_required'],
    ['refuses anonymous clients where nobody can log in', {}, 'auth_insufficient'],
    ['refuses known clients', { principal: ann, canLogIn: true, intent: 'sync' }, 'auth_insufficient'],
    ['refuses intents that it does not mention', { principal: ann, intent: 'unheard_of' }, 'auth_insufficient'],
  ])('SEC-004 SEC-006 %s', async (_, over, code) => {
    expect(await verdict({ policy, domain: inputs }, over)).toMatchObject({ code });
  });

  it('ERR-007 tells how to log in', async () => {
    expect(await verdict({ policy, domain: inputs }, { canLogIn: true })).toMatchObject({
      details: { schemes: ['bearer', 'api_key'] },
    });
  });

  it('allows everything where a pack has none', async () => {
    expect(await verdict({ domain: inputs }, { facts: [fact('salary', 'a', 1)] })).toBe('allowed');
  });

  it('SEC-005 ERR-010 tells which facts may not be asserted', async () => {
    const facts = [fact('site', 'x'), fact('salary', 'a', 1), fact('site', 'y'), fact('salary', 'b', 2)];
    expect(await verdict({ policy, domain: inputs }, { principal: ann, facts })).toMatchObject({
      code: 'invalid_facts',
      details: {
        violations: [
          { fact_index: 1, predicate: 'salary', issue: 'not_permitted' },
          { fact_index: 3, predicate: 'salary', issue: 'not_permitted' },
        ],
      },
    });
    const clerk = { ...ann, privileges: ['payroll'] };
    expect(await verdict({ policy, domain: inputs }, { principal: clerk, facts })).toBe('allowed');
  });

  it('SEC-004 refuses the intent before it looks at facts', async () => {
    const over = { principal: ann, intent: 'sync', facts: [fact('salary', 'a', 1)] };
    expect(await verdict({ policy, domain: inputs }, over)).toMatchObject({ code: 'auth_insufficient' });
  });

  it('SEC-003 SEC-006 refuses without the work that the rules of the domain would be', async () => {
    const domain = `${inputs}
      step(N) :- intent_type(_, _), N = 1.
      step(M) :- step(N), M = fn:plus(N, 1).
      macro_tool("never", "full") :- step(-1).`;
    const limits = { maxFacts: 0, maxIntervals: 1, timeoutMs: 1 };
    expect(await verdict({ policy, domain }, { limits })).toMatchObject({ code: 'auth_insufficient' });
    expect(await verdict({ policy, domain }, { limits, principal: ann })).toBe('allowed');
    const rules = await rulesOf({ policy, domain });
    await expect(rules.select(question({ principal: ann }))).rejects.toMatchObject({
      code: 'derivation_limit_exceeded',
    });
  });

  it('SEC-005 may look at facts, base and client, and at the time', async () => {
    const strict = `
      Decl frozen(Site) temporal bound [/string].
      Decl owner(Site, Who) bound [/string, /string].
      permitted_intent("authenticated", "go") :- client_identity(Who), owner(Site, Who), site(Site), !frozen_now(Site).
      frozen_now(Site) :- <-[0s, 0s] frozen(Site).`;
    const text = { policy: strict, domain: inputs, facts: [fact('owner', 'x', 'ann')] };
    expect(await verdict(text, { principal: ann, facts: [fact('site', 'x')] })).toBe('allowed');
    expect(await verdict(text, { principal: ann, facts: [fact('site', 'y')] })).toMatchObject({
      code: 'auth_insufficient',
    });
    const now = question().evalTime;
    const frozen = { predicate: 'frozen', args: ['x'], interval: { start: now, end: now } };
    expect(
      await verdict({ ...text, facts: [...text.facts, frozen] }, { principal: ann, facts: [fact('site', 'x')] }),
    ).toMatchObject({
      code: 'auth_insufficient',
    });
  });
});
