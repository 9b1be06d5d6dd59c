import type { ValueIds } from '../builtins/define.js';
import { maxValueDepth, partSize, type ValueKind, valueKinds } from '../value/value.js';
import { fitsSmall, intOf, noValue, smallBias, smallOf } from '../value/value-id.js';
import { asciiText, utf8Text } from './ascii.js';
import { hashBytes, hashText, hashWords, isAscii, maxShortText } from './content-hash.js';
import { readFloat, readInt64, readSafe, writeFloat, writeInt64, writeSafe } from './int64.js';
import { Pages } from './pages.js';
import { ValueLayer } from './value-layer.js';
import { compareIds, sortEntries, sortIds } from './value-order.js';

/** Thrown when a value nests deeper than `maxValueDepth`; the evaluator turns it into a diagnostic. */
export class ValueTooDeep extends Error {
  override readonly name = 'ValueTooDeep';
}

/**
 * Gives every value an id (`value/value-id.ts`), equal ids for equal values. Small integers are ids themselves; all
 * other ids are dense and in order of first appearance. A table only grows.
 *
 * A table may stand on a parent: it sees all values of the parent, and its own ids begin at the parent's size. The
 * parent is frozen from then on, so that any number of tables can stand on it.
 */
export class IdTable implements ValueIds {
  readonly #parent: IdTable | undefined;
  /** The id of the first own entry. */
  readonly #base: number;
  readonly #layer = new ValueLayer();
  readonly #texts = new Pages<string>();
  #isFrozen = false;
  #isLookup = false;
  #stored = 0;
  #made = 0;
  /** What the values that rules make may take together; whoever makes values asks for it. */
  maxMade = Infinity;
  #largest: number;

  constructor(parent?: IdTable) {
    parent?.freeze();
    this.#parent = parent;
    this.#base = parent?.size ?? 0;
    this.#largest = parent?.largest ?? 0;
  }

  /** The id that the next value will get, unless it is a small integer. */
  get size(): number {
    return this.#base + this.#layer.size;
  }

  /** Makes room for about so many more values with so many bytes of text, so that they need not move as they come. */
  reserve(count: number, byteCount: number): void {
    this.#writable().reserve(count, byteCount);
  }

  /** From here on it is an error to add a value. */
  freeze(): void {
    this.#isFrozen = true;
  }

  /** What all own values take together, about their bytes; it grows exactly when a value is added. */
  get stored(): number {
    return this.#stored;
  }

  /** What the values that rules made take together; a part that several share counts once. */
  get made(): number {
    return this.#made;
  }

  /** Counts what was stored since `stored` was `before` as made. */
  countMade(before: number): void {
    this.#made += this.#stored - before;
  }

  /** The size of the largest value. */
  get largest(): number {
    return this.#largest;
  }

  /** The size of a value, its parts included; from 2^31 on it is not told exactly. */
  sizeOf(id: number): number {
    if (id < 0) return 0;
    const owner = this.#ownerOf(id);
    const entry = id - owner.#base;
    const kind = owner.#layer.kind(entry);
    if (kind >= firstCompound) return owner.#layer.weight(entry);
    return kind <= lastText ? owner.#layer.length(entry) : 0;
  }

  kindOf(id: number): ValueKind {
    if (id < 0) return 'number';
    const owner = this.#ownerOf(id);
    return valueKinds[owner.#layer.kind(id - owner.#base)] ?? 'number';
  }

  numberOf(id: number): number | undefined {
    if (id < 0) return intOf(id);
    const owner = this.#ownerOf(id);
    const entry = id - owner.#base;
    if (owner.#layer.kind(entry) !== codes.number) return undefined;
    return readSafe(owner.#layer.words, owner.#layer.start(entry));
  }

  bigOf(id: number): bigint {
    if (id < 0) return BigInt(intOf(id));
    const owner = this.#ownerOf(id);
    return readInt64(owner.#layer.words, owner.#layer.start(id - owner.#base));
  }

  floatOf(id: number): number {
    const owner = this.#ownerOf(id);
    return readFloat(owner.#layer.words, owner.#layer.start(id - owner.#base));
  }

  textOf(id: number): string {
    const owner = this.#ownerOf(id);
    const entry = id - owner.#base;
    const known = owner.#layer.wideText(entry) ?? owner.#texts.get(entry);
    if (known !== undefined) return known;
    const start = owner.#layer.start(entry);
    const text = asciiText(owner.#layer.bytes, start, start + owner.#layer.length(entry));
    owner.#texts.set(entry, text);
    return text;
  }

  /** Whether a text begins with an ASCII text. INVARIANT: the id of a name or a string. */
  startsWith(id: number, beginning: string): boolean {
    const owner = this.#ownerOf(id);
    return owner.#layer.startsWith(id - owner.#base, beginning);
  }

  /** A text that is kept as a string, because it is long or not ASCII; the bytes of other texts are `bytesOf`. */
  wideTextOf(id: number): string | undefined {
    const owner = this.#ownerOf(id);
    return owner.#layer.wideText(id - owner.#base);
  }

  bytesOf(id: number): Uint8Array {
    const owner = this.#ownerOf(id);
    const entry = id - owner.#base;
    const start = owner.#layer.start(entry);
    return owner.#layer.bytes.subarray(start, start + owner.#layer.length(entry));
  }

  partCount(id: number): number {
    if (id < 0) return 0;
    const owner = this.#ownerOf(id);
    const entry = id - owner.#base;
    return owner.#layer.kind(entry) >= firstCompound ? owner.#layer.length(entry) : 0;
  }

  part(id: number, at: number): number {
    const owner = this.#ownerOf(id);
    return owner.#layer.words[owner.#layer.start(id - owner.#base) + at] ?? noValue;
  }

  copyParts(id: number, target: Int32Array, at: number): void {
    const owner = this.#ownerOf(id);
    const { words } = owner.#layer;
    const start = owner.#layer.start(id - owner.#base);
    const count = this.partCount(id);
    for (let part = 0; part < count; part++) target[at + part] = words[start + part] ?? noValue;
  }

  indexOfPart(id: number, part: number, step: 1 | 2): number {
    const owner = this.#ownerOf(id);
    const { words } = owner.#layer;
    const start = owner.#layer.start(id - owner.#base);
    const count = this.partCount(id);
    for (let at = 0; at < count; at += step) if (words[start + at] === part) return at;
    return -1;
  }

  compare(a: number, b: number): number {
    return compareIds(this, a, b);
  }

  compareInts(a: number, b: number): number {
    if (a < 0 && b < 0) return a - b;
    return this.#highOf(a) - this.#highOf(b) || this.#lowOf(a) - this.#lowOf(b);
  }

  sort(ids: Int32Array): void {
    sortIds(this, ids);
  }

  int(value: number | bigint): number {
    // Rounding does not bring a large number among the small ones.
    const small = Number(value);
    if (fitsSmall(small)) return smallOf(small);
    if (typeof value === 'number') writeSafe(value, scratch);
    else writeInt64(value, scratch);
    return this.#scalar(codes.number);
  }

  float(value: number): number {
    writeFloat(value, scratch);
    return this.#scalar(codes.float64);
  }

  time(nanos: bigint): number {
    writeInt64(nanos, scratch);
    return this.#scalar(codes.time);
  }

  duration(nanos: bigint): number {
    writeInt64(nanos, scratch);
    return this.#scalar(codes.duration);
  }

  text(kind: 'name' | 'string', text: string): number {
    const code = codes[kind];
    const hash = hashText(code, text);
    const found = this.#layer.findText(code, hash, text);
    if (found >= 0) return this.#base + found;
    const below = this.#parent === undefined ? noValue : this.#parent.#findText(code, hash, text);
    if (below !== noValue || this.#isLookup) return below;
    return this.#added(this.#writable().addText(~found, code, hash, text), text.length);
  }

  /** The id of the name or string whose UTF-8 bytes these are; no string is made if they are few and ASCII. */
  textBytes(kind: 'name' | 'string', bytes: Uint8Array, from: number, to: number): number {
    if (to - from > maxShortText || !isAscii(bytes, from, to)) return this.text(kind, utf8Text(bytes, from, to));
    return this.#content(codes[kind], bytes, from, to);
  }

  /**
   * The ids of many ASCII texts at once, into `ids`. `ranges` has three numbers for each: 0 for a name or 1 for a
   * string, where it starts in `bytes`, and where it ends. Much faster than one by one: the places in memory that are
   * looked at do not depend on each other, so they are fetched at the same time.
   */
  texts(bytes: Uint8Array, ranges: Int32Array, count: number, ids: Int32Array): void {
    const hashes = ids;
    for (let at = 0, range = 0; at < count; at++, range += 3) {
      const code = ranges[range] === 0 ? codes.name : codes.string;
      hashes[at] = hashBytes(code, bytes, ranges[range + 1] ?? 0, ranges[range + 2] ?? 0);
    }
    this.#layer.fetch(hashes, count);
    for (let at = 0, range = 0; at < count; at++, range += 3) {
      const code = ranges[range] === 0 ? codes.name : codes.string;
      ids[at] = this.#hashed(code, hashes[at] ?? 0, bytes, ranges[range + 1] ?? 0, ranges[range + 2] ?? 0);
    }
  }

  join(texts: Int32Array, count: number): number {
    let end = 0;
    for (let at = 0; at < count; at++) {
      const id = texts[at] ?? noValue;
      const owner = this.#ownerOf(id);
      end = owner.#layer.copyText(id - owner.#base, joined, end);
      if (end === -1) return noValue;
    }
    return this.#content(codes.string, joined, 0, end);
  }

  bytes(bytes: Uint8Array): number {
    return this.#content(codes.bytes, bytes, 0, bytes.length);
  }

  pair(first: number, second: number): number {
    scratch[0] = first;
    scratch[1] = second;
    return this.compound('pair', scratch, 0, 2);
  }

  list(parts: Int32Array, from = 0, to = parts.length): number {
    return this.compound('list', parts, from, to);
  }

  entries(kind: 'map' | 'struct', parts: Int32Array, from = 0, to = parts.length): number {
    sortEntries(this, parts, from, to);
    return this.compound(kind, parts, from, to);
  }

  /** A compound value of these parts. INVARIANT: a pair has two, and those of maps and structs are sorted entries. */
  compound(kind: CompoundKind, parts: Int32Array, from: number, to: number): number {
    const code = codes[kind];
    const hash = hashWords(code, parts, from, to);
    const found = this.#layer.findWords(code, hash, parts, from, to);
    if (found >= 0) return this.#base + found;
    const below = this.#parent === undefined ? noValue : this.#parent.#findWords(code, hash, parts, from, to);
    if (below !== noValue || this.#isLookup) return below;
    const layer = this.#writable();
    this.#addHeader(layer, parts, from, to);
    return this.#added(layer.addWords(~found, code, hash, parts, from, to), partSize * (to - from));
  }

  /** What `run` tells; inside it, whatever would add a value gives `noValue`. */
  protected lookUp(run: () => number): number {
    this.#isLookup = true;
    try {
      return run();
    } finally {
      this.#isLookup = false;
    }
  }

  /** The table in whose layer an id lies. INVARIANT: `id` is not negative. */
  #ownerOf(id: number): IdTable {
    if (id >= this.#base) return this;
    let owner = this.#parent ?? this;
    while (id < owner.#base && owner.#parent !== undefined) owner = owner.#parent;
    return owner;
  }

  /** The value of two words that `scratch` has. */
  #scalar(code: number): number {
    const hash = hashWords(code, scratch, 0, 2);
    const found = this.#layer.findWords(code, hash, scratch, 0, 2);
    if (found >= 0) return this.#base + found;
    const below = this.#parent === undefined ? noValue : this.#parent.#findWords(code, hash, scratch, 0, 2);
    if (below !== noValue || this.#isLookup) return below;
    return this.#added(this.#writable().addWords(~found, code, hash, scratch, 0, 2), 0);
  }

  /** Bytes or an ASCII text. */
  #content(code: number, bytes: Uint8Array, from: number, to: number): number {
    return this.#hashed(code, hashBytes(code, bytes, from, to), bytes, from, to);
  }

  #hashed(code: number, hash: number, bytes: Uint8Array, from: number, to: number): number {
    const found = this.#layer.findBytes(code, hash, bytes, from, to);
    if (found >= 0) return this.#base + found;
    const below = this.#parent === undefined ? noValue : this.#parent.#findBytes(code, hash, bytes, from, to);
    if (below !== noValue || this.#isLookup) return below;
    return this.#added(this.#writable().addBytes(~found, code, hash, bytes, from, to), to - from);
  }

  #addHeader(layer: ValueLayer, parts: Int32Array, from: number, to: number): void {
    let size = partSize * (to - from);
    let depth = to > from ? 1 : 0;
    for (let at = from; at < to; at++) {
      const part = parts[at] ?? noValue;
      if (part < 0) continue;
      size += this.sizeOf(part);
      depth = Math.max(depth, this.#depthOf(part));
    }
    if (depth >= maxValueDepth) throw new ValueTooDeep();
    layer.addHeader(depth + 1, Math.min(size, maxSize));
    if (size > this.#largest) this.#largest = size;
  }

  /** The id of the value of these words, or `noValue`. */
  #findWords(code: number, hash: number, words: Int32Array, from: number, to: number): number {
    const entry = this.#layer.hasKind(code) ? this.#layer.findWords(code, hash, words, from, to) : -1;
    if (entry >= 0) return this.#base + entry;
    return this.#parent === undefined ? noValue : this.#parent.#findWords(code, hash, words, from, to);
  }

  #findText(code: number, hash: number, text: string): number {
    const entry = this.#layer.hasKind(code) ? this.#layer.findText(code, hash, text) : -1;
    if (entry >= 0) return this.#base + entry;
    return this.#parent === undefined ? noValue : this.#parent.#findText(code, hash, text);
  }

  #findBytes(code: number, hash: number, bytes: Uint8Array, from: number, to: number): number {
    const entry = this.#layer.hasKind(code) ? this.#layer.findBytes(code, hash, bytes, from, to) : -1;
    if (entry >= 0) return this.#base + entry;
    return this.#parent === undefined ? noValue : this.#parent.#findBytes(code, hash, bytes, from, to);
  }

  /** The upper 32 bits of a number, a time or a duration. */
  #highOf(id: number): number {
    if (id < 0) return id < -smallBias ? -1 : 0;
    const owner = this.#ownerOf(id);
    return owner.#layer.words[owner.#layer.start(id - owner.#base) + 1] ?? 0;
  }

  /** The lower 32 bits, without sign. */
  #lowOf(id: number): number {
    if (id < 0) return intOf(id) >>> 0;
    const owner = this.#ownerOf(id);
    return (owner.#layer.words[owner.#layer.start(id - owner.#base)] ?? 0) >>> 0;
  }

  #depthOf(id: number): number {
    if (id < 0) return 1;
    const owner = this.#ownerOf(id);
    const entry = id - owner.#base;
    return owner.#layer.kind(entry) >= firstCompound ? owner.#layer.depth(entry) : 1;
  }

  #writable(): ValueLayer {
    if (this.#isFrozen) throw new Error('a frozen table takes no more values');
    return this.#layer;
  }

  /** Counts an entry that was just added and takes this much without its parts; tells its id. */
  #added(entry: number, ownSize: number): number {
    this.#stored += entrySize + ownSize;
    if (ownSize > this.#largest) this.#largest = ownSize;
    return this.#base + entry;
  }
}

/** The kinds of values that have parts. */
export type CompoundKind = 'pair' | 'list' | 'map' | 'struct';

const codes = Object.fromEntries(valueKinds.map((kind, code) => [kind, code])) as Record<ValueKind, number>;
/** Names, strings and bytes are the first kinds, compound ones the last. */
const lastText = codes.bytes;
const firstCompound = codes.pair;

/** What each value takes in the table besides its text and parts. */
const entrySize = 96;

/** Sizes are kept as int32; this one stands for all beyond it too. */
const maxSize = 2 ** 31 - 1;

/** The text that is being joined. */
const joined = new Uint8Array(maxShortText);

/** The two words of a value that is being looked up. */
const scratch = new Int32Array(2);
