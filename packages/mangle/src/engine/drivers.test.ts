import { expect, it } from 'vitest';
import { factsOf, run } from '../../test/support.js';
import { Profile } from './profile.js';

it('runs in a round only the rules that read what the last one brought', () => {
  const count = 300;
  const ring = Array.from({ length: count }, (_, at) => `p${at}(X) :- p${(at + count - 1) % count}(X).`);
  const profile = new Profile();
  const evaluation = run(['p0(1).', ...ring].join('\n'), { profile });
  expect(factsOf(evaluation, `p${count - 1}`)).toEqual([`p${count - 1}(1)`]);
  // Each rule once for all facts and once for those of the rule before it; a round of all rules would be 90,000.
  expect(profile.rules().reduce((sum, { runs }) => sum + runs, 0)).toBeLessThanOrEqual(2 * count);
});
