import type * as mangleModule from '@manglecp/mangle';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleForBrowser } from '../../scripts/bundle.mjs';
import { chromiumArguments, findChromium } from './find-chromium.js';

type Mangle = typeof mangleModule;

const program = `
edge(/a, /b).
edge(/b, /c).
path(X, Y) :- edge(X, Y).
path(X, Z) :- edge(X, Y), path(Y, Z).
reach(X, N) :- path(X, Y) |> do fn:group_by(X), let N = fn:count().

Decl failing(Tool) temporal bound [/name].
failing(/tests)@[2024-05-31T00:00:00Z, 2024-05-31T12:00:00Z].
resting(Tool) :- <-[0d, 1d] failing(Tool).
`;

describe('the engine in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
  });
  afterAll(() => browser.close());

  it('evaluates recursion, aggregation and time as it does in Node', async () => {
    const page = await browser.newPage();
    await page.addScriptTag({ content: new TextDecoder().decode(await bundleForBrowser()) });
    const lines = await page.evaluate((source) => {
      const { mangle } = globalThis as unknown as { mangle: Mangle };
      const { program: compiled } = mangle.compile([mangle.createSource('page.mg', source)]);
      if (compiled === undefined) return ['the program was refused'];
      const result = mangle.evaluateSync(compiled, { now: 1_717_200_000_000_000_000n });
      return result.facts().map(({ name, args }) => `${name}(${args.map(mangle.oracleText).join(',')})`);
    }, program);
    expect(lines.sort()).toEqual([
      'edge(/a,/b)',
      'edge(/b,/c)',
      'failing(/tests)',
      'path(/a,/b)',
      'path(/a,/c)',
      'path(/b,/c)',
      'reach(/a,2)',
      'reach(/b,1)',
      'resting(/tests)',
    ]);
  });
});
