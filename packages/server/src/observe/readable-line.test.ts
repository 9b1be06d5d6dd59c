import { expect, it } from 'vitest';
import { readableLine } from './readable-line.js';

it('shows a person the time of day, the level, the message and the fields', () => {
  const fields = {
    level: 'warn',
    time: '2026-03-01T12:00:05.250Z',
    service: 's',
    port: 4711,
    path: 'a/b',
    text: 'two words',
  };
  expect(readableLine(JSON.stringify({ ...fields, none: null, list: [1], msg: 'it happened' }))).toBe(
    '12:00:05 warn  it happened port=4711 path=a/b text="two words" none=null list=[1]\n',
  );
});

it('lets nobody move the cursor', () => {
  const line = readableLine(JSON.stringify({ level: 'info', time: '', id: '\u009b2J\u202e', msg: 'a\u001b[31m\nb' }));
  expect(line).toBe(String.raw` info  a\u001b[31m\u000ab id="\u009b2J\u202e"` + '\n');
});
