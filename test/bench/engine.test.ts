import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileOrThrow, evaluateSync, prepareSync } from '@manglecp/mangle';
import { afterAll, describe, expect, it } from 'vitest';
import { measureMemory } from '../../bench/engine/memory.mjs';
import { standardSeed } from '../../bench/generate/data.mjs';
import { productFacts } from '../../bench/generate/product-facts.mjs';
import { domainRequests, productRequests } from '../../bench/generate/product-requests.mjs';
import { checkedPredicates, productRules, requestPredicates } from '../../bench/generate/product-rules.mjs';
import { workloadNames } from '../../bench/generate/workloads/workloads.mjs';
import { writeWorkload } from '../../bench/generate/write-workload.mjs';
import { countByName, readRequest } from '../../packages/cli/src/evaluation/bench-facts.js';
import { readJson } from '../repo/repository.js';

type Counts = Record<string, number>;

const folder = mkdtempSync(path.join(tmpdir(), 'mangle-bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const expected = readJson('bench/expected.json') as Record<'small' | 'large', Record<string, Counts>>;
const settings = { now: 0n, limits: {} };
const small = { size: 'small', seed: standardSeed } as const;

function productText(): string {
  const lines = requestPredicates.map((predicate) => `Decl ${predicate}(X).`);
  productFacts(small, (fact) => lines.push(fact));
  return [...lines, ...productRules.map((rule) => `${rule}.`)].join('\n');
}

function picked(counts: Counts, names: readonly string[]): Counts {
  return Object.fromEntries(names.map((name) => [name, counts[name] ?? 0]));
}

describe('the expected counts', () => {
  it('are known for every workload in both sizes', () => {
    expect(Object.keys(expected.small).sort()).toEqual([...workloadNames].sort());
    expect(Object.keys(expected.large).sort()).toEqual([...workloadNames].sort());
  });

  it.each(workloadNames)('of %s are those of our engine at small size', (name) => {
    const target = path.join(folder, name);
    writeWorkload(name, 'small', target, standardSeed);
    const result = evaluateSync(compileOrThrow(readFileSync(path.join(target, 'prog.mg'), 'utf8')), settings);
    const right = expected.small[name] ?? {};
    expect(picked(countByName(result), Object.keys(right))).toEqual(right);
  });

  it('of the known answer are those of our engine', () => {
    const file = new URL('../../bench/known-answers/delta-join.mg', import.meta.url);
    const result = evaluateSync(compileOrThrow(readFileSync(file, 'utf8')), settings);
    const right = readJson('bench/known-answers/delta-join.json') as Counts;
    expect(picked(countByName(result), Object.keys(right))).toEqual(right);
  });
});

describe('requests on the product-shaped program', () => {
  const program = compileOrThrow(productText());
  const prepared = prepareSync(program);

  it.each([
    ['plain ones', productRequests(small)],
    ['those that change the domain', domainRequests(small)],
  ])('come out as if evaluated from scratch: %s', (_, texts) => {
    for (const text of texts.slice(0, 20)) {
      const facts = readRequest('request.mg', text);
      const scratch = countByName(evaluateSync(program, { ...settings, facts }));
      const request = countByName(prepared.requestSync(facts, settings));
      expect(picked(request, checkedPredicates)).toEqual(picked(scratch, checkedPredicates));
    }
  });

  it('keep no memory, whether they succeed, fail or are cancelled', async () => {
    const texts = productRequests(small);
    const { failed, early_mb, end_mb, digest_kept } = await measureMemory({
      engine: { prepareSync, readRequest },
      program,
      texts,
      count: 400,
    });
    expect(failed).toBe(20);
    expect(digest_kept).toBe(true);
    expect(end_mb - early_mb).toBeLessThan(16);
  });
});
