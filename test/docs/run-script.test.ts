import { describe, expect, it } from 'vitest';
import { commandsOf, isShown } from './run-script.js';

describe('a session', () => {
  it('has commands and what is shown below them', () => {
    expect(commandsOf('$ cat a.mg\np(1).\n\nq(1).\n$ true\n$ npx mangle run a.mg\np(1)\n')).toEqual([
      { command: 'cat a.mg', shown: 'p(1).\n\nq(1).' },
      { command: 'true', shown: '' },
      { command: 'npx mangle run a.mg', shown: 'p(1)' },
    ]);
  });
});

describe('what is shown', () => {
  it.each([
    ['p(1)', 'p(1)', true],
    ['p(1)', 'p(1)\np(2)', false],
    ['p(.)', 'p(1)', false],
    ['{"ms":…,"n":2}', '{"ms":1.5,"n":2}', true],
    ['a … b', 'a x\ny b', false],
    ['', '', true],
    ['', 'p(1)', false],
  ])('%j against %j: %s', (shown, found, expected) => {
    expect(isShown(shown, found)).toBe(expected);
  });
});
