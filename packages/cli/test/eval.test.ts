import { describe, expect, it } from 'vitest';
import { evalCommand } from '../src/commands/eval.js';
import { mangle } from './command.js';
import { createTerminal } from './terminal.js';

type Answer = Record<string, unknown>;

/** The command without a process of its own, which would cost more than all the cases. */
async function evaluate(...cases: (string | object)[]): Promise<Answer[]> {
  const lines = cases.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  const { terminal, screen } = createTerminal();
  terminal.input.end(`${lines.join('\n')}\n`);
  expect(await evalCommand.run([], {}, terminal)).toEqual({ exitCode: 0 });
  return screen()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);
}

const onOff = 'Decl on(X) temporal bound [/name].\n';

describe('mangle eval', () => {
  it('answers each line with one line, in order', async () => {
    const programs = [1, 2, 3].map((id) => ({ id, program: `p(${id}).` }));
    expect(await evaluate(...programs)).toEqual(
      [1, 2, 3].map((id) => ({ id, ok: true, facts: { 'p/1': [`p(${id})`] } })),
    );
  });

  it.each<[string, object, object]>([
    ['an empty program has no facts', { program: '' }, { ok: true, facts: {} }],
    [
      'source and derived facts are listed by predicate, sorted',
      { program: 'e(/b,/a). e(/a,/b). r(X) :- e(X,_).' },
      { ok: true, facts: { 'e/2': ['e(/a,/b)', 'e(/b,/a)'], 'r/1': ['r(/a)', 'r(/b)'] } },
    ],
    [
      'facts are a second unit',
      { program: 'q(X) :- p(X).', facts: 'p(1).' },
      { ok: true, facts: { 'p/1': ['p(1)'], 'q/1': ['q(1)'] } },
    ],
    [
      'queries are answered in order',
      { program: 'p(1,1). p(1,2).', queries: ['p(X,X)', 'p(_,_)', 'p(3,_)'] },
      {
        answers: [
          { query: 'p(X,X)', atoms: ['p(1,1)'] },
          { query: 'p(_,_)', atoms: ['p(1,1)', 'p(1,2)'] },
          { query: 'p(3,_)', atoms: [] },
        ],
      },
    ],
    [
      'queries of directives follow those of the field',
      { program: '#! query q(X)\nq(1). p(2).', queries: ['p(X)'] },
      {
        answers: [
          { query: 'p(X)', atoms: ['p(2)'] },
          { query: 'q(X)', atoms: ['q(1)'] },
        ],
      },
    ],
    [
      'temporal facts stand apart',
      { program: `${onOff}on(/a)@[2024-01-01, 2024-01-02].` },
      { facts: {}, temporal: { 'on/1': ['on(/a)@[2024-01-01T00:00:00Z, 2024-01-02T00:00:00Z]'] } },
    ],
    [
      'intervals are merged on request',
      { coalesce: true, program: `${onOff}on(/a)@[2024-01-01, 2024-01-03]. on(/a)@[2024-01-02, 2024-01-05].` },
      { temporal: { 'on/1': ['on(/a)@[2024-01-01T00:00:00Z, 2024-01-05T00:00:00Z]'] } },
    ],
    [
      'now may be RFC 3339',
      {
        now: '2024-01-03T00:00:00Z',
        program: `${onOff}on(/a)@[2024-01-01, 2024-01-02].\nlate(X) :- <-[0d, 2d] on(X).`,
      },
      { facts: { 'late/1': ['late(/a)'] } },
    ],
    [
      'now may be a directive',
      {
        program: `#! now 2024-01-03T00:00:00Z\n${onOff}on(/a)@[2024-01-01, 2024-01-02].\nlate(X) :- <-[0d, 2d] on(X).`,
      },
      { facts: { 'late/1': ['late(/a)'] } },
    ],
    ['predicates can be hidden', { program: 'p(1). q(1).', hide: ['p/1'] }, { facts: { 'q/1': ['q(1)'] } }],
    [
      'lists can be reported sorted',
      { program: 'p([3, 1, 2]).', unordered: ['p/1'] },
      { facts: { 'p/1': ['p([1, 2, 3])'] } },
    ],
    [
      'bounds can be off',
      { program: 'Decl p(X) bound [/string].\np(1).', bounds: 'off' },
      { ok: true, facts: { 'p/1': ['p(1)'] } },
    ],
    [
      'bounds can warn',
      { program: 'Decl p(X) bound [/string].\np(1).', bounds: 'warn' },
      { ok: true, facts: { 'p/1': ['p(1)'] }, warnings: [expect.stringContaining('[fact-type]')] },
    ],
    [
      'units may be packages of their own',
      { program: 'Package a!\np(1).\n#! unit\nPackage b!\nUse a!\nq(X) :- a.p(X).' },
      { facts: { 'a.p/1': ['a.p(1)'], 'b.q/1': ['b.q(1)'] } },
    ],
  ])('%s', async (_name, given, expected) => {
    const [answer] = await evaluate(given);
    expect(answer).toMatchObject({ id: null, ...expected });
    if ('facts' in expected) expect(answer?.['facts']).toEqual(expected.facts);
  });

  it.each<[string, string, object]>([
    ['parse', 'p(X :-', {}],
    ['analysis', 'p(X) :- q(X).', {}],
    ['analysis', 'Decl p(X) bound [/string].\np(1).', {}],
    ['stratify', 'q(1).\np(X) :- q(X), !p(X).', {}],
    ['eval', 'n(0).\nn(Y) :- n(X), Y = fn:plus(X, 1).', { limit: 10 }],
  ])('reports the stage %s of a program that does not run', async (stage, program, settings) => {
    const [answer] = await evaluate({ id: 'x', program, ...settings });
    expect(answer).toEqual({
      id: 'x',
      ok: false,
      stage,
      error: expect.stringMatching(/^program:\d+:\d+: .+ \[[a-z-]+\]/),
    });
  });

  it.each([
    ['{', null],
    ['[1]', null],
    ['{"id":1,"program":2}', 1],
    ['{"id":1,"program":"","queries":"p(X)"}', 1],
    ['{"id":1,"program":"","limit":1.5}', 1],
    ['{"id":1,"program":"","coalesce":"yes"}', 1],
    ['{"id":{"a":[1]},"program":"","hide":"p/1"}', { a: [1] }],
    ['{"id":1,"program":"#! fly"}', 1],
    ['{"id":1,"program":"#! limit many"}', 1],
    ['{"id":1,"program":"","now":"soon"}', 1],
    ['{"id":1,"program":"","now":true}', 1],
    ['{"id":1,"program":"","bounds":"maybe"}', 1],
    ['{"id":1,"program":"#! bounds maybe"}', 1],
  ])('answers the bad line %s and goes on', async (line, id) => {
    const [bad, good] = await evaluate(line, { id: 2, program: 'p(1).' });
    expect(bad).toEqual({ id, ok: false, stage: 'input', error: expect.any(String) });
    expect(good).toMatchObject({ id: 2, ok: true });
  });

  it('is lenient where the oracle is: no program, no limit, members that nobody knows', async () => {
    const answers = await evaluate(
      { id: 1 },
      { id: 2, program: 'p(1).', limit: -1 },
      { id: 3, program: '', querys: [] },
    );
    expect(answers).toEqual([
      { id: 1, ok: true, facts: {} },
      { id: 2, ok: true, facts: { 'p/1': ['p(1)'] } },
      { id: 3, ok: true, facts: {} },
    ]);
  });

  it('refuses a line that is not UTF-8 and goes on', async () => {
    const { terminal, screen } = createTerminal();
    terminal.input.write(Buffer.from('{"id":1,"program":"p(\'\xe9\')."}\n', 'latin1'));
    terminal.input.end('{"id":2,"program":"p(1)."}\n');
    await evalCommand.run([], {}, terminal);
    const [bad, good] = screen().trimEnd().split('\n');
    expect(JSON.parse(bad ?? '')).toEqual({
      id: null,
      ok: false,
      stage: 'input',
      error: 'the line is not UTF-8: the byte 0xe9 at offset 22 begins no character',
    });
    expect(JSON.parse(good ?? '')).toMatchObject({ id: 2, ok: true });
  });

  it('gives a query that cannot be read an error and no atoms', async () => {
    const [answer] = await evaluate({ program: 'p(1).', queries: ['p(', 'p(X)'] });
    expect(answer?.['answers']).toEqual([
      { query: 'p(', error: expect.any(String), atoms: [] },
      { query: 'p(X)', atoms: ['p(1)'] },
    ]);
  });

  it('explains a fact', async () => {
    const [answer] = await evaluate({ program: 'p(1).\nq(X) :- p(X).', why: 'q(1)' });
    expect(answer?.['why']).toEqual({
      atom: 'q(1)',
      kind: 'rule',
      rule: expect.stringContaining('q(X) :- p(X)'),
      premises: [{ atom: 'p(1)', kind: 'fact' }],
    });
  });

  it('says of a fact that does not hold that it is absent', async () => {
    const [answer] = await evaluate({ program: 'p(1).', why: 'p(2)' });
    expect(answer?.['why']).toEqual({ atom: 'p(2)', kind: 'absent' });
  });

  it('answers deferred predicates with an empty list', async () => {
    const program =
      "Decl add(X, Y, Z) descr [mode('+', '+', '-'), deferred()].\nadd(X, Y, Z) :- Z = fn:plus(X, Y).\nq(Z) :- add(1, 2, Z).\n";
    const [answer] = await evaluate({ program, queries: ['add(1, 2, X)', 'q(X)'] });
    expect(answer).toEqual({
      id: null,
      ok: true,
      facts: { 'q/1': ['q(3)'] },
      answers: [
        { query: 'add(1, 2, X)', atoms: [] },
        { query: 'q(X)', atoms: ['q(3)'] },
      ],
    });
  });

  it('copies ids digit by digit and reads times to the nanosecond', async () => {
    const input = `{"id": 123456789012345678901234567890, "now": 1704067200000000001, "program": "p(T) :- T = fn:time:now()."}\n`;
    expect((await mangle(['eval'], { input })).output).toBe(
      `{"id":123456789012345678901234567890,"ok":true,"facts":{"p/1":["p(fn:time:parse_rfc3339(\\"2024-01-01T00:00:00.000000001Z\\"))"]}}\n`,
    );
  });

  it('reads lines of megabytes, blank lines and a last line without an end', async () => {
    const program = Array.from({ length: 100_000 }, (_, index) => `p(${index}).`).join(' ');
    const { output } = await mangle(['eval'], {
      input: `\n${JSON.stringify({ id: 1, program, hide: ['p/1'] })}\n\n{"id":2}`,
    });
    expect(output).toBe('{"id":1,"ok":true,"facts":{}}\n{"id":2,"ok":true,"facts":{}}\n');
  });
});
