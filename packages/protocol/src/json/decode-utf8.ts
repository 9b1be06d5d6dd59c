import { JsonError } from './json-error.js';

const form = { fatal: true, ignoreBOM: true } as const;
const decoder = new TextDecoder('utf-8', form);

/** The text of UTF-8 bytes. Overlong forms, surrogates, truncated sequences and a byte order mark are refused. */
export function decodeUtf8(bytes: Uint8Array): string {
  refuseMark(bytes);
  try {
    return decoder.decode(bytes);
  } catch {
    throw new JsonError('invalid_utf8', faultOf(bytes, 0));
  }
}

/** The same, with a pause after each `size` bytes. */
export function* decodeUtf8InSlices(bytes: Uint8Array, size: number): Generator<void, string> {
  refuseMark(bytes);
  // It keeps what a slice cuts in two, and so is one for each text.
  const own = new TextDecoder('utf-8', form);
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += size) {
    try {
      parts.push(own.decode(bytes.subarray(start, start + size), { stream: start + size < bytes.length }));
    } catch {
      throw new JsonError('invalid_utf8', faultOf(bytes, sequenceStart(bytes, start)));
    }
    yield;
  }
  return parts.join('');
}

function refuseMark(bytes: Uint8Array): void {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw new JsonError('byte_order_mark', 0);
}

/** Where the sequence begins that the byte at an offset is in. INVARIANT: all before it was UTF-8, or its beginning. */
function sequenceStart(bytes: Uint8Array, offset: number): number {
  for (let start = offset; start > Math.max(0, offset - 4); start -= 1) {
    if (((bytes[start - 1] ?? 0) & 0xc0) === 0xc0) return start - 1;
    if (((bytes[start - 1] ?? 0) & 0x80) === 0) return start;
  }
  return offset;
}

/** How many bytes of UTF-8 the first `end` units of a well-formed text take. */
export function byteLength(text: string, end: number): number {
  let bytes = 0;
  for (let index = 0; index < end; index += 1) {
    const unit = text.charCodeAt(index);
    // Each half of a surrogate pair counts for two of its four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
  }
  return bytes;
}

/** The offset of the first byte of the first sequence that is not UTF-8; one begins at `start`, and all before it are. */
function faultOf(bytes: Uint8Array, start: number): number {
  let offset = start;
  while (offset < bytes.length) {
    const length = sequenceLength(bytes, offset);
    if (length === 0) return offset;
    offset += length;
  }
  return offset;
}

/** The rows of table 3-7 of the Unicode standard: first byte from, to; second byte from, to; length. */
const sequences: readonly (readonly [number, number, number, number, number])[] = [
  [0xc2, 0xdf, 0x80, 0xbf, 2],
  [0xe0, 0xe0, 0xa0, 0xbf, 3],
  [0xe1, 0xec, 0x80, 0xbf, 3],
  [0xed, 0xed, 0x80, 0x9f, 3],
  [0xee, 0xef, 0x80, 0xbf, 3],
  [0xf0, 0xf0, 0x90, 0xbf, 4],
  [0xf1, 0xf3, 0x80, 0xbf, 4],
  [0xf4, 0xf4, 0x80, 0x8f, 4],
];

/** 0 if there is no well-formed sequence. */
function sequenceLength(bytes: Uint8Array, offset: number): number {
  const first = bytes[offset] ?? 0;
  if (first < 0x80) return 1;
  const row = sequences.find(([from, to]) => first >= from && first <= to);
  if (row === undefined) return 0;
  const [, , from, to, length] = row;
  const second = bytes[offset + 1] ?? 0;
  if (second < from || second > to) return 0;
  for (let index = 2; index < length; index += 1) {
    if (((bytes[offset + index] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
