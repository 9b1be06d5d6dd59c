import { finish, mix } from './hash.js';

/**
 * A hash of 64 bits, as two words, over bytes or texts that are taken in one after the other. Each step is one to one in
 * what it takes, so inputs of one length that differ within four bytes never have the same hash.
 */
export class Checksum {
  #first = 0x2545f491;
  #second = 0x6c8e9cf5;

  word(value: number): void {
    this.#first = mix(this.#first, value);
    this.#second = mix(this.#second + 0x5bd1e995, value ^ 0x3c6ef372);
  }

  text(text: string): void {
    this.word(text.length);
    for (let at = 0; at < text.length; at++) this.word(text.charCodeAt(at));
  }

  bytes(bytes: Uint8Array): void {
    this.word(bytes.length);
    const whole = bytes.length - (bytes.length % 4);
    for (let at = 0; at < whole; at += 4) this.word(wordAt(bytes, at));
    for (let at = whole; at < bytes.length; at++) this.word(bytes[at] ?? 0);
  }

  column(values: Int32Array, count: number): void {
    for (let at = 0; at < count; at++) this.word(values[at] ?? 0);
  }

  get words(): readonly [number, number] {
    return [finish(this.#first) | 0, finish(this.#second) | 0];
  }
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}
