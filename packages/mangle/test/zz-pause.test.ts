import { expect, it, vi } from 'vitest';
import { generateProgram, programText, unitText } from './generate/generate-program.js';
import { externalsOf } from './generate/external.js';
import { generatedNow } from './generate/columns.js';
import { modelText, readTexts, runMode, runNaive } from './evaluators.js';
import { modes } from './support/modes.js';
import { minimizeAsync } from './generate/rearrange.js';
vi.mock('../src/engine/budget.js', async (original) => {
  const module = await original<typeof import('../src/engine/budget.js')>();
  class Budget extends module.Budget {
    override check(predicate?: string): boolean { super.check(predicate); return true; }
  }
  return { ...module, stepsBetweenChecks: Number(process.env['FUEL'] ?? 40), Budget };
});
it('x', { timeout: 3_600_000 }, async () => {
  let bad = 0; const shown = new Map<string, number>();
  const drop = (p: ReturnType<typeof generateProgram>, o: any) => { const ext = new Set(externalsOf(p).map((e) => e.key)); return o.facts === undefined ? o : { facts: o.facts.filter((f: any) => !ext.has(f.predicate)) }; };
  const t0 = performance.now();
  for (let seed = 1; seed <= Number(process.env['TO'] ?? 300); seed++) {
    const program = generateProgram(seed);
    const options = { now: generatedNow, bounds: 'off', maxFacts: 20_000, externals: externalsOf(program), seed } as const;
    const texts = (p: typeof program) => p.units.map(unitText);
    const differs = async (p: typeof program, mode: (typeof modes)[number]) => {
      const a = readTexts(texts(p), 'off');
      if (!('rules' in a)) return false;
      const naive = runNaive(texts(p), options);
      if (naive.facts === undefined) return false;
      return modelText(drop(p, await runMode(a, options, mode))).join('\n') !== modelText(naive).join('\n');
    };
    for (const mode of modes) {
      let d: any;
      try { d = await differs(program, mode); } catch (e) { d = e; }
      if (d === false) continue;
      bad++;
      shown.set(mode.name, (shown.get(mode.name) ?? 0) + 1);
      if ((shown.get(mode.name) ?? 0) > 1) continue;
      if (d === true) { const s = await minimizeAsync(program, (p) => differs(p, mode)); 
      console.log(mode.name, programText(s), modelText(drop(s, await runMode(readTexts(texts(s), 'off'), options, mode))), modelText(runNaive(texts(s), options))); }
      else console.log(mode.name, seed, d);
    }
  }
  console.log('bad', bad, shown, performance.now() - t0);
});
