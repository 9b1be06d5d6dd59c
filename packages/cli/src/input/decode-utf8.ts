import { isUtf8 } from 'node:buffer';

/** The text of some bytes, or where they stop to be UTF-8. */
export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly offset: number; readonly reason: string };

/** Decodes without ever putting another character in the place of what cannot be read. A byte-order mark stays. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  const problem = utf8Problem(bytes);
  if (problem !== undefined) return { ok: false, ...problem };
  return { ok: true, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
}

/** Where bytes stop to be UTF-8, and what to say about it; undefined if they are. */
export function utf8Problem(bytes: Uint8Array): { readonly offset: number; readonly reason: string } | undefined {
  if (isUtf8(bytes)) return undefined;
  const offset = firstBadByte(bytes);
  const hex = (bytes[offset] ?? 0).toString(16).padStart(2, '0');
  return { offset, reason: `it is not UTF-8: the byte 0x${hex} at offset ${offset} begins no character` };
}

/** Where the first byte sequence begins that is no character. INVARIANT: there is one. */
function firstBadByte(bytes: Uint8Array): number {
  const replaced = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  let at = bytes.findIndex((byte, index) => byte !== replaced[index]);
  // A sequence may begin like the replacement character and only then go wrong.
  while (!isUtf8(bytes.subarray(0, at))) at--;
  return at;
}
