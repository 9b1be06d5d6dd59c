/**
 * Turns offsets into a text (UTF-16 units) into offsets into its UTF-8 bytes, for one pass from front to back. Plain
 * ASCII costs nothing.
 */
export class Utf8Offsets {
  readonly #text: string;
  readonly #isAscii: boolean;
  #unit = 0;
  #byte = 0;

  constructor(text: string, byteLength: number) {
    this.#text = text;
    this.#isAscii = text.length === byteLength;
  }

  /** INVARIANT: not before an offset that was asked for or noted, and not inside a character. */
  byteAt(unit: number): number {
    if (this.#isAscii) return unit;
    while (this.#unit < unit) {
      const code = this.#text.codePointAt(this.#unit) ?? 0;
      this.#unit += code > 0xffff ? 2 : 1;
      this.#byte += byteCount(code);
    }
    return this.#byte;
  }

  /** Notes a pair of offsets that belong together. */
  note(unit: number, byte: number): void {
    this.#unit = unit;
    this.#byte = byte;
  }
}

/** Half of a surrogate pair is encoded as U+FFFD, which has as many bytes as it would have. */
function byteCount(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code > 0xffff ? 4 : 3;
}
