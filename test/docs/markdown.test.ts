import { describe, expect, it } from 'vitest';
import { blocksOf, examplesOf, replaceBlocks } from './markdown.js';

const markdown = ['Text.', '```mangle', 'p(1).', '```', '```facts', 'p(1)', '```', '```js', '1;', '```', ''].join('\n');

describe('a document', () => {
  it('has blocks with their places', () => {
    expect(blocksOf(markdown)).toEqual([
      { language: 'mangle', text: 'p(1).', line: 1 },
      { language: 'facts', text: 'p(1)', line: 4 },
      { language: 'js', text: '1;', line: 7 },
    ]);
  });

  it('has examples: programs with the blocks right after them', () => {
    expect(examplesOf(markdown)).toEqual([
      { line: 2, program: 'p(1).\n', facts: { language: 'facts', text: 'p(1)', line: 4 } },
    ]);
  });

  it('refuses a block without an end', () => {
    expect(() => blocksOf('```mangle\np(1).')).toThrow('line 1 has no end');
  });

  it('can be given other text in a block', () => {
    const [, facts] = blocksOf(markdown);
    expect(facts && replaceBlocks(markdown, new Map([[facts, 'p(1)\np(2)']]))).toBe(
      markdown.replace('p(1)\n', 'p(1)\np(2)\n'),
    );
  });
});
