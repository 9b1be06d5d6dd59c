import { isShortAscii } from './content-hash.js';

/**
 * The entries of one table of values, without any Value object: short ASCII texts and bytes lie in one array of
 * bytes, everything else but other texts in one array of words (the two halves of a 64-bit number, or the ids of the parts).
 * One open-addressing table finds an entry of any kind by its hash. Entries are numbered from 0 in order of appearance.
 */
export class ValueLayer {
  #size = 0;
  /** Four numbers for each entry, side by side so that a lookup touches one place in memory. */
  #entries = new Int32Array(stride * firstCapacity);
  #words = new Int32Array(firstCapacity);
  #wordCount = 0;
  #bytes = new Uint8Array(firstCapacity);
  #byteCount = 0;
  readonly #texts: string[] = [];
  /** An entry plus one; 0 is free. */
  #slots = new Int32Array(4 * firstCapacity);

  get size(): number {
    return this.#size;
  }

  /** Makes room for so many more entries and bytes. Memory that is not written to costs nothing. */
  reserve(count: number, byteCount: number): void {
    const entries = stride * (this.#size + count);
    if (entries > this.#entries.length) this.#entries = grown(this.#entries, entries);
    const bytes = this.#byteCount + byteCount;
    if (bytes > this.#bytes.length) this.#bytes = grown(this.#bytes, bytes);
  }

  kind(entry: number): number {
    return this.#entries[stride * entry + kindAt] ?? 0;
  }

  /** The number of words, of bytes, or of the UTF-16 code units of a text. */
  length(entry: number): number {
    const length = this.#entries[stride * entry + lengthAt] ?? 0;
    return length < 0 ? ~length : length;
  }

  /** Where the words or bytes of an entry begin. */
  start(entry: number): number {
    return this.#entries[stride * entry + startAt] ?? 0;
  }

  /** All words; they are replaced as they grow, so fetch them anew for each use. */
  get words(): Int32Array {
    return this.#words;
  }

  /** All bytes; they are replaced as they grow, so fetch them anew for each use. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** The text of an entry that does not lie in `bytes`, because it is long or not ASCII. */
  wideText(entry: number): string | undefined {
    return (this.#entries[stride * entry + lengthAt] ?? 0) < 0
      ? this.#texts[this.#entries[stride * entry + startAt] ?? 0]
      : undefined;
  }

  /** Whether a text begins with an ASCII text. */
  startsWith(entry: number, beginning: string): boolean {
    const wide = this.wideText(entry);
    if (wide !== undefined) return wide.startsWith(beginning);
    if (this.length(entry) < beginning.length) return false;
    const start = this.start(entry);
    for (let at = 0; at < beginning.length; at++) {
      if (this.#bytes[start + at] !== beginning.charCodeAt(at)) return false;
    }
    return true;
  }

  /** Brings what lookups of these hashes will read into the cache. */
  fetch(hashes: Int32Array, count: number): void {
    if (this.#size < worthFetching) return;
    const slots = this.#slots;
    const entries = this.#entries;
    const bytes = this.#bytes;
    for (let at = 0; at < count; at++) fetched[at & fetchMask] = slots[this.#home(hashes[at] ?? 0)] ?? 0;
    for (let at = 0; at < count; at++) {
      const entry = (fetched[at & fetchMask] ?? 0) - 1;
      fetched[at & fetchMask] = entry === -1 ? 0 : (entries[stride * entry + startAt] ?? 0);
    }
    for (let at = 0; at < count; at++) fetched[at & fetchMask] = bytes[fetched[at & fetchMask] ?? 0] ?? 0;
  }

  /** Copies a text that lies in `bytes` to `target`; tells where it ends there, or -1 if it does not fit or lie there. */
  copyText(entry: number, target: Uint8Array, at: number): number {
    const length = this.#entries[stride * entry + lengthAt] ?? 0;
    const end = at + length;
    if (length < 0 || end > target.length) return -1;
    const source = this.#bytes;
    const start = this.start(entry);
    for (let place = 0; place < length; place++) target[at + place] = source[start + place] ?? 0;
    return end;
  }

  /** The entry of this kind with these words, or -1. */
  findWords(kind: number, hash: number, words: Int32Array, from: number, to: number): number {
    for (let slot = this.#home(hash); ; slot = this.#after(slot)) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry === -1) return -1;
      if (this.#isCandidate(entry, kind, hash) && this.#hasWords(entry, words, from, to)) return entry;
    }
  }

  /** The entry of this kind with these bytes, or -1. */
  findBytes(kind: number, hash: number, bytes: Uint8Array, from: number, to: number): number {
    for (let slot = this.#home(hash); ; slot = this.#after(slot)) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry === -1) return -1;
      if (this.#isCandidate(entry, kind, hash) && this.#hasBytes(entry, bytes, from, to)) return entry;
    }
  }

  /** The entry of this kind with this text, or -1. */
  findText(kind: number, hash: number, text: string): number {
    for (let slot = this.#home(hash); ; slot = this.#after(slot)) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry === -1) return -1;
      if (this.#isCandidate(entry, kind, hash) && this.#hasText(entry, text)) return entry;
    }
  }

  /** Appends an entry of words. */
  addWords(kind: number, hash: number, words: Int32Array, from: number, to: number): number {
    const start = this.#reserveWords(to - from);
    const target = this.#words;
    for (let at = from; at < to; at++) target[start + at - from] = words[at] ?? 0;
    return this.#add(kind, hash, start, to - from);
  }

  /** Notes how deep the compound entry that is added next nests and how large it is. */
  addHeader(depth: number, weight: number): void {
    const start = this.#reserveWords(2);
    this.#words[start] = depth;
    this.#words[start + 1] = weight;
  }

  /** How deep a compound entry nests. */
  depth(entry: number): number {
    return this.#words[this.start(entry) - 2] ?? 0;
  }

  /** How large a compound entry is, its parts included. */
  weight(entry: number): number {
    return this.#words[this.start(entry) - 1] ?? 0;
  }

  /** Appends an entry of bytes: an ASCII text or bytes. */
  addBytes(kind: number, hash: number, bytes: Uint8Array, from: number, to: number): number {
    const start = this.#reserveBytes(to - from);
    const target = this.#bytes;
    for (let at = from; at < to; at++) target[start + at - from] = bytes[at] ?? 0;
    return this.#add(kind, hash, start, to - from);
  }

  addText(kind: number, hash: number, text: string): number {
    if (!isShortAscii(text)) {
      this.#texts.push(text);
      return this.#add(kind, hash, this.#texts.length - 1, ~text.length);
    }
    const start = this.#reserveBytes(text.length);
    const target = this.#bytes;
    for (let at = 0; at < text.length; at++) target[start + at] = text.charCodeAt(at);
    return this.#add(kind, hash, start, text.length);
  }

  #reserveWords(count: number): number {
    const start = this.#wordCount;
    this.#wordCount += count;
    if (this.#wordCount > this.#words.length) this.#words = grown(this.#words, this.#wordCount);
    return start;
  }

  #reserveBytes(count: number): number {
    const start = this.#byteCount;
    this.#byteCount += count;
    if (this.#byteCount > this.#bytes.length) this.#bytes = grown(this.#bytes, this.#byteCount);
    return start;
  }

  #add(kind: number, hash: number, start: number, length: number): number {
    const entry = this.#size;
    const at = stride * entry;
    if (at === this.#entries.length) this.#entries = grown(this.#entries, at + stride);
    this.#entries[at + hashAt] = hash;
    this.#entries[at + kindAt] = kind;
    this.#entries[at + startAt] = start;
    this.#entries[at + lengthAt] = length;
    this.#size++;
    if (this.#size * 8 > this.#slots.length * 5) this.#rehash();
    else this.#enter(entry, hash);
    return entry;
  }

  #enter(entry: number, hash: number): void {
    let slot = this.#home(hash);
    while (this.#slots[slot] !== 0) slot = this.#after(slot);
    this.#slots[slot] = entry + 1;
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let entry = 0; entry < this.#size; entry++) this.#enter(entry, this.#entries[stride * entry + hashAt] ?? 0);
  }

  #home(hash: number): number {
    return hash & (this.#slots.length - 1);
  }

  #after(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }

  #isCandidate(entry: number, kind: number, hash: number): boolean {
    const at = stride * entry;
    return this.#entries[at + hashAt] === hash && this.#entries[at + kindAt] === kind;
  }

  #hasWords(entry: number, words: Int32Array, from: number, to: number): boolean {
    if (this.#entries[stride * entry + lengthAt] !== to - from) return false;
    const own = this.#words;
    let at = this.start(entry);
    for (let other = from; other < to; other++) if (own[at++] !== words[other]) return false;
    return true;
  }

  #hasBytes(entry: number, bytes: Uint8Array, from: number, to: number): boolean {
    if (this.#entries[stride * entry + lengthAt] !== to - from) return false;
    const own = this.#bytes;
    let at = this.start(entry);
    for (let other = from; other < to; other++) if (own[at++] !== bytes[other]) return false;
    return true;
  }

  #hasText(entry: number, text: string): boolean {
    const wide = this.wideText(entry);
    if (wide !== undefined) return wide === text;
    if (this.length(entry) !== text.length) return false;
    const own = this.#bytes;
    const start = this.start(entry);
    for (let at = 0; at < text.length; at++) if (own[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }
}

/** Layers of requests are many and small. */
const firstCapacity = 16;

/** A table with fewer entries is in the cache anyway. */
const worthFetching = 10_000;
/** What was fetched; nobody looks at it. */
const fetched = new Int32Array(1024);
const fetchMask = fetched.length - 1;

const stride = 4;
const hashAt = 0;
const kindAt = 1;
/** Where the words or bytes begin; the number of a text that is kept as a string. */
const startAt = 2;
/** The number of words, bytes or ASCII characters; of a text kept as a string the complement of its length. */
const lengthAt = 3;

/** A copy with room for `count` elements and as many again as there were. */
function grown<T extends Int32Array | Uint8Array>(array: T, count: number): T {
  const capacity = Math.max(array.length * 2, count);
  if (count >= 2 ** 31) throw new RangeError('the values of an evaluation take more than two gigabytes');
  const larger = array instanceof Int32Array ? new Int32Array(capacity) : new Uint8Array(capacity);
  larger.set(array);
  return larger as T;
}
