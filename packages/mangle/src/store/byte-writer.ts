/** Writes numbers and bytes one after the other into an array that grows. What it writes, `ByteReader` reads. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#size++] = value;
  }

  /** A whole number from 0 to 2^53 - 1, seven bits at a time: small ones take one byte. */
  uint(value: number): void {
    this.#reserve(maxUintBytes);
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes[this.#size++] = (rest % 0x80) | 0x80;
    this.#bytes[this.#size++] = rest;
  }

  /** An int32; those near 0 take one byte. */
  int(value: number): void {
    this.uint(((value << 1) ^ (value >> 31)) >>> 0);
  }

  /** 32 bits, the lowest first. */
  word(value: number): void {
    this.#reserve(4);
    this.#put(value, 4);
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  /** As many int32 as there are, as distances from the least one, in as few bytes each as the greatest needs. */
  column(values: Int32Array): void {
    const [least, greatest] = boundsOf(values);
    const width = widthFor(greatest - least);
    this.byte(width);
    this.word(least);
    this.#reserve(width * values.length);
    for (let at = 0; at < values.length; at++) this.#put((values[at] ?? 0) - least, width);
  }

  /** Writes 32 bits over four bytes that were written before. */
  replaceWord(at: number, value: number): void {
    for (let byte = 0; byte < 4; byte++) this.#bytes[at + byte] = value >>> (8 * byte);
  }

  /** What was written so far; a view that the next write may leave behind. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  /** The lowest bytes of a number. INVARIANT: there is room for them. */
  #put(value: number, width: number): void {
    for (let byte = 0; byte < width; byte++) this.#bytes[this.#size++] = value >>> (8 * byte);
  }

  #reserve(count: number): void {
    const needed = this.#size + count;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** 53 bits, seven at a time. */
const maxUintBytes = 8;

function boundsOf(values: Int32Array): [least: number, greatest: number] {
  let least = values[0] ?? 0;
  let greatest = least;
  for (let at = 1; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}

/** How many bytes hold every number up to this one. */
function widthFor(greatest: number): number {
  if (greatest === 0) return 0;
  if (greatest < 2 ** 8) return 1;
  if (greatest < 2 ** 16) return 2;
  return greatest < 2 ** 24 ? 3 : 4;
}
