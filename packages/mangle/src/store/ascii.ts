const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Below this, calling the decoder costs more than the text. */
const shortText = 32;

/** The text of ASCII bytes. */
export function asciiText(bytes: Uint8Array, from: number, to: number): string {
  if (to - from > shortText) return decoder.decode(bytes.subarray(from, to));
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

/** The text of UTF-8 bytes. Throws a TypeError if they are none. */
export function utf8Text(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}
