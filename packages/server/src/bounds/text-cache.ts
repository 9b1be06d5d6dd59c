export interface TextCacheLimits {
  readonly maxEntries: number;
  /** Characters of all texts together. A text that would take a tenth of it alone is not remembered. */
  readonly maxChars: number;
}

/** What was found out about texts, for as many texts as there is room; those that were not asked for longest leave first. */
export class TextCache<T> {
  readonly #limits: TextCacheLimits;
  /** INVARIANT: in the order of the last use. */
  readonly #known = new Map<string, T>();
  #chars = 0;

  constructor(limits: TextCacheLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#known.size;
  }

  get chars(): number {
    return this.#chars;
  }

  /** What is known of the text; otherwise it is found out. */
  get(text: string, find: () => T): T {
    const { maxEntries, maxChars } = this.#limits;
    if (text.length > maxChars / 10) return find();
    const known = this.#known.get(text);
    const value = known ?? find();
    if (known === undefined) this.#chars += text.length;
    else this.#known.delete(text);
    this.#known.set(text, value);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxEntries && this.#chars <= maxChars) break;
      this.#known.delete(oldest);
      this.#chars -= oldest.length;
    }
    return value;
  }
}
