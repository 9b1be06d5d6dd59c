import { readFileSync, writeFileSync } from 'node:fs';
import { compileOrThrow, evaluateSync, explain, proofToSvg } from '@manglecp/mangle';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);

it('the picture of a proof in the README is the one that `mangle why --svg` draws', () => {
  const readme = readFileSync(new URL('README.md', root), 'utf8');
  const program = /\$ cat access\.mg\n([\s\S]*?)\$ npx/.exec(readme)?.[1] ?? '';
  const evaluation = evaluateSync(compileOrThrow(program));
  const [fact] = evaluation.facts('readers/2');
  const proof = fact === undefined ? undefined : explain(evaluation, fact);
  const picture = proof === undefined ? '' : proofToSvg(proof);
  const file = new URL('docs/images/why.svg', root);
  if (process.env['UPDATE_GOLDENS'] === '1') writeFileSync(file, picture);
  expect(readFileSync(file, 'utf8')).toBe(picture);
});
