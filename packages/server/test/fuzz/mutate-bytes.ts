import type { Random } from '../../../mangle/test/generate/random.js';

type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

/** Each gives other bytes; `other` is a second message. */
const mutations: readonly Mutation[] = [
  // Cut off at either end.
  (bytes, random) => bytes.subarray(0, random.int(0, bytes.length)),
  (bytes, random) => bytes.subarray(random.int(0, bytes.length)),
  // Flip bits.
  (bytes, random) => {
    const result = Buffer.from(bytes);
    for (let count = random.int(1, 4); count > 0 && result.length > 0; count--) {
      const at = random.int(0, result.length - 1);
      result[at] = (result[at] ?? 0) ^ (1 << random.int(0, 7));
    }
    return result;
  },
  // Insert bytes: any, or those that mean something to JSON, to lines and to UTF-8.
  (bytes, random) => splice(bytes, random, randomBytes(random)),
  (bytes, random) => splice(bytes, random, Buffer.from(random.pick(signs))),
  (bytes, random) => splice(bytes, random, Buffer.from(random.pick(brokenUtf8))),
  // Leave out a part, or repeat one.
  (bytes, random) => {
    const start = random.int(0, bytes.length);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + random.int(1, 20))]);
  },
  (bytes, random) => {
    const start = random.int(0, bytes.length);
    const end = start + random.int(1, 40);
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start, end), bytes.subarray(end)]);
  },
  // Two messages in one, whole or in halves.
  (bytes, random, other) => Buffer.concat([bytes, Buffer.from(random.pick(['', ' ', '\n', ',', '\u0000'])), other]),
  (bytes, random, other) =>
    Buffer.concat([bytes.subarray(0, random.int(0, bytes.length)), other.subarray(random.int(0, other.length))]),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (bytes) => Buffer.concat([Buffer.from('['), bytes, Buffer.from(']')]),
  (_, random) => randomBytes(random),
  (_, random) =>
    Buffer.from(random.pick(['', ' ', '\t', '\n', '\r', '\r\n\r\n', 'null', '0', '""', '[]', '{}', '{', '"'])),
  (_, random) => Buffer.from(random.pick(['[', '{"a":', '[{"id":']).repeat(random.pick([10, 129, 5000]))),
  (bytes) => Buffer.from(bytes.toString('latin1'), 'utf16le'),
];

const signs = [
  '\n',
  '\r\n',
  '\r',
  ' ',
  '\t',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '\u0000',
  '/**/',
  '//',
  '\u2028',
  '"id":"x",',
];

const brokenUtf8: readonly (readonly number[])[] = [
  [0xff],
  [0x80],
  [0xc0, 0x80],
  [0xc3],
  [0xe2, 0x82],
  [0xed, 0xa0, 0x80],
  [0xf0, 0x9f, 0x99],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
  [0xef, 0xbb, 0xbf],
];

export function mutateBytes(bytes: Buffer, random: Random, other: Buffer): Buffer {
  return random.pick(mutations)(bytes, random, other);
}

function splice(bytes: Buffer, random: Random, part: Buffer): Buffer {
  const at = random.int(0, bytes.length);
  return Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at)]);
}

function randomBytes(random: Random): Buffer {
  return Buffer.from(Array.from({ length: random.int(1, 24) }, () => random.int(0, 255)));
}
