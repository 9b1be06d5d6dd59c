import { fact, factDuring, type FactInput } from '@manglecp/mangle';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleSet } from './rule-set.js';
import { question, rulesOf } from './rules.suite.js';

const domain = `
  Decl edge(A, B) bound [/string, /string].
  Decl closed(A) bound [/string].
  Decl noted(A) bound [/string].
  Decl seen(A) temporal bound [/string].
  edge("x", "y"). edge("x", "y"). noted("x").
  noted(A) :- edge(A, _).
  reach(A, B) :- edge(A, B).
  reach(A, C) :- reach(A, B), edge(B, C), !closed(B).
  reach_count(A, N) :- reach(A, B) |> do fn:group_by(A), let N = fn:count().
  calm() :- !loud().
  loud() :- edge(_, "loud").
  lonely(A) :- edge(A, _), !edge(_, A).
  late(A)@[S, E] :- seen(A)@[S, E].
  macro_tool(A, "full") :- reach(A, "goal"), name_before(A, "m").`;

/** Whether a question passes with so many derived facts. */
async function passes(rules: RuleSet, facts: readonly FactInput[], maxFacts: number): Promise<boolean> {
  try {
    await rules.select(question({ facts, limits: { maxFacts, maxIntervals: 1000, timeoutMs: 30_000 } }));
    return true;
  } catch (error) {
    expect(error).toMatchObject({
      code: 'derivation_limit_exceeded',
      details: { budget: { limit: maxFacts, consumed: maxFacts + 1, unit: 'derived_facts' } },
    });
    return false;
  }
}

describe('derived facts', () => {
  it('EVAL-064 EVAL-026 as many as were derived pass as the limit, one less does not', async () => {
    const rules = await rulesOf({ domain });
    const nodes = fc.constantFrom('x', 'y', 'z', 'u', 'goal', 'loud', 'q');
    const facts = fc.array(
      fc.oneof(
        fc.tuple(nodes, nodes).map(([a, b]) => fact('edge', a, b)),
        nodes.map((a) => fact('closed', a)),
        nodes.map((a) => fact('noted', a)),
        fc.tuple(nodes, fc.bigInt(0n, 9n)).map(([a, at]) => factDuring('seen', [a], { start: at, end: at + 1n })),
      ),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(facts, async (given) => {
        const { factsDerived } = await rules.select(question({ facts: given }));
        expect(factsDerived).toBeGreaterThan(0);
        expect(await passes(rules, given, factsDerived)).toBe(true);
        expect(await passes(rules, given, factsDerived - 1)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('EVAL-064 none at all may be derived with a limit of 0', async () => {
    expect(await passes(await rulesOf({}), [], 0)).toBe(false);
  });
});

describe('the facts that an evaluation starts from', () => {
  it('EVAL-035 DATA-042 DATA-053 are those of the base and of the client, each once', async () => {
    const rules = await rulesOf({ domain, facts: [fact('edge', 'x', 'z'), fact('edge', 'x', 'y')] });
    const count = async (...facts: FactInput[]): Promise<number> => {
      const { factsEvaluated } = await rules.select(question({ facts, params: { a: [1, 2, 3] } }));
      return factsEvaluated;
    };
    const base = await count();
    expect(await count(fact('edge', 'x', 'y'))).toBe(base);
    expect(await count(fact('edge', 'a', 'b'), fact('edge', 'a', 'b'))).toBe(base + 1);
    expect(await count(fact('noted', 'x'), fact('noted', 'q'), fact('noted', 'q'))).toBe(base + 1);
    expect(await count(fact('edge', 'w', 'v'), fact('noted', 'w'))).toBe(base + 2);
    const at = { start: 1n, end: 1n };
    expect(await count(factDuring('seen', ['a'], at), factDuring('seen', ['a'], at), fact('seen', 'a'))).toBe(base + 2);
  });

  it('EVAL-035 count the facts of texts once, however they are read', async () => {
    const many = Array.from({ length: 500 }, (_, at) => `bulk("a${at}"). bulk("a${at}").`).join('\n');
    const few = await (await rulesOf({})).select(question());
    const selection = await (await rulesOf({ domain: `${many}\nother(X) :- bulk(X).` })).select(question());
    expect(selection.factsEvaluated - few.factsEvaluated).toBe(500);
    expect(selection.factsDerived).toBe(few.factsDerived);
  });
});
