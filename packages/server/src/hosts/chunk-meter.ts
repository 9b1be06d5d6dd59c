/** A body may have so many chunks of any size, and one more for so many bytes. */
const freeChunks = 16_384;
const bytesAChunk = 64;

/**
 * Tells bodies from floods of tiny chunks. Taking a chunk costs microseconds however small it is, so that a body in chunks
 * of one byte takes a hundred times the time of another. Clients that write each token of their JSON by itself pass.
 */
export class ChunkMeter {
  #size = 0;
  #count = 0;

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  get isFlood(): boolean {
    return this.#count > freeChunks + this.#size / bytesAChunk;
  }

  add(chunk: Uint8Array): void {
    this.#size += chunk.length;
    this.#count += 1;
  }
}
