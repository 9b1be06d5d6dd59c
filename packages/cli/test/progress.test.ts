import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withProgress } from '../src/terminal/progress.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function createErrors(isTTY: boolean) {
  let text = '';
  const errors = Object.assign(new PassThrough(), { isTTY });
  errors.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { errors, written: () => text };
}

it.each([true, false])('a long evaluation shows its progress if there is a terminal (%s)', async (isTTY) => {
  const { errors, written } = createErrors(isTTY);
  await withProgress({ errors }, async (onPause) => {
    onPause(1);
    vi.advanceTimersByTime(900);
    onPause(10);
    vi.advanceTimersByTime(2_100);
    onPause(12_345);
    onPause(12_346);
  });
  const clear = '\r\u001b[K';
  expect(written()).toBe(isTTY ? `${clear}evaluating… 3 s, 12,345 facts derived${clear}` : '');
});

it('a failure clears the line too', async () => {
  const { errors, written } = createErrors(true);
  const failing = withProgress({ errors }, async (onPause) => {
    vi.advanceTimersByTime(1_500);
    onPause(1);
    throw new Error('over');
  });
  await expect(failing).rejects.toThrow('over');
  expect(written().endsWith('\r\u001b[K')).toBe(true);
});
