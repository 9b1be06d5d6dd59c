/** Where a predicate on ids writes the values of its `-` arguments, one solution after the other. */
export class IdSolutions {
  #ids = new Int32Array(4);

  /** What was written last; longer than it need be. */
  get ids(): Int32Array {
    return this.#ids;
  }

  /** An array with room for so many ids; what was there before is lost. */
  reserve(count: number): Int32Array {
    if (count > this.#ids.length) this.#ids = new Int32Array(Math.max(count, 2 * this.#ids.length));
    return this.#ids;
  }
}
