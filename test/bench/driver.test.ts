import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/build.mjs';
import { root } from '../repo/repository.js';

const folder = mkdtempSync(path.join(tmpdir(), 'mangle-bench-'));
beforeAll(() => ensureBuilt());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the benchmarks with data in a folder of their own and without any peer installed. */
function bench(...args: string[]): string {
  return execFileSync(process.execPath, [path.join(root, 'bench', 'bench.mjs'), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, BENCH_DATA: folder, BENCH_BUILD: path.join(folder, 'nothing') },
  });
}

describe('npm run bench', () => {
  it('measures our engine alone if no peer is installed, and judges the counts', () => {
    const lines = bench('--only', 'tc_grid,known', '--peers', 'ascent', '--repeat', '2', '--json')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({ section: 'workloads', engine: 'mangle', runs: 2, counts: { tc: 10829 }, agrees: true }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ section: 'known', engine: 'mangle', agrees: true }));
    expect(lines).toContainEqual(
      expect.objectContaining({ section: 'goals', name: 'against ascent, cold', verdict: 'not measured' }),
    );
  });

  it('reports again what it kept', () => {
    const kept = path.join(folder, 'kept.json');
    const report = bench('--only', 'tc_grid', '--peers', 'none', '--repeat', '1', '--save', kept);
    expect(existsSync(kept)).toBe(true);
    expect(report).toContain('## Goals');
    expect(bench('--from', kept)).toBe(report);
  });
});
