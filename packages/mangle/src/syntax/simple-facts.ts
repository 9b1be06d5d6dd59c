import { Utf8Offsets } from '../text/utf8-offsets.js';
import { char, charClass, classes } from './characters.js';
import type { FactValues } from '../value/fact-batch.js';
import { FactColumns } from './fact-columns.js';
import { PendingTexts } from './pending-texts.js';
import { SimpleConstants } from './simple-constants.js';
import { keywords } from './tokens.js';

/** Longer predicate names are left to the parser. */
const maxNameLength = 1000;

/** Facts with more arguments are left to the parser. */
const maxArity = 64;

/**
 * Recognizes runs of simple facts in the bytes of a text: `p(/a, 1, "x").` with constants that `SimpleConstants` reads.
 * It works beside the parser, which asks it where a clause begins, and takes only what the parser would read as the
 * same fact without a diagnostic; everything else is refused.
 *
 * The first fact of each predicate and arity is refused too. The parser reads it, so that the unit has one clause that
 * stands for all facts of the batch wherever only the predicate matters.
 */
export class SimpleFacts {
  readonly #bytes: Uint8Array;
  readonly #constants: SimpleConstants;
  readonly #pending: PendingTexts;
  readonly #offsets: Utf8Offsets;
  /** By hash of the name. */
  readonly #names = new Map<number, Name[]>();
  #last: Name;
  readonly #row = new Int32Array(maxArity);
  /** How many bytes more than UTF-16 units the text before the present fact has. */
  #excess = 0;
  #refusedAt = -1;

  constructor(text: string, bytes: Uint8Array, values: FactValues, options: { readonly hasStructures: boolean }) {
    this.#bytes = bytes;
    this.#offsets = new Utf8Offsets(text, bytes.length);
    this.#pending = new PendingTexts(bytes, values);
    this.#constants = new SimpleConstants(bytes, values, this.#pending, options.hasStructures);
    this.#last = new Name(0, 0, true);
  }

  /**
   * Takes the simple facts that begin at an offset of the text, one after another, and tells the offset after them.
   * INVARIANT: a clause begins here, and not before an earlier one.
   */
  take(start: number): number {
    const first = this.#offsets.byteAt(start);
    if (first === this.#refusedAt) return start;
    this.#excess = first - start;
    const pending = this.#pending;
    let end = first;
    for (;;) {
      const next = this.#skipBlanks(end);
      pending.makeRoom(maxArity);
      const after = next < this.#bytes.length ? this.#readFact(next) : -1;
      if (after === -1) {
        pending.drop();
        this.#refusedAt = next;
        break;
      }
      end = after;
    }
    if (end === first) return start;
    pending.flush();
    this.#offsets.note(end - this.#excess, end);
    return end - this.#excess;
  }

  /** What was taken, by predicate in the order of first appearance. */
  *batches(): Generator<FactColumns> {
    const all = [...this.#names.values()].flat().sort((a, b) => a.start - b.start);
    for (const { batches } of all) for (const batch of batches.values()) if (batch.count > 0) yield batch;
  }

  /** Reads one fact and notes it; gives the offset after it, or -1. */
  #readFact(start: number): number {
    const open = this.#readName(start);
    const name = this.#last;
    if (open === -1 || name.isReserved) return -1;
    const constants = this.#constants;
    constants.excess = 0;
    const arity = this.#readArguments(open + 1);
    if (arity === 0) return -1;
    const end = this.#readPeriod(constants.end);
    if (end === -1) return -1;
    const batch = name.recent?.arity === arity ? name.recent : this.#findBatch(name, arity);
    if (batch === undefined) return -1;
    batch.add(this.#row, start - this.#excess);
    this.#pending.assign(batch);
    this.#excess += constants.excess;
    return end;
  }

  /** The batch of a predicate; makes one and gives none if this is its first fact. */
  #findBatch(name: Name, arity: number): FactColumns | undefined {
    const batch = name.batches.get(arity);
    name.recent = batch;
    if (batch === undefined) {
      name.batches.set(arity, new FactColumns(textOf(this.#bytes, name.start, name.end), arity));
    }
    return batch;
  }

  /** Makes the predicate name that begins here the last one; gives the offset of the parenthesis after it, or -1. */
  #readName(start: number): number {
    const bytes = this.#bytes;
    const known = this.#last;
    const length = known.end - known.start;
    let same = 0;
    while (same < length && bytes[known.start + same] === bytes[start + same]) same++;
    if (same === length && length > 0 && bytes[start + length] === leftParen) return start + length;
    return this.#findName(start);
  }

  #findName(start: number): number {
    const bytes = this.#bytes;
    if (((classes[bytes[start] ?? 0] ?? 0) & charClass.lower) === 0) return -1;
    let hash = 0;
    let end = start;
    for (; end < bytes.length; end++) {
      const byte = bytes[end] ?? 0;
      if (((classes[byte] ?? 0) & charClass.variable) === 0 && byte !== char.underscore) break;
      hash = (Math.imul(hash, 31) + byte) | 0;
    }
    if (bytes[end] !== leftParen || end - start > maxNameLength) return -1;
    const same = this.#names.get(hash) ?? [];
    const name = same.find((each) => equalBytes(bytes, each, start, end)) ?? newName(bytes, start, end);
    if (!same.includes(name)) this.#names.set(hash, [...same, name]);
    this.#last = name;
    return end;
  }

  /** Reads `constant, …)` into the row; gives the number of constants, or 0 if there is anything else. */
  #readArguments(start: number): number {
    const bytes = this.#bytes;
    const constants = this.#constants;
    const row = this.#row;
    let at = start;
    for (let count = 0; count < maxArity; at++) {
      constants.column = count;
      if (!constants.read(this.#skipBlanks(at))) return 0;
      row[count++] = constants.id;
      at = this.#skipBlanks(constants.end);
      const byte = bytes[at];
      if (byte === char.comma) continue;
      constants.end = at + 1;
      return byte === rightParen ? count : 0;
    }
    return 0;
  }

  /** A period before a digit or a capital letter is part of another token. */
  #readPeriod(start: number): number {
    const bytes = this.#bytes;
    const at = this.#skipBlanks(start);
    if (bytes[at] !== char.dot) return -1;
    const next = at + 1 < bytes.length ? (classes[bytes[at + 1] ?? 0] ?? 0) : 0;
    return (next & (charClass.digit | charClass.upper)) === 0 ? at + 1 : -1;
  }

  #skipBlanks(at: number): number {
    const bytes = this.#bytes;
    while (at < bytes.length && ((classes[bytes[at] ?? 0] ?? 0) & charClass.blank) !== 0) at++;
    return at;
  }
}

/** A predicate name where it stands first. */
class Name {
  readonly start: number;
  readonly end: number;
  readonly isReserved: boolean;
  /** By arity. */
  readonly batches = new Map<number, FactColumns>();
  recent: FactColumns | undefined;

  constructor(start: number, end: number, isReserved: boolean) {
    this.start = start;
    this.end = end;
    this.isReserved = isReserved;
  }
}

const leftParen = 40;
const rightParen = 41;

function newName(bytes: Uint8Array, start: number, end: number): Name {
  return new Name(start, end, keywords.has(textOf(bytes, start, end)));
}

function equalBytes(bytes: Uint8Array, known: Name, start: number, end: number): boolean {
  if (known.end - known.start !== end - start) return false;
  for (let at = start; at < end; at++) if (bytes[at] !== bytes[known.start + at - start]) return false;
  return true;
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
