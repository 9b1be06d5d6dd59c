import { array, assert, constantFrom, type Arbitrary, letrec, nat, oneof, property, tuple, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearPattern } from './linear-pattern.js';

/** Whether the pattern matches the text, and what the host says. */
function both(pattern: string, text: string): readonly [boolean | undefined, boolean] {
  return [linearPattern(pattern)?.test(text), new RegExp(pattern, 'u').test(text)];
}

const patterns: readonly string[] = [
  '',
  '^$',
  '^a',
  'a$',
  '^[a-z][a-z0-9_]*$',
  '^(a+)+$',
  '(a|aa)+$',
  '^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$',
  '^(?<year>\\d{4})-\\d{2}$',
  '\\bfoo\\b',
  '\\Ba\\B',
  '^\\p{L}+$',
  '^\\P{L}$',
  '^[^\\]\\\\]$',
  '^[\\]a]+$',
  '^\\u{1F600}$',
  '^\\uD83D\\uDE00$',
  '^\\u0041\\x42\\cJ$',
  '^.$',
  '^\\/\\.\\$\\^$',
  'a{2,}b{0}c{1,2}',
  '(|a)b',
  '(^a|b$)',
  'a*?b+?c??',
  '(a*)*b',
  '[\\b]',
  '\\0',
  '^[\\s\\S]*$',
];

const texts: readonly string[] = [
  ...['', 'a', 'b', 'aa', 'ab', 'aab', 'abc', 'aacc', 'foo', 'a foo b', 'xfoo', 'äfoo', '1.2.3.4', '2024-01', 'AB\n'],
  ...[
    '😀',
    '\uD83D',
    'ß',
    ']',
    '\\',
    '/.$^',
    '\b',
    '\0',
    '\n',
    '\u2028',
    'aaaaaaaaaaaaaaaaaaa!',
    'a_b9',
    'Ab',
    'ba',
    'cb',
  ],
];

describe('a pattern in linear time', () => {
  it.each(patterns)('matches what the host matches: %j', (pattern) => {
    for (const text of texts) {
      const [own, host] = both(pattern, text);
      expect([text, own]).toEqual([text, host]);
    }
  });

  it.each(['(?=a)a', '(?!a)b', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>', '^(?:a{100}){100}$'])(
    'is none for %s',
    (pattern) => {
      expect(linearPattern(pattern)).toBeUndefined();
    },
  );

  it('complains about what is no pattern', () => {
    expect(() => linearPattern('(')).toThrow(SyntaxError);
  });

  it('matches what the host matches, for random patterns and texts', () => {
    const text = string({ unit: constantFrom('a', 'b', '1', ' ', '-'), maxLength: 8 });
    assert(
      property(anyPattern, array(text, { minLength: 1, maxLength: 6 }), (pattern, each) => {
        for (const one of each) {
          const [own, host] = both(pattern, one);
          expect([pattern, one, own]).toEqual([pattern, one, host]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['^(a+)+$', '^(a|aa)+$', '^(a*)*b$', '(.*)*x', '^([a-z]+)*\\d$', 'a+b', '^(a|a)*$'])(
    'does not go back: %s',
    (pattern) => {
      const linear = linearPattern(pattern);
      // The host takes longer than the age of the world for most of them.
      expect(linear?.test(`${'a'.repeat(200_000)}!`)).toBe(false);
    },
  );

  it('forgets what it has learned of many characters', () => {
    const linear = linearPattern('^[^x]+$');
    const all = Array.from({ length: 50_000 }, (_, at) => String.fromCodePoint(0x10000 + at)).join('');
    expect(linear?.test(all)).toBe(true);
    expect(linear?.test(`${all}x`)).toBe(false);
    expect(linear?.test('ab')).toBe(true);
  });
});

const { pattern: anyPattern } = letrec<{ pattern: string; part: string }>((tie) => {
  const pattern: Arbitrary<string> = tie('pattern');
  return {
    part: oneof(
      { maxDepth: 3, depthIdentifier: 'pattern' },
      constantFrom('a', 'b', '1', '[ab]', '[^a]', '\\w', '\\d', '.', '\\s', '-'),
      constantFrom('^', '$', '\\b', '\\B'),
      pattern.map((inside) => `(${inside})`),
      pattern.map((inside) => `(?:${inside})`),
      tuple(pattern, constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '{0}')).map(
        ([inside, sign]) => `(?:${inside})${sign}`,
      ),
      tuple(pattern, pattern).map(([one, other]) => `(${one}|${other})`),
      nat(3).map((count) => `a{${count}}`),
    ),
    pattern: array(tie('part'), { maxLength: 3 }).map((parts) => parts.join('')),
  };
});
