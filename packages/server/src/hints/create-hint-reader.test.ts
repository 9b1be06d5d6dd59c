import { fact, factDuring } from '@manglecp/mangle';
import { describe, expect, it } from 'vitest';
import { ann, question } from '../rules/rules.suite.js';
import { derivationOf, explained, linesOf } from './hints.suite.js';

const input = (name: string, ...args: string[]): string =>
  `Decl ${name}(${args.join(', ')}) descr [doc("given"), direction("input")] bound [${args.map(() => '/string').join(', ')}].`;

describe('the rule chain', () => {
  it('is the one that Spec 06 §6 shows', async () => {
    const pack = await explained({
      'schema.mg': `${input('step_done', 'Step')} Decl file_of(Macro, File) bound [/string, /string].`,
      'facts/all.mg': 'file_of("implement", "router").',
      'domain.mg': `
        has_backend_step(Step) :- step_done(Step).
        needs_file(Macro, File) :- file_of(Macro, File).
        mandatory_for_intent("go", "implement") :- has_backend_step(_).
        needs_resource(Macro, File, "needed", 90) :- needs_file(Macro, File).`,
    });
    expect(pack.chain('implement', { facts: [fact('step_done', 's1')] })).toEqual([
      'mandatory_for_intent',
      'has_backend_step',
      'needs_file',
    ]);
  });

  it('is the one that Spec 05 §7 shows', async () => {
    const pack = await explained({
      'schema.mg': input('console_event', 'Level') + input('net_request', 'Url'),
      'domain.mg': `
        has_console_errors() :- console_event("error").
        has_failed_request(Url) :- net_request(Url).
        causal_chain_candidate() :- has_console_errors(), has_failed_request(_).
        mandatory_for_intent("go", "diagnose") :-
          has_console_errors(), has_failed_request(_), causal_chain_candidate().`,
    });
    const facts = [fact('console_event', 'error'), fact('net_request', '/users'), fact('net_request', '/other')];
    const hints = pack.hints({ facts });
    expect(derivationOf(hints, 'diagnose')).toMatchObject({
      selected_by: 'skeleton',
      score: 100,
      rule_chain: ['mandatory_for_intent', 'has_console_errors', 'has_failed_request', 'causal_chain_candidate'],
    });
    expect(derivationOf(hints, 'diagnose').supporting_facts).toContainEqual({ pred: 'console_event', args: ['error'] });
  });

  it('tells for each way into the answer what led there', async () => {
    const pack = await explained({
      'schema.mg': input('seen', 'What'),
      'domain.mg': `
        likely(Score) :- seen("trace"), Score = 60.
        macro_tool("composed", "full") :- intent_type(_, "go"), seen("order").
        tool_relevant_to_intent("relevant", "go", Score) :- likely(Score).
        vector_similarity("alike", "go", 44) :- seen("text").
        tool_serves_intent("fitting", "go"). tool_constraint("fitting", "site", "north").
        context_value("site", Site) :- seen(Site).
        tool_requires("relevant", "between"). tool_requires("between", "below").
        needs_skill("below", "how-to") :- final_selected("composed", _, _).`,
    });
    const facts = ['trace', 'order', 'text', 'north'].map((what) => fact('seen', what));
    expect(pack.chain('composed', { facts })).toEqual(['macro_tool']);
    expect(pack.chain('relevant', { facts })).toEqual(['tool_relevant_to_intent', 'likely']);
    expect(pack.chain('alike', { facts })).toEqual(['vector_similarity']);
    expect(pack.chain('fitting', { facts })).toEqual(['tool_serves_intent', 'tool_constraint', 'context_value']);
    expect(pack.chain('between', { facts })).toEqual(['tool_requires', 'tool_relevant_to_intent', 'likely']);
    // It comes with a skill because of another tool of the answer, and so with what led to that one.
    expect(pack.chain('below', { facts })).toEqual([
      'tool_requires',
      'tool_relevant_to_intent',
      'likely',
      'macro_tool',
    ]);
    expect(pack.chain('nowhere', { facts })).toEqual([]);
  });

  it('tells why a tool is there whose dependents are not', async () => {
    const pack = await explained({
      'domain.mg': `
        worth(60).
        useful(Score) :- worth(Score).
        tool_relevant_to_intent("tool", "go", Score) :- useful(Score).
        tool_relevant_to_intent("loser", "go", 50). tool_requires("loser", "tool").
        macro_tool("winner", "full"). conflicts_with("loser", "winner").`,
    });
    expect(pack.chain('tool')).toEqual(['tool_relevant_to_intent', 'useful']);
  });

  it('tells why tools are there that need each other', async () => {
    const pack = await explained({
      'domain.mg': `
        tool_relevant_to_intent("one", "go", 60). tool_requires("one", "other"). tool_requires("other", "one").`,
    });
    expect(pack.chain('one')).toEqual(['tool_requires', 'tool_relevant_to_intent']);
    expect(pack.chain('other')).toEqual(['tool_requires', 'tool_relevant_to_intent']);
  });

  it('names the tool that is in the answer, not another one that would have needed it', async () => {
    const pack = await explained({
      'schema.mg': input('seen', 'What'),
      'domain.mg': `
        first() :- seen("a"). second() :- seen("b").
        tool_relevant_to_intent("a_loser", "go", 50) :- first().
        tool_relevant_to_intent("winner", "go", 60) :- second().
        conflicts_with("a_loser", "winner").
        tool_requires("a_loser", "tool"). tool_requires("winner", "tool").`,
    });
    const facts = [fact('seen', 'a'), fact('seen', 'b')];
    expect(pack.chain('tool', { facts })).toEqual(['tool_requires', 'tool_relevant_to_intent', 'second']);
    expect(derivationOf(pack.hints({ facts }), 'tool').supporting_facts).toEqual([{ pred: 'seen', args: ['b'] }]);
  });
});

describe('derivations', () => {
  const at = question().evalTime;

  it('EVAL-017 ERR-039 DATA-008 tell where each fact comes from', async () => {
    const pack = await explained({
      'schema.mg': `
        Decl event(What) temporal descr [doc("what"), direction("both"), open("domain")] bound [/string].
        Decl place(Name) descr [doc("where"), direction("input")] bound [/string].
        Decl home(Name) bound [/string].`,
      'facts/all.mg': 'home("north"). place("south").',
      'domain.mg': `
        recent() :- <-[0s, 1h] event("fall").
        macro_tool("help", "full") :- recent(), home(Name), place(Name).
        macro_tool("go_south", "full") :- place("south"), intent_param(_, "how", _).`,
    });
    const facts = [
      factDuring('event', ['fall'], { start: at, end: at }),
      fact('place', 'north'),
      fact('place', 'south'),
    ];
    const hints = pack.hints({ facts, params: { how: 'fast' } });
    expect(linesOf(hints, 'help')).toEqual([
      'derived final_selected("help", 100, "skeleton")',
      '  derived macro_tool("help", "full")',
      '    derived recent()',
      '      session event("fall")@[2026-03-01T09:15:00Z]',
      '    server home("north")',
      '    session place("north")',
    ]);
    expect(derivationOf(hints, 'help').supporting_facts).toEqual([
      { pred: 'event', args: ['fall'], t: { at: '2026-03-01T09:15:00Z' } },
      { pred: 'place', args: ['north'] },
    ]);
    // The pack says the same as the client, so the tool does not rest on what the client says.
    expect(linesOf(hints, 'go_south').slice(2)).toEqual([
      '    server place("south")',
      '    session intent_param("current", "how", "fast")',
    ]);
    expect(derivationOf(hints, 'go_south').supporting_facts).toEqual([]);
  });

  it('ARCH-004 count answers of functions as the server’s', async () => {
    const pack = await explained({
      'manglecp.json': {
        ...{ name: 'tiny', version: '1.0.0', domain: { id: 'tiny' }, intents: [] },
        externals: [
          { predicate: 'delay', mode: 'bf', from: 'actions.js#delay', deterministic: true, description: 'd' },
        ],
      },
      'actions.js': 'export const delay = () => [[5]];',
      'schema.mg': `Decl delay(Who, Minutes) descr [external(), mode("+", "-")] bound [/string, /number]. ${input('who', 'Name')}`,
      'domain.mg': 'macro_tool("wait", "full") :- who(Name), delay(Name, Minutes), Minutes > 1.',
    });
    expect(linesOf(pack.hints({ facts: [fact('who', 'ann')] }), 'wait').slice(2)).toEqual([
      '    session who("ann")',
      '    server delay("ann", 5)',
    ]);
  });

  it('ERR-038 list only what matters: without it, the answer or the proof is another one', async () => {
    const pack = await explained({
      'schema.mg': input('seen', 'What') + input('noise', 'What'),
      'domain.mg': `
        macro_tool("both", "full") :- seen("a"), seen("b").
        tool_relevant_to_intent("both", "go", 40) :- noise("loud").
        macro_tool("either", "full") :- seen("b").
        macro_tool("either", "full") :- noise(_).`,
    });
    const facts = [fact('seen', 'a'), fact('seen', 'b'), fact('noise', 'loud'), fact('noise', 'low')];
    const before = pack.hints({ facts });
    for (const tool of ['both', 'either']) {
      for (const supporting of derivationOf(before, tool).supporting_facts ?? []) {
        const rest = facts.filter(
          ({ predicate, args }) => predicate !== supporting.pred || args[0] !== supporting.args?.[0],
        );
        const after = pack.hints({ facts: rest });
        expect(after.derivations).not.toEqual(before.derivations);
      }
    }
    expect(derivationOf(before, 'both').supporting_facts).toEqual([
      { pred: 'seen', args: ['a'] },
      { pred: 'seen', args: ['b'] },
    ]);
    expect(derivationOf(before, 'either').supporting_facts).toEqual([{ pred: 'seen', args: ['b'] }]);
  });

  it('EVAL-025 are the same however often, and in whatever order of facts, a question is asked', async () => {
    const pack = await explained({
      'schema.mg': input('seen', 'What') + input('heard', 'What'),
      'domain.mg': `
        noticed(X) :- seen(X). noticed(X) :- told(X). told(X) :- heard(X).
        macro_tool("tool", "full") :- noticed(_).`,
    });
    const facts = [fact('heard', 'a'), fact('seen', 'b'), fact('seen', 'c'), fact('heard', 'd')];
    const answers = Array.from({ length: 40 }, (_, at) => {
      return JSON.stringify(pack.hints({ facts: at % 2 === 0 ? facts : facts.toReversed() }));
    });
    expect(new Set(answers).size).toBe(1);
  });

  it('are cut off where they are too deep or too large, in the same place each time', async () => {
    const deep = Array.from({ length: 40 }, (_, n) => `level${n + 1}(X) :- level${n}(X).`).join(' ');
    const pack = await explained({
      'schema.mg': input('seen', 'What'),
      'domain.mg': `level0(X) :- seen(X). ${deep}
        count(N) :- seen(X) |> do fn:group_by(), let N = fn:count().
        macro_tool("deep", "full") :- level40(_).
        macro_tool("wide", "full") :- count(N), N > 100.`,
    });
    const long = '"\\'.repeat(5000);
    const facts = [fact('seen', `a${long}`), ...Array.from({ length: 300 }, (_, n) => fact('seen', `b${n}`))];
    const hints = pack.hints({ facts });
    expect(pack.hints({ facts: facts.toReversed() })).toEqual(hints);
    expect(linesOf(hints, 'deep').at(-1)?.trim()).toBe('derived …');
    expect(linesOf(hints, 'deep').length).toBeLessThan(20);
    expect(linesOf(hints, 'wide').at(-1)?.trim()).toBe('derived …');
    expect(derivationOf(hints, 'wide').supporting_facts?.length).toBeLessThanOrEqual(50);
    expect(Math.max(...linesOf(hints, 'wide').map(({ length }) => length))).toBeLessThan(600);
  });
});

describe('what nobody may see', () => {
  it('EVAL-037 ERR-042 is cut out of chains and trees', async () => {
    const pack = await explained({
      'schema.mg': `${input('seen', 'What')}
        Decl secret(What) descr [open("policy")] bound [/string].
        Decl plain(What) descr [open("domain")] bound [/string].`,
      'policy.mg': `
        inner(X) :- seen(X).
        secret("hush") :- inner("a").
        plain("policy says") :- inner("b").
        mandatory_for_intent("go", "audit") :- inner(_).`,
      'domain.mg': `
        told(X) :- secret(X).
        person(Who) :- client_identity(Who), client_has_privilege("admin").
        macro_tool("open", "full") :- told(X), seen(X0), person(_), X0 != X.
        macro_tool("mixed", "full") :- plain(_).`,
    });
    const hints = pack.hints({
      facts: [fact('seen', 'a'), fact('seen', 'b')],
      principal: { ...ann, privileges: ['admin'] },
    });
    expect(linesOf(hints, 'open')).toEqual([
      'derived final_selected("open", 100, "skeleton")',
      '  derived macro_tool(…)',
      '    derived told(…)',
      '    session seen("a")',
      '    derived person(…)',
    ]);
    expect(derivationOf(hints, 'open').rule_chain).toEqual(['macro_tool', 'told', 'person']);
    expect(linesOf(hints, 'mixed').slice(1)).toEqual(['  derived macro_tool(…)', '    derived plain(…)']);
    expect(linesOf(hints, 'audit').slice(1)).toEqual([
      '  session intent_type("current", "go")',
      '  derived mandatory_for_intent(…)',
    ]);
    expect(JSON.stringify(hints)).not.toMatch(/hush|inner|secret|policy says|"ann\b|admin|:-|\.mg\b/);
  });

  it('ERR-040 is the reason of policy, and for most the name of the tool', async () => {
    const pack = await explained({
      'schema.mg': input('seen', 'What'),
      'policy.mg': 'prohibited("banned", "the secret reason"). prohibited("hushed", "another").',
      'domain.mg': `
        macro_tool("kept", "full"). macro_tool("banned", "full"). macro_tool("hungry", "full").
        tool_requires("hungry", "modern").
        macro_tool("follower", "full"). tool_requires("follower", "banned").
        tool_relevant_to_intent("weak", "go", 5).
        tool_relevant_to_intent("rival", "go", 50). conflicts_with("rival", "kept").
        macro_tool("modern", "full"). requires_capability("modern", "teleport").
        macro_tool("hushed", "full") :- seen("nothing"). explain_absent("hushed", "not asked for"). explain_absent("dormant", "nothing to do").
        explain_absent("kept", "it is there").`,
    });
    const others = [
      { candidate: 'dormant', excluded_by: 'skeleton', reason: 'nothing to do' },
      { candidate: 'hungry', excluded_by: 'dependency', reason: 'a tool that it requires is not available' },
      { candidate: 'modern', excluded_by: 'exclusion', reason: 'the server lacks a feature that it requires' },
      { candidate: 'rival', excluded_by: 'conflict', reason: 'a tool that serves the same purpose is preferred' },
    ];
    const weak = { candidate: 'weak', excluded_by: 'flesh', reason: 'score below 20' };
    const denied = { excluded_by: 'exclusion', reason: 'not permitted' };
    expect(pack.hints().excluded).toEqual([...others, { candidate: 'undisclosed', ...denied }, weak]);
    const admin = { principal: { ...ann, privileges: ['admin'] } };
    expect(pack.hints(admin).excluded).toEqual(
      expect.arrayContaining([
        { candidate: 'banned', ...denied },
        { candidate: 'follower', ...denied },
        { candidate: 'hushed', ...denied },
      ]),
    );
    expect(JSON.stringify(pack.hints(admin))).not.toMatch(/secret|another/);
    const trimmed = [
      { candidate: 'late', excluded_by: 'output', reason: 'max_tools_returned' },
      { candidate: 'kept', excluded_by: 'output', reason: 'max_tools_returned' },
    ];
    expect(pack.hints({}, { trimmed }).excluded).toContainEqual(trimmed[0]);
    expect(pack.hints({}, { trimmed }).excluded).not.toContainEqual(trimmed[1]);
  });

  it('is how many tools there are beyond those that are listed', async () => {
    const many = Array.from({ length: 130 }, (_, n) => `tool_relevant_to_intent("t${n}", "go", 5).`).join(' ');
    const { excluded = [] } = (await explained({ 'domain.mg': many })).hints();
    expect(excluded.length).toBe(101);
    expect(excluded.at(-1)).toEqual({ candidate: '…', excluded_by: 'output', reason: '30 more are not listed' });
  });
});

describe('unmatched facts', () => {
  it('ERR-041 are those that no rule reads, or that fit none', async () => {
    const names = ['unread', 'misfit', 'fits', 'negated', 'judged', 'planned'];
    const pack = await explained({
      'schema.mg': `${names.map((name) => input(name, 'X')).join(' ')} Decl known(X) bound [/string].`,
      'facts/all.mg': 'known("here").',
      'policy.mg': 'requires_confirmation(X) :- judged(X), known(X).',
      'actions.js': `export const actions = { act: { description: 'a', input: { type: 'object' }, effects: ['none'],
        idempotent: true, run: () => 1 } };`,
      'domain.mg': `
        found(X) :- misfit(X), known(X). found(X) :- fits(X), known(X). quiet() :- known(_), !negated(_).
        macro_tool("act", "full"). macro_step("act", 1, "act", {/x : {/fact : "planned", /column : 0}}).`,
    });
    const facts = names.map((name) => fact(name, name === 'fits' ? 'here' : 'elsewhere'));
    const known = [{ pred: 'disclosure_upgrade', reason: 'no such tool' }];
    expect(pack.hints({ facts: [...facts, fact('disclosure_upgrade', 'mt_1')] }, { unmatched: known })).toMatchObject({
      unmatched_facts: [
        ...known,
        { pred: 'misfit', reason: 'no rule that reads it found a match' },
        { pred: 'unread', reason: 'no rule reads it' },
      ],
    });
    expect(pack.hints().unmatched_facts).toEqual([]);
  });
});
