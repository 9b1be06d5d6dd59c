import { expect } from 'vitest';
import { intentRequest } from '../harness/messages.js';
import { underAttack } from './attack.js';

/** Derives as many facts as a server allows. */
function heavy(n: number): object {
  const facts = [{ pred: 'count_to', args: [99_000 + n] }];
  return intentRequest({ intent: { name: 'unlisted' }, facts });
}

/** 10,000 facts and values of 8 MB. */
function large(n: number): object {
  const facts = Array.from({ length: 9_999 }, (_, at) => ({ pred: 'note', args: [`${n} ${at} ${'x'.repeat(800)}`] }));
  return intentRequest({ intent: { name: 'work' }, facts });
}

const codes = new Set([200, 408, 413, 503, 504]);

underAttack('evaluations without number', { pack: 'workshop', address: '127.0.0.2' }, (attack) => {
  attack('100 parallel evaluations that derive 99,000 facts each', async ({ post }) => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => post(heavy(n))));
    for (const { status, text } of answers) expect(codes.has(status), text.slice(0, 300)).toBe(true);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });

  attack('100 parallel evaluations of messages with 8 MB each', async ({ post }) => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => post(large(n))));
    for (const { status, text } of answers) expect(codes.has(status), text.slice(0, 300)).toBe(true);
  });
});
