import { describe, expect, it } from 'vitest';
import { folderWith, mangle } from './command.js';

async function converse(...lines: string[]): Promise<string> {
  const { code, output, errors } = await mangle(['repl'], { input: `${lines.join('\n')}\n` });
  expect([code, errors]).toEqual([0, '']);
  return output;
}

describe('mangle repl', () => {
  it('adds clauses and says which facts came and went', async () => {
    expect(await converse('p(1).', 'q(X) :- p(X), !r(X).', 'r(1).')).toContain('+ p(1)\n');
    const output = await converse('Decl r(X).', 'p(1).', 'q(X) :- p(X), !r(X).', 'r(1).');
    expect(output).toBe('no facts changed\n+ p(1)\n+ q(1)\n- q(1)\n+ r(1)\n');
  });

  it('answers queries by atom and by predicate', async () => {
    expect(await converse('p(1). p(2).', '?p(X)', '?p.', '?p(9)')).toBe(
      '+ p(1)\n+ p(2)\np(1)\np(2)\np(1)\np(2)\nno facts match\n',
    );
  });

  it('answers several conditions with the values of their variables', async () => {
    const facts = 'p(10). p(9). p(1). q(9).';
    const added = '+ p(1)\n+ p(9)\n+ p(10)\n+ q(9)\n';
    expect(await converse(facts, '?p(X), X > 1, !q(X)')).toBe(`${added}X = 10\n`);
    expect(await converse(facts, '?- p(X), q(X).', '?p(X), X > 99')).toBe(`${added}X = 9\nno facts match\n`);
    expect(await converse(facts, '?p(X), X > Y', '?q(X)')).toContain('error[unbound-variable]');
  });

  it('lists all facts and saves the program', async () => {
    const cwd = folderWith({ 'taken.mg': 'mine(1).\n' });
    const input = 'p(10). p(9).\nq(X) :- p(X).\n:facts\n:save out.mg\n:save taken.mg\n:save\n';
    const { output } = await mangle(['repl'], { input, cwd });
    expect(output).toContain('p(9)\np(10)\nq(9)\nq(10)\nsaved to `out.mg`\n');
    expect(output).toContain(
      'cannot write `taken.mg`: there is such a file already\nexpected a file: `:save rules.mg`\n',
    );
    expect((await mangle(['run', 'out.mg'], { cwd })).output).toBe('p(10)\np(9)\nq(10)\nq(9)\n');
  });

  it('reads an entry over several lines, up to its period', async () => {
    expect(await converse('p(1).', 'q(X) :-', '  p(X)', '.')).toBe('+ p(1)\n+ q(1)\n');
  });

  it('keeps the program as it was when an entry is wrong', async () => {
    const output = await converse('p(1).', 'q(X) :- nothing(X).', '?p');
    expect(output).toContain('error[unknown-predicate]');
    expect(output).toContain('<input 2>:1:9');
    expect(output.endsWith('p(1)\n')).toBe(true);
  });

  it('loads files, proves, shows, lists and resets', async () => {
    const cwd = folderWith({ 'x.mg': 'p(1).\nq(X) :- p(X).\n' });
    const input = ':load x.mg\n:why q(1)\n:show\n:show p\n:list\n:reset\n:show\n:quit\nignored\n';
    const { output } = await mangle(['repl'], { input, cwd });
    expect(output).toContain('+ p(1)\n+ q(1)\n');
    expect(output).toContain('p/1  1 fact\nq/1  1 fact\n');
    expect(output).toContain('# x.mg\np(1).\nq(X) :- p(X).\n');
    expect(output.endsWith('the program is empty\nno facts yet\n')).toBe(true);
  });

  it('moves in time', async () => {
    const output = await converse(
      ':time 2024-01-02T00:00:00Z',
      'Decl on(X) temporal bound [/number].',
      'on(1)@[2024-01-01, 2024-01-01].',
      'lately(X) :- <-[0d, 7d] on(X).',
      ':time 2024-03-01T00:00:00Z',
      ':time',
    );
    expect(output).toContain('+ lately(1)\n- lately(1)\n2024-03-01T00:00:00Z\n');
  });

  it('answers what it does not understand', async () => {
    expect(await converse(':fly', ':load nowhere.mg', ':time soon')).toBe(
      'there is no command `:fly`; `:help` lists them\n' +
        'cannot read `nowhere.mg`: there is no such file\n' +
        'expected a time such as 2024-06-01T00:00:00Z, or a date such as 2024-06-01\n',
    );
  });

  it('reads the time as a date', async () => {
    expect(await converse(':time 2024-06-01', ':time')).toBe('no facts changed\n2024-06-01T00:00:00Z\n');
  });

  it('takes a line of comments for nothing', async () => {
    expect(await converse('# a comment', '?p', '  # another', 'p(1). # one more', '?p')).toBe(
      'no facts match\n+ p(1)\np(1)\n',
    );
  });

  it('ends an entry at an empty line, so that commands work again', async () => {
    const output = await converse('p(1).', 'q(X) :- p(X)', '', ':show');
    expect(output).toContain('error[missing-period]');
    expect(output.endsWith('p/1  1 fact\n')).toBe(true);
  });

  it('takes a command for one, also after a clause without its period', async () => {
    const output = await converse('p(1)', ':facts', 'p(2)', 'quit', 'p(3).');
    expect(output.match(/missing-period/g)).toHaveLength(2);
    expect(output).toContain('no facts yet');
    expect(output).not.toContain('p(3)');
  });

  it('takes back changes one by one', async () => {
    const output = await converse('p(1).', 'q(X) :- p(X).', 'oops(', '', ':undo', ':reset', ':undo', ':undo', ':undo');
    expect(output).toMatch(/^\+ p\(1\)\n\+ q\(1\)\nerror/);
    expect(output.endsWith('- q(1)\nthe program is empty\n+ p(1)\n- p(1)\nthere is nothing to take back\n')).toBe(true);
  });

  it('lists its commands', async () => {
    const output = await converse(':help');
    for (const word of [':load', ':why', ':time', ':show', ':list', ':reset', ':quit']) expect(output).toContain(word);
  });
});
