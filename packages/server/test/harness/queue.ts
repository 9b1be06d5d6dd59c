/** How long a test waits before it says what it waited for. */
const patienceMs = 30_000;

/** Things that come one after the other, for one reader. */
export class Queue<T> {
  readonly #what: string;
  readonly #ready: T[] = [];
  readonly #readers: { readonly give: (item: T) => void; readonly fail: (error: Error) => void }[] = [];
  #isEnded = false;

  constructor(what: string) {
    this.#what = what;
  }

  put(item: T): void {
    const reader = this.#readers.shift();
    if (reader === undefined) this.#ready.push(item);
    else reader.give(item);
  }

  /** Nothing comes any more. */
  end(): void {
    this.#isEnded = true;
    for (const { fail } of this.#readers.splice(0))
      fail(new Error(`the connection ended before the next ${this.#what}`));
  }

  next(): Promise<T> {
    const item = this.#ready.shift();
    if (item !== undefined) return Promise.resolve(item);
    if (this.#isEnded) return Promise.reject(new Error(`there is no further ${this.#what}`));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${this.#what} came`)), patienceMs);
      const settled = <V>(settle: (value: V) => void) => {
        return (value: V): void => {
          clearTimeout(timer);
          settle(value);
        };
      };
      this.#readers.push({ give: settled(resolve), fail: settled(reject) });
    });
  }
}
