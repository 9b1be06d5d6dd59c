import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readLines } from './read-lines.js';

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

it.each<[string, string[], string[]]>([
  ['lines of one chunk', ['a\nb\n'], ['a', 'b']],
  ['a line over several chunks', ['a', 'b', 'c\nd'], ['abc', 'd']],
  ['blank lines', ['\n\n'], ['', '']],
  ['no input', [], []],
  ['other separators inside a line', ['a\u2028b\rc\n'], ['a\u2028b\rc']],
])('reads %s', async (_name, chunks, expected) => {
  const lines: string[] = [];
  for await (const line of readLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))))
    lines.push(textOf(line));
  expect(lines).toEqual(expected);
});

it('joins a character that was cut in two', async () => {
  const bytes = Buffer.from('ü\n');
  const lines: string[] = [];
  for await (const line of readLines(Readable.from([bytes.subarray(0, 1), bytes.subarray(1)])))
    lines.push(textOf(line));
  expect(lines).toEqual(['ü']);
});
