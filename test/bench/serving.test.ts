import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { median, percentile, tableText } from '../../bench/serving/figures.mjs';
import { plantFacts } from '../../bench/serving/plant/facts.mjs';
import { messageOf, plantRequests, timedRequests } from '../../bench/serving/plant/requests.mjs';
import { plantRules } from '../../bench/serving/plant/rules.mjs';
import { writePlant } from '../../bench/serving/plant/write-plant.mjs';
import { runawayPayloads, writeRunaway } from '../../bench/serving/write-runaway.mjs';
import { standardSeed } from '../../bench/generate/data.mjs';
import { renderProblems } from '../../packages/server/src/pack/render-problems.js';
import { openServer } from '../../packages/server/src/open-server.js';

const folder = mkdtempSync(path.join(tmpdir(), 'manglecp-bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const small = { size: 'small', seed: standardSeed } as const;

/** Every file of the pack, by its name. */
function filesOf(seed: number): Record<string, string> {
  const target = path.join(folder, `plant-${seed}-${Math.random()}`);
  writePlant(target, { ...small, seed });
  const files = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(target, file), readFileSync(file, 'utf8')];
    }),
  );
}

interface Answer {
  readonly type: string;
  readonly payload: { readonly code?: string; readonly macro_tools?: readonly { readonly validity?: object }[] };
}

/** Answers of a server in this process, in the order of the requests. */
async function answersOf(pack: string, payloads: readonly object[]): Promise<readonly Answer[]> {
  const opened = await openServer([pack], { logDestination: new PassThrough().resume() });
  if (!('server' in opened)) throw new Error(renderProblems(opened.problems));
  const { server } = opened;
  expect(await server.boot()).toEqual([]);
  const connection = server.connect();
  await connection.messages.next();
  const answers: Answer[] = [];
  for (const [at, payload] of payloads.entries()) {
    connection.send(messageOf(payload, `r${at}`));
    const { value } = await connection.messages.next();
    answers.push(JSON.parse(String(value)) as Answer);
  }
  await server.close();
  return answers;
}

describe('the generated domain', () => {
  it('depends on the seed alone', () => {
    expect(filesOf(7)).toEqual(filesOf(7));
    expect(filesOf(7)['facts/tools.mg']).not.toBe(filesOf(8)['facts/tools.mg']);
  });

  it('has 2,000 tools, about 150 rules and 50,000 facts at its large size', () => {
    const facts = plantFacts({ ...small, size: 'large' });
    expect(new Set(facts.filter(([name]) => name === 'macro_description').map(([, tool]) => tool)).size).toBe(2000);
    expect(Math.abs(facts.length - 50_000)).toBeLessThan(2500);
    expect(Math.abs(plantRules.domain.length + plantRules.policy.length - 150)).toBeLessThan(10);
  });

  it('has requests of 10 to 50 facts, with and without times', () => {
    const plain = plantRequests({ ...small, size: 'large', count: 200 });
    const sizes = plain.map(({ facts }) => facts.length);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(50);
    const timed = timedRequests(plain, { ...small, count: 5 });
    expect(timed.map(({ facts }) => facts.length)).toEqual(sizes.map((size) => size + 5));
  });

  it('is a pack that answers', async () => {
    const target = path.join(folder, 'plant');
    writePlant(target, small);
    const plain = plantRequests({ ...small, count: 10 });
    const answers = await answersOf(target, [...plain, ...timedRequests(plain, { ...small, count: 3 })]);
    expect(answers.map(({ type }) => type)).toEqual(answers.map(() => 'intent_response'));
    expect(answers.some(({ payload }) => (payload.macro_tools?.length ?? 0) > 1)).toBe(true);
  });
});

describe('the pack that runs away', () => {
  it('ends by its time limit and answers light requests', async () => {
    const target = path.join(folder, 'runaway');
    writeRunaway(target, { maxComputeMs: 50 });
    const { light, combine, overlap } = runawayPayloads;
    const answers = await answersOf(target, [combine, overlap, light]);
    expect(answers.map(({ payload }) => payload.code)).toEqual(['evaluation_timeout', 'evaluation_timeout', undefined]);
    expect(answers[2]?.payload.macro_tools).toHaveLength(1);
  });
});

describe('figures', () => {
  it('are percentiles of what was measured', () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect([median(values), percentile(values, 0.99), percentile(values, 1)]).toEqual([51, 100, 100]);
  });

  it('are tables with figures to the right', () => {
    expect(tableText(['', 'p50'], [['light', '3']])).toBe('|       | p50 |\n| ----- | --: |\n| light |   3 |');
  });
});
