import { describe, expect, it } from 'vitest';
import { isComplete } from './is-complete.js';

describe('an entry is complete', () => {
  it.each([
    'p(1).',
    'p(1). # why',
    'p("a.b").',
    "p('a').",
    'p(`\n`).',
    'Package a!',
    'p("#").',
    'p("it\'s").',
    'p(1).\n\n',
  ])('with %j', (text) => expect(isComplete(text)).toBe(true));
});

describe('an entry goes on', () => {
  it.each(['p(1)', 'p(X) :-', 'p(1) # done.', 'p("a.', 'p(`a.\n', 'p("\\".', '', '# only a comment.'])(
    'after %j',
    (text) => expect(isComplete(text)).toBe(false),
  );
});
