import { expect, it } from 'vitest';
import { decodeUtf8 } from './decode-utf8.js';

it.each(['', 'p(1).', '\uFEFFp("ü😀").', 'a replacement character: \uFFFD'])('decodes %j', (text) => {
  expect(decodeUtf8(new TextEncoder().encode(text))).toEqual({ ok: true, text });
});

it.each<[string, number[], number]>([
  ['a letter of Latin-1', [0x70, 0xe9, 0x20], 1],
  ['a character that is cut off', [0x70, 0x71, 0xe2, 0x82], 2],
  ['a sequence that begins like the replacement character', [0x70, 0xef, 0xbf, 0x41], 1],
  ['a byte behind a replacement character', [0xef, 0xbf, 0xbd, 0xff], 3],
  ['a surrogate', [0x70, 0xed, 0xa0, 0x80], 1],
  ['UTF-16', [0xff, 0xfe, 0x70, 0x00], 0],
])('says where %s is', (_name, bytes, offset) => {
  expect(decodeUtf8(Uint8Array.from(bytes))).toMatchObject({ ok: false, offset });
});
