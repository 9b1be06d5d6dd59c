import { describe, expect, it } from 'vitest';
import { brief, type Files, loadTiny } from './tiny-pack.suite.js';

function skill(id: string, front = ''): Files {
  return { [`skills/${id}/SKILL.md`]: `---\nname: ${id}\ndescription: About ${id}.\n${front}---\nText.\n` };
}

/** The warnings about skills of a pack with these files. */
async function warningsOf(files: Files) {
  const { warnings } = await loadTiny(files);
  return warnings.filter(({ code }) => code?.includes('skill') === true);
}

const both = { ...skill('slow-queries'), ...skill('index-advice') };

describe('skills and rules', () => {
  it('MACRO-026 agree where every id is in a head and in a folder', async () => {
    const domain = 'needs_skill("a", "slow-queries"). needs_skill(Tool, "index-advice") :- macro_tool(Tool, "full").';
    expect(await warningsOf({ 'domain.mg': domain, ...both })).toEqual([]);
  });

  it('MACRO-026 a skill that no rule can require is a warning', async () => {
    const warnings = await warningsOf({ 'domain.mg': 'needs_skill("a", "slow-queries").', ...both });
    expect(brief(warnings)).toEqual(['unused-skill skills/index-advice/SKILL.md']);
    expect(warnings[0]).toMatchObject({ severity: 'warning', message: 'no rule can require this skill' });
    expect(warnings[0]?.help).toContain('needs_skill(Tool, "index-advice")');
  });

  it('MACRO-026 an id that no folder has is a warning at its place, with the nearest one', async () => {
    const domain = 'needs_skill("a", "slow-queries").\nneeds_skill("a", "index-advise").\nneeds_skill("a", "zebra").';
    const warnings = await warningsOf({ 'domain.mg': domain, ...both });
    expect(brief(warnings)).toEqual([
      'unknown-skill domain.mg 2',
      'unknown-skill domain.mg 3',
      'unused-skill skills/index-advice/SKILL.md',
    ]);
    expect(warnings.map(({ help }) => help)).toEqual([
      'Did you mean "index-advice"?',
      'Write `skills/zebra/SKILL.md`.',
      'The rules ask for "index-advise", which no folder has. Is it this one?',
    ]);
    expect(warnings[0]?.column).toBe(18);
  });

  it('the ids that are missing are known to the pack', async () => {
    const { missingSkills, skills } = await loadTiny({ 'domain.mg': 'needs_skill("a", "b").', ...skill('c') });
    expect([...missingSkills]).toEqual(['b']);
    expect([...skills.keys()]).toEqual(['c']);
  });

  const schema = 'Decl wanted(S) descr [doc("a"), direction("input")] bound [/string].';

  it.each([
    ['a fact of the client', 'needs_skill("a", S) :- wanted(S).'],
    ['a parameter', 'needs_skill("a", S) :- intent_text("skill", S).'],
    ['a function', 'needs_skill("a", S) :- wanted(T), S = fn:string:concat(T, "x").'],
    ['a fact of the client, by way of a rule', 'p(S) :- wanted(S). needs_skill("a", S) :- p(S).'],
    [
      'a rule that may mean anything, beside others',
      'p("slow-queries"). p(S) :- wanted(S). needs_skill("a", S) :- p(S).',
    ],
  ])('MACRO-026 a variable whose value is %s may mean any skill', async (_, domain) => {
    expect(await warningsOf({ 'schema.mg': schema, 'domain.mg': domain, ...both })).toEqual([]);
  });

  it.each([
    ['an equation', 'needs_skill("a", S) :- macro_tool("a", _), S = "slow-queries".'],
    ['facts', 'p(1, "slow-queries"). needs_skill("a", S) :- p(_, S).'],
    [
      'facts, by way of rules',
      'p("slow-queries"). q(S) :- p(S). q(S) :- r(S). r(S) :- q(S). needs_skill("a", S) :- r(S).',
    ],
    ['facts and facts of the client', 'p("slow-queries"). needs_skill("a", S) :- wanted(S), p(S).'],
    [
      'two kinds of facts',
      'p("slow-queries"). p("index-advice"). q("slow-queries"). needs_skill("a", S) :- p(S), q(S).',
    ],
  ])('MACRO-026 a variable whose value comes from %s means what can be seen', async (_, domain) => {
    const warnings = await warningsOf({ 'schema.mg': schema, 'domain.mg': domain, ...both });
    expect(brief(warnings)).toEqual(['unused-skill skills/index-advice/SKILL.md']);
  });

  it('MACRO-026 tables are seen, too', async () => {
    const declared = 'Decl tool_skill(Tool, Skill) descr [doc("a")] bound [/string, /string].';
    const files = { 'schema.mg': declared, 'domain.mg': '\nneeds_skill(T, S) :- tool_skill(T, S).', ...both };
    const warnings = await warningsOf({ ...files, 'facts/tool_skill.csv': 'a,slow-queries\nb,indexadvice\n' });
    expect(brief(warnings)).toEqual(['unknown-skill domain.mg 2', 'unused-skill skills/index-advice/SKILL.md']);
  });

  it('MACRO-026 many facts in a row are seen, too', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => `p(${at}, "${at % 2 === 0 ? 'slow-queries' : 'index'}").`);
    const domain = `${rows.join('\n')}\nneeds_skill("a", S) :- p(_, S).`;
    const warnings = await warningsOf({ 'domain.mg': domain, ...both });
    expect(brief(warnings)).toEqual(['unknown-skill domain.mg 2', 'unused-skill skills/index-advice/SKILL.md']);
  });
});

describe('the gate of a skill', () => {
  const rules =
    'slow(T) :- query_time(T, Ms), Ms > 100. query_time("a", 200). other(1). needs_skill(T, "s") :- slow(T).';

  async function gateOf(domain: string, rest: Files = {}): Promise<ReadonlyMap<string, string>> {
    const { skills } = await loadTiny({ 'domain.mg': domain, ...skill('s'), ...rest });
    return skills.get('s')?.gate ?? new Map();
  }

  it('MACRO-026 names the predicates whose rules decide, with digests', async () => {
    const gate = await gateOf(rules);
    expect([...gate.keys()]).toEqual(['needs_skill/2', 'query_time/2', 'slow/1']);
    expect([...gate.values()].every((digest) => /^sha256:[0-9a-f]{16}$/.test(digest))).toBe(true);
  });

  it.each([
    ['layout and comments', rules.replaceAll(' ', '\n  ').replaceAll('. ', '. # a comment\n')],
    [
      'the order of clauses',
      rules
        .split(/(?<=\.) /)
        .toReversed()
        .join(' '),
    ],
    ['rules of other skills', `${rules} needs_skill("b", "t") :- other(_).`],
    ['rules of predicates that are not read', `${rules} other(2).`],
    ['rules that cannot fit', `${rules} needs_skill("b", S) :- S = "t", other(_).`],
  ])('%s do not change it', async (_, changed) => {
    const others = skill('t');
    expect(await gateOf(changed, others)).toEqual(await gateOf(rules, others));
  });

  it.each([
    ['a threshold', rules.replace('100', '200'), ['slow/1']],
    ['a fact', rules.replace('200', '300'), ['query_time/2']],
    ['the rule itself', rules.replace('T, "s"', '"a", "s"').replace('slow(T).', 'slow(_).'), ['needs_skill/2']],
    ['a further rule', `${rules} slow("b").`, ['slow/1']],
    ['a rule that may mean any skill', `${rules} needs_skill("b", S) :- intent_text("s", S).`, ['needs_skill/2']],
  ])('MACRO-026 %s changes it where it is', async (_, changed, expected) => {
    const [before, after] = [await gateOf(rules), await gateOf(changed)];
    expect([...after].filter(([key, digest]) => before.get(key) !== digest).map(([key]) => key)).toEqual(expected);
  });

  it('of a predicate only the rules count that can fit', async () => {
    const domain = 'level("a", 1). level("b", 2). needs_skill(T, "s") :- level(T, 1).';
    expect(await gateOf(domain.replace('level("b", 2).', ''))).toEqual(await gateOf(domain));
  });

  it('rules of the server, and what they read, are no part of it; facts/ is not either', async () => {
    const domain = 'needs_skill(T, "s") :- final_selected(T, _, _), p(T).';
    const gate = await gateOf(`${domain} macro_tool("a", "full").`, { 'facts/p.mg': 'p("a").' });
    expect([...gate.keys()]).toEqual(['needs_skill/2']);
  });

  it('rules of policy and schema count like those of the domain', async () => {
    const gate = await gateOf('needs_skill(T, "s") :- p(T), q(T).', { 'policy.mg': 'p("a").', 'schema.mg': 'q("a").' });
    expect([...gate.keys()]).toEqual(['needs_skill/2', 'p/1', 'q/1']);
  });

  it('MACRO-026 a skill whose rules changed since its review is a warning that says which', async () => {
    const gate = await gateOf(rules);
    const lines = Array.from(gate, ([key, digest]) => `  ${key}: ${digest}\n`).join('');
    const reviewed = skill('s', `gate:\n${lines}`);
    expect(await warningsOf({ 'domain.mg': rules, ...reviewed })).toEqual([]);
    const changed = 'slow(T) :- timed(T, Ms), Ms > 200. timed("a", 300). needs_skill(T, "s") :- slow(T).';
    const warnings = await warningsOf({ 'domain.mg': changed, ...reviewed });
    expect(brief(warnings)).toEqual(['skill-unreviewed skills/s/SKILL.md 4']);
    expect(warnings[0]?.message).toMatch(/: `slow\/1` changed, `timed\/2` came in, `query_time\/2` fell out$/);
    expect(warnings[0]?.help).toContain('--reviewed s');
  });

  it('a skill that nobody has reviewed yet is no warning', async () => {
    const { warnings, skills } = await loadTiny({ 'domain.mg': rules, ...skill('s') });
    expect(warnings.filter(({ code }) => code?.includes('skill'))).toEqual([]);
    expect(skills.get('s')?.reviewedGate).toBeUndefined();
  });
});
