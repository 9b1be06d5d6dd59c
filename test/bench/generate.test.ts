import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileOrThrow } from '@manglecp/mangle';
import { afterAll, describe, expect, it } from 'vitest';
import { standardSeed } from '../../bench/generate/data.mjs';
import {
  kernelCheck,
  kernelProgram,
  kernelRequests,
  kernelRuleCount,
  kernelStratumCount,
} from '../../bench/generate/kernel.mjs';
import { productFacts } from '../../bench/generate/product-facts.mjs';
import { domainRequests, productRequests } from '../../bench/generate/product-requests.mjs';
import { productRules } from '../../bench/generate/product-rules.mjs';
import { workloadNames } from '../../bench/generate/workloads/workloads.mjs';
import { writeWorkload } from '../../bench/generate/write-workload.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'mangle-bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const small = { size: 'small', seed: standardSeed } as const;

/** Every file of a workload, by its name. */
function filesOf(name: string, seed: number): Record<string, string> {
  const target = path.join(folder, `${name}-${seed}-${Math.random()}`);
  writeWorkload(name, 'small', target, seed);
  const names = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map((entry) => [
      path.relative(target, path.join(entry.parentPath, entry.name)),
      readFileSync(path.join(entry.parentPath, entry.name), 'utf8'),
    ]),
  );
}

function factsOf(growth: number): string[] {
  const facts: string[] = [];
  productFacts({ ...small, growth }, (fact) => facts.push(fact));
  return facts;
}

describe('the data of the benchmarks', () => {
  it.each(workloadNames)('of %s depends on the seed alone', (name) => {
    expect(filesOf(name, 7)).toEqual(filesOf(name, 7));
  });

  it('changes with the seed', () => {
    expect(filesOf('andersen', 7)['prog.mg']).not.toBe(filesOf('andersen', 8)['prog.mg']);
  });
});

describe('the product-shaped program', () => {
  it('has 158 rules and 200 requests, always the same', () => {
    expect(productRules).toHaveLength(158);
    expect(productRequests(small)).toHaveLength(200);
    expect(productRequests(small)).toEqual(productRequests(small));
  });

  it('has requests that add eleven facts of the domain', () => {
    const plain = productRequests(small);
    const added = domainRequests(small).map((text, at) => text.slice(plain[at]?.length).trim().split('\n'));
    expect(added.map((lines) => lines.length)).toEqual(plain.map(() => 11));
    expect(added.flat().filter((line) => line.startsWith('req_'))).toEqual([]);
  });

  it('grows by entities and their facts only, and keeps every fact it had', () => {
    const [one, ten] = [factsOf(1), factsOf(10)];
    const count = (facts: readonly string[], predicate: string) =>
      facts.filter((fact) => fact.startsWith(`${predicate}(`)).length;
    expect(ten.slice(0, one.length)).toEqual(one);
    expect(count(ten, 'entity')).toBe(10 * count(one, 'entity'));
    for (const predicate of ['tool', 'macro', 'macro_step', 'clearance', 'team_scope']) {
      expect(count(ten, predicate)).toBe(count(one, predicate));
    }
  });
});

describe('the kernel-shaped program', () => {
  const text = kernelProgram(standardSeed);
  const program = compileOrThrow(text);

  it('has 1,514 rules in 717 strata', () => {
    expect([kernelRuleCount, kernelStratumCount]).toEqual([1514, 717]);
    expect(program.rules).toHaveLength(kernelRuleCount);
    expect(program.strata).toHaveLength(kernelStratumCount);
  });

  it('has about 5,000 facts, no two of them alike', () => {
    const facts = text.split('\n').filter((line) => /^[a-z_]+\([^:]*\)\.$/.test(line));
    expect(facts.length).toBeGreaterThan(4500);
    expect(facts.length).toBeLessThan(5500);
    expect(new Set(facts).size).toBe(facts.length);
  });

  it('is checked by predicates that it has', () => {
    const names = new Set([...program.predicates.values()].map(({ name }) => name));
    expect(kernelCheck.filter((name) => !names.has(name))).toEqual([]);
  });

  it('has requests of as many facts as asked for', () => {
    const lines = (text: string) => text.split('\n').filter(Boolean).length;
    expect(kernelRequests(standardSeed, 5, 0).map(lines)).toEqual([0, 0, 0, 0, 0]);
    expect(kernelRequests(standardSeed, 5, 10).map(lines)).toEqual([10, 10, 10, 10, 10]);
  });
});
