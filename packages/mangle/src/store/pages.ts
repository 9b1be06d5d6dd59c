const pageBits = 9;
const pageSize = 1 << pageBits;

/** Things by number, few or many of a long range; takes room only near the numbers that are used. */
export class Pages<T> {
  readonly #pages: ((T | undefined)[] | undefined)[] = [];

  get(at: number): T | undefined {
    return this.#pages[at >> pageBits]?.[at & (pageSize - 1)];
  }

  set(at: number, thing: T): void {
    const page = at >> pageBits;
    while (this.#pages.length <= page) this.#pages.push(undefined);
    const things = (this.#pages[page] ??= new Array<T | undefined>(pageSize).fill(undefined));
    things[at & (pageSize - 1)] = thing;
  }
}
