import { factDuring } from '@manglecp/mangle';
import { describe, expect, it } from 'vitest';
import { question, rulesOf } from './rules.suite.js';

const domain = `
  Decl beat(A) temporal bound [/string].
  Decl echo(A) temporal bound [/string].
  Decl pulse(A) temporal bound [/string].
  echo(A)@[S2, S2] :- beat(A)@[S, _], S2 = fn:time:add(S, fn:duration:parse("10s")).
  beat(A)@[S, E] :- echo(A)@[S, E].
  beat(A)@[S, E] :- pulse(A)@[S, E].
  macro_tool("quiet", "full") :- intent_type(_, "go"), !heard().
  heard() :- beat(_)@[_, _].`;

const at = { start: 0n, end: 0n };

describe('a recursion that extends its own intervals', () => {
  it('EVAL-059 ERR-019 is told where a question would reach it', async () => {
    const rules = await rulesOf({ domain, refusedTemporal: ['beat/1', 'echo/1'] });
    for (const predicate of ['beat', 'echo', 'pulse']) {
      const facts = [factDuring(predicate, ['a'], at)];
      await expect(rules.select(question({ facts }))).rejects.toMatchObject({ code: 'invalid_temporal_pattern' });
    }
  });

  it('EVAL-059 does not keep other questions from being answered', async () => {
    const rules = await rulesOf({ domain, refusedTemporal: ['beat/1', 'echo/1'] });
    const { tools } = await rules.select(question());
    expect(tools.map(({ plan }) => plan.name)).toEqual(['quiet']);
  });

  it('EVAL-059 is told by policy, too, if that depends on it', async () => {
    const policy = `permitted_intent("anonymous", "go") :- beat(_)@[_, _].`;
    const rules = await rulesOf({ domain, policy, refusedTemporal: ['beat/1', 'echo/1'] });
    const asked = question({ facts: [factDuring('pulse', ['a'], at)] });
    await expect(rules.authorize(asked)).rejects.toMatchObject({ code: 'invalid_temporal_pattern' });
    await expect(rules.authorize(question())).rejects.toMatchObject({ code: 'auth_insufficient' });
  });
});
