/** What the first part of a text takes at least; most messages fit, and those that do not have few steps to go. */
const minCapacity = 1024;

/**
 * Bytes that come in parts, put together while they come. Each part is copied: a part of one byte costs one byte, where a
 * list of parts would cost hundreds for each, and keep whatever larger block a part was cut from.
 */
export class ByteCollector {
  readonly #maxBytes: number;
  #buffer = new Uint8Array(0);
  #size = 0;

  /** Room is made for at most `maxBytes`; whoever adds must not add more. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#size;
  }

  /** The memory that is taken: `size` and the room for what may follow, twice the size at most. */
  get capacity(): number {
    return this.#buffer.length;
  }

  add(part: Uint8Array): void {
    const size = this.#size + part.length;
    if (size > this.#maxBytes) throw new RangeError(`expected at most ${this.#maxBytes} bytes, got ${size}`);
    if (size > this.#buffer.length) this.#grow(size);
    this.#buffer.set(part, this.#size);
    this.#size = size;
  }

  /** All bytes so far, which belong to the caller from now on; the next part begins anew. */
  take(): Uint8Array {
    const bytes = this.#buffer.subarray(0, this.#size);
    this.clear();
    return bytes;
  }

  clear(): void {
    this.#buffer = new Uint8Array(0);
    this.#size = 0;
  }

  /** Doubles, so that bytes are moved twice on average, however small the parts. */
  #grow(size: number): void {
    const capacity = Math.min(Math.max(size, minCapacity, this.#buffer.length * 2), this.#maxBytes);
    const larger = new Uint8Array(capacity);
    larger.set(this.#buffer.subarray(0, this.#size));
    this.#buffer = larger;
  }
}
