import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith, mangle } from './command.js';

const closure = 't(X,Y) :- e(X,Y). t(X,Z) :- e(X,Y), t(Y,Z).';
const number = expect.any(Number) as number;

describe('mangle bench', () => {
  it('prints costs and counts as one line of JSON', async () => {
    const { code, output } = await mangle(['bench', '-'], {
      input: `e(1,2). e(2,3). ${closure}`,
    });
    expect(code).toBe(0);
    expect(output.trimEnd()).not.toContain('\n');
    expect(JSON.parse(output)).toEqual({
      eval_ms: number,
      total_ms: number,
      parse_ms: number,
      eval_cpu_ms: number,
      rss_mb: number,
      counts: { e: 2, t: 3 },
    });
  });

  it('tells what more evaluations cost in a process that is warm', async () => {
    const cwd = folderWith({ 'graph.mg': `e(1,2). ${closure}`, 'other.mg': 'p(1). q(X) :- p(X).' });
    const { code, output } = await mangle(['bench', 'graph.mg', '--after', 'other.mg', '--warm', '2'], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      eval_cpu_ms: number,
      again_ms: number,
      again_cpu_ms: number,
      counts: { e: 1, t: 1 },
    });
  });

  it('answers requests in the order of their names, compares them and proves their facts', async () => {
    const cwd = folderWith({
      'base.mg': `e(1,2). e(2,3). ${closure} lone(X) :- e(X, _), !mark(X).\nDecl mark(X).\n`,
      '0001.mg': 'e(3,4). mark(1).',
      '0000.mg': '',
    });
    const args = ['bench', 'base.mg', '--requests', 'requests', '--passes', '3', '--full', '2', '--proofs', '2'];
    mkdirSync(path.join(cwd, 'requests'));
    for (const name of ['0000.mg', '0001.mg']) renameSync(path.join(cwd, name), path.join(cwd, 'requests', name));
    const { code, output } = await mangle(args, { cwd });
    expect(code).toBe(0);
    expect(output.trimEnd()).not.toContain('\n');
    expect(JSON.parse(output)).toMatchObject({
      requests: 6,
      base_ms: number,
      p50_ms: number,
      p99_ms: number,
      p50_cpu_ms: number,
      first_ms: number,
      rss_mb: number,
      full_requests: 2,
      full_p50_ms: number,
      full_differing: [],
      proofs_per_request: 2,
      request_counts: [
        { e: 2, t: 3, lone: 2 },
        { e: 3, t: 6, lone: 2, mark: 1 },
      ],
    });
  });

  it.each([
    [['--warm', '2', '--requests', '.'], 'exclude each other'],
    [['--passes', '2'], 'needs `--requests`'],
    [['--requests', 'nowhere'], 'there is no such file'],
    [['--requests', '.'], 'no `.mg` file'],
  ])('refuses %j', async (args, reason) => {
    const cwd = folderWith({ 'program.txt': 'p(1).' });
    const { code, errors } = await mangle(['bench', 'program.txt', ...args], { cwd });
    expect(code).toBe(2);
    expect(errors).toContain(reason);
  });

  it('reports a request that is no text of facts', async () => {
    const cwd = folderWith({ 'base.mg': 'p(1).', 'request.mg': 'p(2' });
    const { code, errors } = await mangle(['bench', 'base.mg', '--requests', '.'], { cwd });
    expect(code).toBe(1);
    expect(errors).toContain('request.mg');
  });

  it.each(['--limit', '--timeout'])('stops at %s', async (option) => {
    const { code, errors } = await mangle(['bench', '-', option, '50'], {
      input: 'n(0).\nn(Y) :- n(X), Y = fn:plus(X, 1).\n',
    });
    expect(code).toBe(1);
    expect(errors).toMatch(/error\[(fact|time)-limit\]/);
  });
});
