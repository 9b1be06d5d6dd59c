import { byteLength, decodeUtf8, decodeUtf8InSlices } from './decode-utf8.js';
import type { Json } from './json.js';
import { JsonError } from './json-error.js';
import { TextScanner } from './text-scanner.js';

export interface ParseOptions {
  /** How deep lists and objects may be nested; 128 by default, at most `maxJsonDepth`. */
  readonly maxDepth?: number;
  /** How many values there may be, lists and objects and what is in them; any number by default. */
  readonly maxValues?: number;
  /** Is told how many there were, when all are read. */
  readonly onCount?: (values: number) => void;
}

/** No option goes deeper, so that code which walks a parsed value may recurse. */
export const maxJsonDepth = 1000;

/**
 * Reads strict JSON (RFC 8259): UTF-8 without a byte order mark, no duplicate keys, no halves of surrogate pairs, not
 * nested too deep. Throws a `JsonError`. Takes time linear in the input, whatever it is.
 */
export function parseJson(input: Uint8Array | string, options: ParseOptions = {}): Json {
  const text = typeof input === 'string' ? wellFormed(input) : decodeUtf8(input);
  try {
    const parser = new Parser(text, options);
    parser.advance(Infinity);
    return parser.result();
  } catch (error) {
    throw typeof input === 'string' ? error : inBytes(error, text);
  }
}

/** How much is decoded, and how much is read, from one pause to the next. */
const decodedPerSlice = 1024 * 1024;
const readPerSlice = 16 * 1024;

/**
 * The same for bytes, with pauses: a caller that has other things to do goes on whenever it likes. From one pause to the
 * next a few milliseconds pass, more only for a single text or number of megabytes.
 */
export function* parseJsonInSlices(bytes: Uint8Array, options: ParseOptions = {}): Generator<void, Json> {
  const text = yield* decodeUtf8InSlices(bytes, decodedPerSlice);
  try {
    const parser = new Parser(text, options);
    for (let end = readPerSlice; !parser.advance(end); end += readPerSlice) yield;
    return parser.result();
  } catch (error) {
    throw inBytes(error, text);
  }
}

/** Offsets of bytes that were decoded are offsets of bytes. */
function inBytes(error: unknown, text: string): unknown {
  if (!(error instanceof JsonError)) return error;
  return new JsonError(error.reason, byteLength(text, error.offset), error.message);
}

/** Strings of JavaScript can hold what UTF-8 cannot. */
function wellFormed(text: string): string {
  if (text.startsWith('\ufeff')) throw new JsonError('byte_order_mark', 0);
  const offset = text.search(/\p{Surrogate}/u);
  if (offset !== -1) throw new JsonError('lone_surrogate', offset);
  return text;
}

/**
 * An object in which a key such as `__proto__` or `constructor` is one like the others. `Object.create(null)` would do
 * the same, but is made as a hash table, which takes several times the time and the memory.
 */
const Bare = function () {} as unknown as new () => Record<string, Json>;
Bare.prototype = Object.freeze(Object.create(null) as object);

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

type Members = Record<string, Json>;

/** One pass over a well-formed text, which may be made in pieces: what is open is on a stack of its own. */
class Parser {
  private readonly scanner: TextScanner;
  private readonly maxDepth: number;
  private readonly maxValues: number;
  private readonly onCount: ((values: number) => void) | undefined;
  /** Lists and objects that are not at their end, the innermost last. */
  private readonly open: (Json[] | Members)[] = [];
  /** Of each of them the key whose value is being read; empty for a list. */
  private readonly keys: string[] = [];
  private values = 0;
  private root: Json | undefined;

  constructor(text: string, { maxDepth = 128, maxValues = Infinity, onCount }: ParseOptions) {
    this.scanner = new TextScanner(text);
    this.maxDepth = Math.min(maxDepth, maxJsonDepth);
    this.maxValues = maxValues;
    this.onCount = onCount;
    this.scanner.passSpace();
  }

  /** Reads on to the first value that begins at `end` or later; true if there is none. */
  advance(end: number): boolean {
    while (this.root === undefined && this.scanner.position < end) this.value();
    return this.root !== undefined;
  }

  result(): Json {
    if (this.root === undefined) throw new Error('the text is not read to its end');
    return this.root;
  }

  /**
   * Reads a value that holds no others, or the beginning of one. INVARIANT: stands at its first character, not at space, both
   * before and after.
   */
  private value(): void {
    const { scanner } = this;
    const unit = scanner.unit();
    this.values += 1;
    if (this.values > this.maxValues)
      throw scanner.fault('too_many_values', `expected at most ${this.maxValues} values`);
    if (unit === quote) this.put(scanner.string());
    else if (unit === openObject) this.enter(new Bare(), closeObject);
    else if (unit === openList) this.enter([], closeList);
    else this.put(scanner.numberOrWord());
  }

  /** Passes over the opening bracket, and the key of the first member. */
  private enter(container: Json[] | Members, close: number): void {
    const { scanner, open, maxDepth } = this;
    if (open.length >= maxDepth) {
      throw scanner.fault('too_deep', `lists and objects are nested more than ${maxDepth} deep`);
    }
    scanner.position += 1;
    scanner.passSpace();
    if (scanner.take(close)) return this.put(container);
    open.push(container);
    this.keys.push(Array.isArray(container) ? '' : this.key(container));
  }

  /** Puts a whole value where it belongs, and passes over all brackets that close after it, to where the next one begins. */
  private put(whole: Json): void {
    const { scanner, open, keys } = this;
    for (let value = whole; ;) {
      const container = open.at(-1);
      scanner.passSpace();
      if (container === undefined) return this.end(value);
      if (Array.isArray(container) ? this.putItem(container, value) : this.putMember(container, value)) return;
      open.pop();
      keys.pop();
      value = container;
    }
  }

  /** True if another item follows, false if that was the last one. */
  private putItem(items: Json[], value: Json): boolean {
    const { scanner } = this;
    items.push(value);
    if (scanner.take(closeList)) return false;
    if (!scanner.take(comma)) throw scanner.unexpected('`,` or `]`');
    scanner.passSpace();
    return true;
  }

  /** The same; the key of the one that follows is passed over. */
  private putMember(members: Members, value: Json): boolean {
    const { scanner, keys } = this;
    const last = keys.length - 1;
    members[keys[last] ?? ''] = value;
    if (scanner.take(closeObject)) return false;
    if (!scanner.take(comma)) throw scanner.unexpected('`,` or `}`');
    scanner.passSpace();
    keys[last] = this.key(members);
    return true;
  }

  /** Passes over the key of a member and the colon. */
  private key(members: Members): string {
    const { scanner } = this;
    const start = scanner.position;
    if (scanner.unit() !== quote) throw scanner.unexpected('a key in quotes');
    const key = scanner.string();
    if (key in members) throw new JsonError('duplicate_key', start);
    scanner.passSpace();
    if (!scanner.take(colon)) throw scanner.unexpected('`:`');
    scanner.passSpace();
    return key;
  }

  private end(value: Json): void {
    if (!this.scanner.isAtEnd()) throw this.scanner.fault('trailing_text');
    this.root = value;
    this.onCount?.(this.values);
  }
}
