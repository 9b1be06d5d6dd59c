import { expect, it } from 'vitest';
import { screenLine, screenText } from './screen-text.js';

it.each([
  ['p("plain, ü and 😀")', 'p("plain, ü and 😀")'],
  ['p("\u001b[31mred")', 'p("\\x1b[31mred")'],
  ['p("a\nb\tc\rd\u0000")', 'p("a\\nb\\tc\\x0dd\\x00")'],
  ['p("\u202eabc\u0085")', 'p("\\u{00202e}abc\\x85")'],
])('a screen shows %j as %s', (text, expected) => {
  expect(screenLine(text)).toBe(expected);
});

it('leaves the lines of a longer text as they are', () => {
  expect(screenText('a\n\tb\u001b\n')).toBe('a\n\tb\\x1b\n');
});
