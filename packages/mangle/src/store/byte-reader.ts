/** Thrown when bytes are not what a writer wrote; says what was wrong with them. */
export class DamagedBytes extends Error {
  override readonly name = 'DamagedBytes';
}

/**
 * Reads what a `ByteWriter` wrote. Trusts nothing: whatever lies outside the bytes, or is no number where one should
 * be, is a `DamagedBytes`, and nothing is allocated that the bytes could not fill.
 */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, from = 0) {
    this.#bytes = bytes;
    this.#at = from;
  }

  /** How many bytes are left. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    this.#expect(1);
    return this.#bytes[this.#at++] ?? 0;
  }

  uint(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * unit;
      if (!Number.isSafeInteger(value)) throw new DamagedBytes('a number has more than 53 bits');
      if (byte < 0x80) return value;
      if (unit > Number.MAX_SAFE_INTEGER) throw new DamagedBytes('a number has no end');
    }
  }

  /** A number of things that take at least a byte each. */
  count(): number {
    const count = this.uint();
    if (count > this.left) throw new DamagedBytes(`${count} things are announced where ${this.left} bytes are left`);
    return count;
  }

  int(): number {
    const coded = this.uint();
    if (coded > 0xffff_ffff) throw new DamagedBytes('a number has more than 32 bits');
    return (coded >>> 1) ^ -(coded & 1);
  }

  word(): number {
    this.#expect(4);
    return this.#take(4) | 0;
  }

  /** A view of the next bytes. */
  bytes(count: number): Uint8Array {
    this.#expect(count);
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  /** `count` numbers. They may take no byte if all are the same, so the caller has to know that `count` is sane. */
  column(count: number): Int32Array {
    const width = this.byte();
    if (width > 4) throw new DamagedBytes(`a column of numbers with ${width} bytes`);
    const least = this.word();
    this.#expect(width * count);
    const values = new Int32Array(count);
    if (width === 0) return values.fill(least);
    for (let at = 0; at < count; at++) values[at] = least + this.#take(width);
    return values;
  }

  /** To be called at the end. */
  expectEnd(): void {
    if (this.left > 0) throw new DamagedBytes(`${this.left} bytes are too many`);
  }

  /** The next bytes as a number, the lowest first. INVARIANT: they are there. */
  #take(width: number): number {
    let value = 0;
    for (let byte = 0; byte < width; byte++) value |= (this.#bytes[this.#at++] ?? 0) << (8 * byte);
    return value;
  }

  #expect(count: number): void {
    if (count > this.left) throw new DamagedBytes(`${count} bytes are wanted where ${this.left} are left`);
  }
}
