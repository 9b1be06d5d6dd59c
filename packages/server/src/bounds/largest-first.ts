/** Something that has a weight, and a place among others of its kind. */
export interface Weighed {
  weight: number;
  /** Kept by `LargestFirst`. */
  place: number;
  /** When the weight last changed, as a running number; kept by `LargestFirst`. */
  changed: number;
}

/**
 * Finds the heaviest of many whose weights change, in logarithmic time: a binary heap. Of equal ones it is the one whose
 * weight has not changed for longest.
 */
export class LargestFirst<T extends Weighed> {
  /** INVARIANT: none comes before the one at half its place, and `items[item.place] === item`. */
  readonly #items: T[] = [];
  #changes = 0;

  get size(): number {
    return this.#items.length;
  }

  get top(): T | undefined {
    return this.#items[0];
  }

  add(item: T): void {
    item.place = this.#items.push(item) - 1;
    this.update(item, item.weight);
  }

  update(item: T, weight: number): void {
    item.weight = weight;
    item.changed = this.#changes += 1;
    this.#settle(item);
  }

  remove(item: T): void {
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    last.place = item.place;
    this.#items[last.place] = last;
    this.#settle(last);
  }

  #settle(item: T): void {
    for (let above = this.#above(item); above !== undefined && comesBefore(item, above); above = this.#above(item)) {
      this.#swap(item, above);
    }
    for (let below = this.#below(item); below !== undefined && comesBefore(below, item); below = this.#below(item)) {
      this.#swap(item, below);
    }
  }

  #above({ place }: T): T | undefined {
    return place === 0 ? undefined : this.#items[(place - 1) >> 1];
  }

  /** The first of the two below. */
  #below({ place }: T): T | undefined {
    const [left, right] = [this.#items[2 * place + 1], this.#items[2 * place + 2]];
    return left !== undefined && right !== undefined && comesBefore(right, left) ? right : left;
  }

  #swap(one: T, other: T): void {
    [one.place, other.place] = [other.place, one.place];
    this.#items[one.place] = one;
    this.#items[other.place] = other;
  }
}

function comesBefore(one: Weighed, other: Weighed): boolean {
  return one.weight > other.weight || (one.weight === other.weight && one.changed < other.changed);
}
