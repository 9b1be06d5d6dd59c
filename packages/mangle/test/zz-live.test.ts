import { it } from 'vitest';
import { mkdirSync, writeFileSync } from 'node:fs';
import { generateOverlayCase } from './generate/overlay-case.js';
import { failureOf, reportFailure } from './overlay/report.js';
import { prepareBase } from './overlay/tested-base.js';
const from = Number(process.env['FROM'] ?? 1),
  to = Number(process.env['TO'] ?? 500),
  most = Number(process.env['MOST'] ?? 8);
it('x', { timeout: 3_600_000 }, async () => {
  mkdirSync('/tmp/b4/failures', { recursive: true });
  let bad = 0;
  const kinds = new Map<string, number>();
  for (let seed = from; seed <= to; seed++) {
    const c = generateOverlayCase(seed, Number(process.env['SCALE'] ?? 1));
    const f = await failureOf(c, prepareBase);
    if (f === undefined) continue;
    bad++;
    const kind = f.what.replace(/\d+/g, 'N') + (f.what === 'a defect' ? ` ${f.got[0]} ${f.got[1]}` : '');
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if ((kinds.get(kind) ?? 0) > (f.what === 'a defect' ? 1 : most)) continue;
    const report = await reportFailure(c, prepareBase);
    writeFileSync(`/tmp/b4/failures/seed-${seed}.md`, `${report}\n`);
  }
  console.log('failing', bad, 'of', to - from + 1);
  for (const [k, n] of kinds) console.log(n, k);
});
