import { fact } from '@manglecp/mangle';
import type { RuleCoverage } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import type { Question } from '../rules/rule-set.js';
import { type Explained, explained } from './hints.suite.js';
import { createActivationCounter } from './rules-fired.js';

function coverageOf(pack: Explained, over: Partial<Question> = {}): Promise<RuleCoverage> {
  return pack.reader.ruleCoverage(pack.evaluate(over), over.intent ?? 'go');
}

function statusOf({ dormant_details: details = [] }: RuleCoverage, rule: string): string {
  return details.find((each) => each.rule === rule)?.status ?? 'fired';
}

const inputs = ['one', 'two', 'three']
  .map((name) => `Decl ${name}(X) descr [doc("given"), direction("input")] bound [/string].`)
  .join('\n');

describe('rule coverage', () => {
  it('ERR-044 ERR-045 counts each rule of the pack once, by what its body finds', async () => {
    const pack = await explained({
      'schema.mg': `${inputs} Decl home(X) bound [/string]. Decl guarded(X) descr [open("policy")] bound [/string].`,
      'facts/all.mg': 'home("here").',
      'policy.mg': 'guarded(X) :- one(X). guarded(X) :- home(X).',
      'domain.mg': `
        joined(X) :- one(X), two(X).
        joined(X) :- three(X), home(X).
        lonely(X) :- two(X), three(X), !one(X).
        macro_tool("tool", "full") :- intent_type(_, "go"), joined(_).
        macro_tool("other", "full") :- intent_type(_, "stop"), helper(_).
        helper(X) :- home(X), two(X).
        tool_relevant_to_intent("far", "stop", 50) :- one("there").`,
    });
    const steps = [
      { facts: [], joined: 'dead', second: 'partially_alive', fired: 1 },
      { facts: [fact('one', 'a')], joined: 'partially_alive', second: 'partially_alive', fired: 2 },
      { facts: [fact('one', 'a'), fact('two', 'b')], joined: 'partially_alive', second: 'partially_alive', fired: 2 },
      { facts: [fact('one', 'a'), fact('two', 'a')], joined: 'fired', second: 'partially_alive', fired: 4 },
      { facts: [fact('three', 'here')], joined: 'dead', second: 'fired', fired: 3 },
    ];
    for (const { facts, joined, second, fired } of steps) {
      const found = await coverageOf(pack, { facts });
      expect({ joined: statusOf(found, 'joined#1'), second: statusOf(found, 'joined#2'), found }).toMatchObject({
        joined,
        second,
        found: { total_rules: 9, rules_fired: fired, rules_inapplicable: 3, rules_dormant: 6 - fired },
      });
      // Tied to another intent: by its body, by its only reader, by its head.
      for (const rule of ['macro_tool#2', 'helper#1', 'tool_relevant_to_intent#1']) {
        expect(statusOf(found, rule)).toBe('inapplicable');
      }
      expect(JSON.stringify(found)).not.toContain('guarded');
    }
    const [dead] = (await coverageOf(pack)).dormant_details ?? [];
    expect(dead).toEqual({ rule: 'joined#1', missing_predicates: ['one', 'two'], status: 'dead' });
    const elsewhere = await coverageOf(pack, { intent: 'stop', facts: [fact('one', 'there'), fact('two', 'here')] });
    expect(statusOf(elsewhere, 'tool_relevant_to_intent#1')).toBe('fired');
    expect(statusOf(elsewhere, 'helper#1')).toBe('fired');
    expect(statusOf(elsewhere, 'macro_tool#1')).toBe('inapplicable');
  });

  it('does not name what policy and the client’s privileges are about', async () => {
    const pack = await explained({
      'schema.mg': 'Decl allowed(X) descr [open("policy")] bound [/string].',
      'policy.mg': 'allowed(X) :- client_identity(X), permitted("a", X, _).',
      'domain.mg': 'greeted(X) :- client_identity(X), client_has_privilege("admin"), requires_confirmation(X).',
    });
    expect(await coverageOf(pack)).toEqual({
      total_rules: 2,
      rules_fired: 0,
      rules_dormant: 2,
      rules_inapplicable: 0,
      dormant_details: [{ rule: 'greeted#1', missing_predicates: [], status: 'dead' }],
    });
  });

  it('gives up a search that is too long', async () => {
    const pack = await explained({
      'schema.mg': `${inputs} Decl number(X) bound [/number].`,
      'facts/all.mg': Array.from({ length: 100 }, (_, at) => `number(${at}).`).join(' '),
      'domain.mg': `
        found() :- number(A), number(B), number(C), number(D), A < 0, B < C, C < D.
        found() :- one(_).`,
    });
    const found = await coverageOf(pack, { facts: [fact('one', 'a')] });
    expect(found).toMatchObject({ total_rules: 2, rules_fired: 1, rules_dormant: 1 });
    expect(found.dormant_details).toEqual([{ rule: 'found#1', missing_predicates: [], status: 'partially_alive' }]);
  });
});

describe('rules fired', () => {
  it('are the same for the same request, however often it was evaluated', async () => {
    const pack = await explained({
      'schema.mg': inputs,
      'domain.mg': 'both(X) :- one(X), two(X). macro_tool("tool", "full") :- both(_).',
    });
    const facts = [fact('one', 'a'), fact('two', 'a'), fact('two', 'b')];
    const counts = Array.from({ length: 50 }, () => {
      const counter = createActivationCounter();
      pack.evaluate({ facts }, { profile: counter.profile });
      return counter.count();
    });
    expect(new Set(counts).size).toBe(1);
    const counter = createActivationCounter();
    pack.evaluate({ facts: facts.slice(0, 1) }, { profile: counter.profile });
    expect(counter.count()).toBeLessThan(counts[0] ?? 0);
  });
});
