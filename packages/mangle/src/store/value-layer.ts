import { isShortAscii } from './content-hash.js';

/**
 * The entries of one table of values, without any Value object: short ASCII texts and bytes lie in one array of
 * bytes, everything else but other texts in one array of words (the two halves of a 64-bit number, or the ids of the parts).
 * One open-addressing table finds an entry of any kind by its hash. Entries are numbered from 0 in order of appearance.
 */
export class ValueLayer {
  #size = 0;
  /** A bit for each kind that there is an entry of. */
  #kinds = 0;
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
    const mask = slots.length - 1;
    for (let at = 0; at < count; at++) fetched[at & fetchMask] = slots[(hashes[at] ?? 0) & mask] ?? 0;
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

  /** Whether there is any entry of a kind. */
  hasKind(kind: number): boolean {
    return (this.#kinds & (1 << kind)) !== 0;
  }

  /*
   * The entry with some content, or the complement of the slot where it belongs. Each is one loop over local variables:
   * what is made of small methods, the host compiles once for each of them and again for all that call them.
   */

  /** The entry of this kind with these words, or the complement of its slot. */
  findWords(kind: number, hash: number, words: Int32Array, from: number, to: number): number {
    const slots = this.#slots;
    const entries = this.#entries;
    const own = this.#words;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = (slots[slot] ?? 0) - 1;
      if (entry === -1) return ~slot;
      const at = stride * entry;
      if (entries[at + hashAt] !== hash || entries[at + kindAt] !== kind || entries[at + lengthAt] !== to - from)
        continue;
      const shift = (entries[at + startAt] ?? 0) - from;
      let place = from;
      while (place < to && own[place + shift] === words[place]) place++;
      if (place === to) return entry;
    }
  }

  /** The entry of this kind with these bytes, or the complement of its slot. */
  findBytes(kind: number, hash: number, bytes: Uint8Array, from: number, to: number): number {
    const slots = this.#slots;
    const entries = this.#entries;
    const own = this.#bytes;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = (slots[slot] ?? 0) - 1;
      if (entry === -1) return ~slot;
      const at = stride * entry;
      if (entries[at + hashAt] !== hash || entries[at + kindAt] !== kind || entries[at + lengthAt] !== to - from)
        continue;
      const shift = (entries[at + startAt] ?? 0) - from;
      let place = from;
      while (place < to && own[place + shift] === bytes[place]) place++;
      if (place === to) return entry;
    }
  }

  /** The entry of this kind with this text, or the complement of its slot. */
  findText(kind: number, hash: number, text: string): number {
    const slots = this.#slots;
    const entries = this.#entries;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = (slots[slot] ?? 0) - 1;
      if (entry === -1) return ~slot;
      const at = stride * entry;
      if (entries[at + hashAt] === hash && entries[at + kindAt] === kind && this.#hasText(entry, text)) return entry;
    }
  }

  /** Appends an entry of words, in the slot where it belongs. */
  addWords(slot: number, kind: number, hash: number, words: Int32Array, from: number, to: number): number {
    const start = this.#wordCount;
    this.#wordCount = start + to - from;
    if (this.#wordCount > this.#words.length) this.#words = grown(this.#words, this.#wordCount);
    const target = this.#words;
    for (let at = from; at < to; at++) target[start + at - from] = words[at] ?? 0;
    return this.#add(slot, kind, hash, start, to - from);
  }

  /** Notes how deep the compound entry that is added next nests and how large it is. */
  addHeader(depth: number, weight: number): void {
    const start = this.#wordCount;
    this.#wordCount = start + 2;
    if (this.#wordCount > this.#words.length) this.#words = grown(this.#words, this.#wordCount);
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

  /** Appends an entry of bytes, an ASCII text or bytes, in the slot where it belongs. */
  addBytes(slot: number, kind: number, hash: number, bytes: Uint8Array, from: number, to: number): number {
    const start = this.#reserveBytes(to - from);
    const target = this.#bytes;
    for (let at = from; at < to; at++) target[start + at - from] = bytes[at] ?? 0;
    return this.#add(slot, kind, hash, start, to - from);
  }

  addText(slot: number, kind: number, hash: number, text: string): number {
    if (!isShortAscii(text)) {
      this.#texts.push(text);
      return this.#add(slot, kind, hash, this.#texts.length - 1, ~text.length);
    }
    const start = this.#reserveBytes(text.length);
    const target = this.#bytes;
    for (let at = 0; at < text.length; at++) target[start + at] = text.charCodeAt(at);
    return this.#add(slot, kind, hash, start, text.length);
  }

  #reserveBytes(count: number): number {
    const start = this.#byteCount;
    this.#byteCount += count;
    if (this.#byteCount > this.#bytes.length) this.#bytes = grown(this.#bytes, this.#byteCount);
    return start;
  }

  #add(slot: number, kind: number, hash: number, start: number, length: number): number {
    const entry = this.#size;
    const at = stride * entry;
    if (at === this.#entries.length) this.#entries = grown(this.#entries, at + stride);
    const entries = this.#entries;
    entries[at + hashAt] = hash;
    entries[at + kindAt] = kind;
    entries[at + startAt] = start;
    entries[at + lengthAt] = length;
    this.#kinds |= 1 << kind;
    this.#slots[slot] = ++this.#size;
    if (this.#size * 8 > this.#slots.length * 5) this.#rehash();
    return entry;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const entries = this.#entries;
    const mask = slots.length - 1;
    const size = this.#size;
    for (let entry = 0; entry < size; entry++) {
      let slot = (entries[stride * entry + hashAt] ?? 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry + 1;
    }
    this.#slots = slots;
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
