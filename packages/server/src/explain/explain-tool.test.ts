import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { explainTool } from './explain-tool.js';

const warehouse = fileURLToPath(new URL('../../../../examples/warehouse', import.meta.url));
const intent = 'find_late_shipments';
const site = 'active_site("HAM-2")';

describe('the explanation of a tool', () => {
  it('shows the facts and the rule of the pack behind a tool that is offered', async () => {
    const file = 'tests/late-shipments.json';
    const scenario = { file, text: readFileSync(`${warehouse}/${file}`, 'utf8') };
    const explained = await explainTool(warehouse, { intent, tool: 'trace_missed_slot', scenario });
    expect(explained).toMatchObject({ selected: true, phase: 'skeleton', score: 100, why_not: [], view: 'operator' });
    const [offer] = 'why' in explained ? explained.why : [];
    expect(offer?.fact).toBe('macro_tool("trace_missed_slot","full")');
    expect(offer?.rule).toContain('recent_miss(_)');
    expect(JSON.stringify(offer)).toContain('shipment_event');
  });

  it('names the condition at which the rules that could offer a tool stop', async () => {
    const explained = await explainTool(warehouse, { intent, tool: 'trace_missed_slot', facts: [site] });
    expect(explained).toMatchObject({ selected: false, score: null, excluded_by: null });
    const failed = 'why_not' in explained ? explained.why_not.map((each) => each.failed) : [];
    expect(failed).toContain('recent_miss(_)');
  });

  it('shows the rule of policy that leaves a tool out', async () => {
    const question = { intent: 'rebook_shipment', tool: 'override_slot', facts: [site] };
    const explained = await explainTool(warehouse, question);
    expect(explained).toMatchObject({ selected: false, excluded_by: 'exclusion', why_not: [] });
    expect(JSON.stringify(explained)).toContain('requires_privilege(\\"override_slot\\",\\"admin\\")');
  });

  it('says what nothing knows', async () => {
    const explained = await explainTool(warehouse, { intent, tool: 'fly', facts: [site] });
    expect(explained).toMatchObject({ selected: false, why: [], why_not: [] });
  });

  it.each([
    ['a fact that cannot be read', { facts: ['active_site('] }, /active_site/],
    ['a fact that nobody declared', { facts: ['moon(1)'] }, /moon/],
    ['a stranger', { as: 'nobody' }, /nobody is called/],
    [
      'a scenario about another intent',
      { scenario: { file: 'a.json', text: '{"name":"a","rounds":[{"intent":{"name":"b"}}]}' } },
      /no round of a\.json asks for `find_late_shipments`; they ask for `b`/,
    ],
    ['a scenario that is none', { scenario: { file: 'a.json', text: '[' } }, /no JSON/],
  ])('refuses %s', async (_, question, message) => {
    const explained = await explainTool(warehouse, { intent, tool: 'trace_missed_slot', ...question });
    expect('problem' in explained ? explained.problem : explained).toMatch(message);
  });
});
