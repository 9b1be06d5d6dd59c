import { expect } from 'vitest';
import { intentRequest } from '../harness/messages.js';
import { underAttack } from './attack.js';

/** A value of 15 MB that the plan of a tool will hold; another one each time. */
function heavy(n: number): object {
  const note = `${n} ${'x'.repeat(15_000_000)}`;
  return intentRequest({ intent: { name: 'work' }, facts: [{ pred: 'note', args: [note] }] });
}

underAttack('plans that hold large values', { pack: 'workshop' }, (attack) => {
  attack('33 requests with 15 MB each, kept for 300 s', async ({ post }) => {
    const statuses: number[] = [];
    for (let n = 0; n < 33; n += 1) statuses.push((await post(heavy(n))).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
