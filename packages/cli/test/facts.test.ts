import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { queryCommand } from '../src/commands/query.js';
import { runCommand } from '../src/commands/run.js';
import { readFactFiles } from '../src/input/read-fact-files.js';
import type { Outcome } from '../src/output/outcome.js';
import { createTerminal } from './terminal.js';

const program = 'Decl edge(From, To) bound [/name, /name].\npath(X, Y) :- edge(X, Y).\n';
const tables = { header: 'from,to\n/a,/b\n', columns: '1\nedge 2 1\n/a\n/b\n' };

/** Runs the command on the program beside some files of facts. */
async function run(
  files: Record<string, string | Uint8Array>,
  options: object,
  command = runCommand,
): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mangle-facts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries({ 'p.mg': program, ...files }))
    writeFileSync(path.join(folder, name), content);
  const inFolder = (spec: string): string => spec.replace('@', `${folder}${path.sep}`);
  const { facts = [], ...others } = options as { facts?: string[] };
  return command.run(
    [path.join(folder, 'p.mg'), ...(command === queryCommand ? ['path(_, X)'] : [])],
    { facts: facts.map(inFolder), ...others },
    createTerminal().terminal,
  );
}

describe('mangle run --facts', () => {
  it.each([
    ['CSV', 'f.csv', '/a,/b\n', 'edge=@f.csv'],
    ['TSV', 'f.tsv', '/a\t/b\n', 'edge=@f.tsv'],
    ['JSON lines', 'f.jsonl', '["/a", "/b"]\n{"from": "/a", "to": "/b"}\n', 'edge=@f.jsonl'],
    ['simple-column', 'f.sc', tables.columns, '@f.sc'],
    ['one predicate of simple-column', 'f.sc', tables.columns, 'edge/2=@f.sc'],
    ['compressed CSV', 'f.csv.gz', gzipSync('/a,/b\n'), 'edge=@f.csv.gz'],
  ])('reads %s', async (_, name, content, spec) => {
    const { exitCode, output, diagnostics } = await run({ [name]: content }, { facts: [spec] });
    expect([exitCode, output, diagnostics]).toEqual([0, 'edge(/a,/b)\npath(/a,/b)\n', []]);
  });

  it('reads several files, and skips their headers on request', async () => {
    const files = { 'a.csv': tables.header, 'b.csv': 'x,y\n/b,/c\n' };
    const { output } = await run(files, { facts: ['edge=@a.csv', 'edge=@b.csv'], header: true });
    expect(output).toBe('edge(/a,/b)\nedge(/b,/c)\npath(/a,/b)\npath(/b,/c)\n');
  });

  it('says where a file is wrong', async () => {
    const { exitCode, diagnostics = [] } = await run({ 'a.csv': tables.header }, { facts: ['edge=@a.csv'] });
    expect(exitCode).toBe(1);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([['invalid-row', 'this is not a name']]);
    expect(diagnostics[0]?.help).toContain('header');
  });

  it('says it in JSON too', async () => {
    const { exitCode, output = '' } = await run({ 'a.csv': '/a\n' }, { facts: ['edge=@a.csv'], json: true });
    expect(exitCode).toBe(1);
    expect(JSON.parse(output)).toMatchObject({ ok: false, stage: 'eval' });
  });

  it.each([
    ['edge=@f.xml', /cannot tell the format/],
    ['@f.csv', /does not say whose facts they are/],
    ['edge=@g.csv', /there is no such file/],
    ['edge=@f.csv.gz', /not compressed with gzip/],
  ])('refuses %s', async (spec, reason) => {
    const files = { 'f.xml': '', 'f.csv': '', 'f.csv.gz': 'no' };
    await expect(run(files, { facts: [spec] })).rejects.toThrow(reason);
  });
});

it('refuses a compressed file that unpacks to more than the limit', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mangle-facts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'f.csv.gz');
  writeFileSync(file, gzipSync('/a,/b\n'.repeat(10_000)));
  await expect(readFactFiles([`edge=${file}`], { maxUnpackedBytes: 10_000 })).rejects.toThrow(
    /unpacks to more than 10000 bytes/,
  );
});

it('refuses columns in another order than declared', async () => {
  const { exitCode, diagnostics = [] } = await run(
    { 'f.csv': 'to,from\n/a,/b\n' },
    { facts: ['edge=@f.csv'], header: true },
  );
  expect(exitCode).toBe(1);
  expect(diagnostics[0]?.message).toBe('this is column 1 of the file, but column 2 of `edge/2`');
});

it('mangle query takes files of facts too', async () => {
  const { output } = await run({ 'f.csv': '/a,/b\n' }, { facts: ['edge=@f.csv'] }, queryCommand);
  expect(output).toBe('path(/a,/b)\n');
});
