import path from 'node:path';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { queryCommand } from '../src/commands/query.js';
import { runCommand } from '../src/commands/run.js';
import { folderWith, mangle } from './command.js';
import { createTerminal } from './terminal.js';

const graph = 'edge(/a, /b).\nedge(/b, /c).\npath(X, Y) :- edge(X, Y).\npath(X, Z) :- edge(X, Y), path(Y, Z).\n';

async function run(program: string, ...args: string[]) {
  return mangle(['run', '-', ...args], { input: program });
}

describe('mangle run', () => {
  it('prints source and derived facts, one a line, sorted', async () => {
    expect(await run(graph)).toEqual({
      code: 0,
      output: 'edge(/a,/b)\nedge(/b,/c)\npath(/a,/b)\npath(/a,/c)\npath(/b,/c)\n',
      errors: '',
    });
  });

  it('evaluates several files as one program', async () => {
    const cwd = folderWith({ 'rules.mg': 'q(X) :- p(X).\n', 'facts.mg': 'p(1).\n' });
    expect((await mangle(['run', 'rules.mg', 'facts.mg'], { cwd })).output).toBe('p(1)\nq(1)\n');
  });

  it.each([
    ['path(/a, X)', 'path(/a,/b)\npath(/a,/c)\n'],
    ['path(X, X)', ''],
    ['path(_, _)', 'path(/a,/b)\npath(/a,/c)\npath(/b,/c)\n'],
    ['edge(X, /c)', 'edge(/b,/c)\n'],
  ])('with --query %s prints only what matches', async (query, expected) => {
    expect(await run(graph, '--query', query)).toEqual({ code: 0, output: expected, errors: '' });
  });

  it('joins the answers of several queries, each fact once', async () => {
    expect((await run(graph, '--query', 'edge(_, _)', '--query', 'edge(/a, _)')).output).toBe(
      'edge(/a,/b)\nedge(/b,/c)\n',
    );
  });

  it('prints source text that reads back as the same facts', async () => {
    const program =
      'p("ü\\n", 1.0, [1, -2], {/a : "b"}, fn:pair(1, /x)).\nDecl t(X) temporal bound [/number].\nt(1)@[2024-01-01, 2024-02-01].\n';
    const once = await run(program, '--source');
    expect(once.errors).toBe('');
    expect(once.output).toContain('p("ü\\n", 1.0, [1, -2], {/a : "b"}, fn:pair(1, /x)).\n');
    const declared = `Decl t(X) temporal bound [/number].\n${once.output}`;
    expect((await run(declared, '--source')).output).toBe(once.output);
  });

  it('prints temporal facts with their interval behind the atom', async () => {
    const program = 'Decl t(X) temporal bound [/number].\nt(1)@[2024-01-01, 2024-02-01].\nt(2)@[2024-01-01, _].\n';
    expect((await run(program)).output).toBe(
      't(1)@[2024-01-01T00:00:00Z, 2024-02-01T00:00:00Z]\nt(2)@[2024-01-01T00:00:00Z, _]\n',
    );
  });

  it('takes the evaluation time from --now', async () => {
    const program =
      'Decl on(X) temporal bound [/number].\non(1)@[2024-01-01, 2024-01-02].\nlately(X) :- <-[0d, 7d] on(X).\n';
    expect((await run(program, '--now', '2024-01-05T00:00:00Z', '--query', 'lately(X)')).output).toBe('lately(1)\n');
    expect((await run(program, '--now', '2024-02-05T00:00:00Z', '--query', 'lately(X)')).output).toBe('');
  });

  it('reads programs with a byte-order mark and Windows line ends', async () => {
    expect(await run('\uFEFFp(1).\r\n# comment\r\nq(X) :- p(X).\r\n')).toEqual({
      code: 0,
      output: 'p(1)\nq(1)\n',
      errors: '',
    });
  });

  it('shows what is wrong with a bad program and exits with 1', async () => {
    const { code, output, errors } = await run('p(X) :- q(X)\n');
    expect([code, output]).toEqual([1, '']);
    expect(errors).toMatch(/^error\[[a-z-]+\]: .+\n +--> <stdin>:\d+:\d+\n/);
    expect(errors).toContain('^');
  });

  it('stops at its limits and names the largest producers', async () => {
    const { code, errors } = await run('n(0).\nn(Y) :- n(X), Y = fn:plus(X, 1).\n', '--limit', '100');
    expect(code).toBe(1);
    expect(errors).toContain('error[fact-limit]');
    expect(errors).toContain('n/1');
  });

  it('stops at its time limit', async () => {
    const { code, errors } = await run('n(0).\nn(Y) :- n(X), Y = fn:plus(X, 1).\n', '--timeout', '50');
    expect(code).toBe(1);
    expect(errors).toContain('error[time-limit]');
  });

  it('does not check types with --bounds off', async () => {
    const program = 'Decl p(X) bound [/string].\np(1).\n';
    expect((await run(program)).code).toBe(1);
    expect(await run(program, '--bounds', 'off')).toMatchObject({ code: 0, output: 'p(1)\n' });
  });

  it('runs what has wrong types with --bounds warn, and says what they are', async () => {
    const { code, output, errors } = await run('Decl p(X) bound [/string].\np(1).\n', '--bounds', 'warn');
    expect({ code, output }).toEqual({ code: 0, output: 'p(1)\n' });
    expect(errors).toContain('warning[fact-type]');
    expect(await run('p(1).\n', '--bounds', 'loose')).toMatchObject({ code: 2 });
  });

  it('prints a proof with --why', async () => {
    const { output } = await run(graph, '--query', 'path(/a, /c)', '--why', 'path(/a, /c)');
    expect(output).toMatch(/^path\(\/a,\/c\)\n\n/);
    expect(output).toContain('edge(/a,/b)');
    expect(output).toContain('path(/b,/c)');
  });

  it('prints several proofs, in the order in which they were asked for', async () => {
    const { output } = await run(
      'p(1).\nq(2).\n',
      '--query',
      'p(_)',
      '--why',
      'q(2)',
      '--why',
      'p(1)',
      '--why',
      'p(3)',
    );
    expect(output).toBe('p(1)\n\nq(2)  (given)\n\np(1)  (given)\n\n`p(3)` does not hold\n');
  });

  it.each(['p(X', 'nothing(X)', 'p(1, 2)', '', 'p(X) :- q(X)'])(
    'points at what is wrong with the goal %j and exits with 1',
    async (goal) => {
      for (const option of ['--query', '--why']) {
        const { code, output, errors } = await run('p(1).\n', option, goal);
        expect([code, output]).toEqual([1, '']);
        expect(errors).toContain('--> query:1:');
        expect(errors).toContain('^');
        expect(errors).not.toMatch(/^fix: .*\./m);
      }
    },
  );

  it('reads the evaluation time as a date', async () => {
    const program = 'p(T) :- T = fn:time:now().\n';
    expect((await run(program, '--now', '2024-06-01')).output).toContain('2024-06-01T00:00:00Z');
  });

  it('leaves control characters alone in a pipe', async () => {
    expect((await run('p("\\x1b").\n')).output).toBe('p("\u001b")\n');
  });

  it('prints readable text in the order of values for people, canonical text otherwise', async () => {
    const cwd = folderWith({ 'x.mg': 'p(10). p(9). q("Köln").\n' });
    expect((await mangle(['run', 'x.mg'], { cwd })).output).toBe('p(10)\np(9)\nq("K\\u{0000f6}ln")\n');
    expect((await mangle(['run', 'x.mg', '--pretty'], { cwd })).output).toBe('p(9)\np(10)\nq("Köln")\n');
    const { terminal } = createTerminal();
    const outcome = await runCommand.run([path.join(cwd, 'x.mg')], {}, terminal);
    expect(outcome.output).toBe('p(9)\np(10)\nq("Köln")\n');
  });

  it('shows its progress on a terminal where nothing comes for long', async () => {
    const numbers = 'p(0). p(Y) :- p(X), X < 3000, Y = fn:plus(X, 1).';
    const cwd = folderWith({ 'long.mg': `${numbers}\nq(X) :- p(X), p(Y), p(Z), fn:plus(X, Y, Z) < 0.\n` });
    const { terminal, screen } = createTerminal();
    await runCommand.run([path.join(cwd, 'long.mg')], { timeout: 3000 }, terminal);
    expect(screen()).toContain('evaluating… ');
  });

  it('prints one table with `--csv`, with the times of temporal facts', async () => {
    const cwd = folderWith({ 'x.mg': 'Decl on(Id) temporal.\non(7)@[2024-01-01, _].\np(1).\n' });
    const { output } = await mangle(['run', 'x.mg', '--csv', '--query', 'on(_)'], { cwd });
    expect(output).toBe('Id,from,to\n7,2024-01-01T00:00:00Z,\n');
    const { code, errors } = await mangle(['run', 'x.mg', '--csv'], { cwd });
    expect([code, errors]).toEqual([2, expect.stringContaining('choose one with `--query')]);
  });

  it('shows control characters as escape sequences on a screen', async () => {
    const { terminal } = createTerminal();
    const cwd = folderWith({ 'x.mg': 'p("\\x1b\\n").\n' });
    const expected = { exitCode: 0, output: 'p("\\x1b\\n")\n' };
    expect(await runCommand.run([path.join(cwd, 'x.mg')], {}, terminal)).toMatchObject(expected);
    expect(await queryCommand.run([path.join(cwd, 'x.mg'), 'p(X)'], {}, terminal)).toMatchObject(expected);
  });

  it('says with --json too that a goal cannot be asked', async () => {
    const { code, output, errors } = await run('p(1).\n', '--json', '--query', 'p(X');
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({ ok: true, answers: [{ query: 'p(X', atoms: [] }] });
    expect(errors).toContain('^');
  });

  it('prints the answer of `mangle eval` with --json', async () => {
    const { output } = await run('p(1).\n', '--json', '--query', 'p(X)');
    expect(JSON.parse(output)).toEqual({
      ok: true,
      facts: { 'p/1': ['p(1)'] },
      answers: [{ query: 'p(X)', atoms: ['p(1)'] }],
    });
  });

  it('runs the example of the repository', async () => {
    const example = path.join(import.meta.dirname, '../../../examples/tool-selection.mg');
    const expected = readFileSync(path.join(import.meta.dirname, '../testdata/tool-selection.facts'), 'utf8');
    expect(await mangle(['run', example, '--now', '2024-06-01T00:00:00Z'])).toEqual({
      code: 0,
      output: expected,
      errors: '',
    });
  });
});
