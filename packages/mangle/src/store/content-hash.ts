import { finish, mix } from './hash.js';

/** The hash of some words. */
export function hashWords(seed: number, words: Int32Array, from: number, to: number): number {
  let hash = mix(seed, to - from);
  for (let at = from; at < to; at++) hash = mix(hash, words[at] ?? 0);
  return finish(hash) | 0;
}

/** The longest text that is kept as bytes; longer ones are kept as strings, whose pieces V8 and others share. */
export const maxShortText = 1024;

/** The hash of a text; equal to that of its bytes if it is short and ASCII. */
export function hashText(seed: number, text: string): number {
  if (text.length > maxShortText) return hashLongText(seed, text);
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = mix(hash, text.charCodeAt(at));
  return finish(hash) | 0;
}

/** Takes the length, both ends and some places in between, so that a text that grows step by step costs little. */
function hashLongText(seed: number, text: string): number {
  let hash = mix(seed, text.length);
  for (let at = 0; at < sampled; at++) {
    hash = mix(hash, text.charCodeAt(at));
    hash = mix(hash, text.charCodeAt(text.length - 1 - at));
    hash = mix(hash, text.charCodeAt(Math.floor((at * text.length) / sampled)));
  }
  return finish(hash) | 0;
}

const sampled = 64;

/** The hash of some bytes. */
export function hashBytes(seed: number, bytes: Uint8Array, from: number, to: number): number {
  let hash = seed;
  for (let at = from; at < to; at++) hash = mix(hash, bytes[at] ?? 0);
  return finish(hash) | 0;
}

/** Whether a text is kept as bytes: it is not long and has no character beyond ASCII. */
export function isShortAscii(text: string): boolean {
  if (text.length > maxShortText) return false;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/** Whether bytes have none beyond ASCII. */
export function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) > 0x7f) return false;
  return true;
}
