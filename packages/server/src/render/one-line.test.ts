import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipWords, oneLine } from './one-line.js';

describe('one line', () => {
  it.each([
    ['First. Second.', 'First.'],
    ['First.\nSecond.', 'First.'],
    ['No end', 'No end'],
    ['  Spaces \t and\r\nbreaks  ', 'Spaces and breaks'],
    ['Really? Yes.', 'Really?'],
    ['Version 1.5 is out! It is new.', 'Version 1.5 is out!'],
    ['Use e.g. this. Or that.', 'Use e.g. this.'],
    ['Use this (i.e. That) now. Then that.', 'Use this (i.e. That) now.'],
    ['Ask Dr. House vs. Mr. X. Or not.', 'Ask Dr. House vs. Mr. X. Or not.'],
    ['Ship to the U.S. Army today. Or not.', 'Ship to the U.S. Army today.'],
    ['Waits for 5 min. at most. Then stops.', 'Waits for 5 min. at most.'],
    ['Plan B. Then C.', 'Plan B. Then C.'],
    ['Reads node.js. Writes too.', 'Reads node.js.'],
    ['Wait... then go. Now.', 'Wait... then go.'],
    ['Tables, indexes etc.', 'Tables, indexes etc.'],
    ['', ''],
    ['.', '.'],
    ['a\u0085b\u2028c\u2029d', 'a b c d'],
  ])('MACRO-005 of %j is %j', (text, line) => {
    expect(oneLine(text)).toBe(line);
  });

  it('MACRO-005 is short, has no break and no half of a character, whatever the text', () => {
    const words = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(300))), { maxLength: 60 });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', '\n', '. ', '\u2028', '😀'), (parts, gap) => {
        const text = parts.join(gap);
        const line = oneLine(text);
        expect(line.length).toBeLessThanOrEqual(160);
        expect(line).not.toMatch(/[\n\r\v\f\u0085\u2028\u2029]|\p{Surrogate}/u);
        if (/[^\s\u0085]/u.test(text)) expect(line).not.toBe('');
      }),
    );
  });
});

describe('as many words as fit', () => {
  const upTo = (length: number) => (text: string) => text.length <= length;

  it.each([
    ['one two three', 13, 'one two three'],
    ['one two three', 12, 'one two …'],
    ['one two three', 9, 'one two …'],
    ['one two three', 8, 'one …'],
    ['one two three', 5, 'one …'],
    ['one two three', 4, 'one…'],
    ['abcdefgh', 4, 'abc…'],
    ['abcdefgh', 1, '…'],
    ['😀😀😀', 3, '😀…'],
  ])('MACRO-034 of %j in %s characters: %j', (text, length, clipped) => {
    expect(clipWords(text, upTo(length))).toBe(clipped);
  });

  it('MACRO-034 fit, and one more would not', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, unit: 'grapheme' })),
        fc.integer({ min: 1, max: 40 }),
        (list, max) => {
          const words = list.map((word) => word.replaceAll(' ', '_'));
          const text = words.join(' ');
          const clipped = clipWords(text, upTo(max));
          expect(clipped.length).toBeLessThanOrEqual(max);
          if (text.length <= max) expect(clipped).toBe(text);
          else if (clipped.endsWith(' …')) {
            const count = clipped.split(' ').length - 1;
            expect(`${words.slice(0, count + 1).join(' ')} …`.length).toBeGreaterThan(max);
          }
        },
      ),
    );
  });
});
