import { byteLength, decodeUtf8 } from './decode-utf8.js';
import type { Json, JsonObject } from './json.js';
import { JsonError } from './json-error.js';
import { TextScanner } from './text-scanner.js';

export interface ParseOptions {
  /** How deep lists and objects may be nested; 128 by default, at most `maxJsonDepth`. */
  readonly maxDepth?: number;
}

/** No option goes deeper, so that code which walks a parsed value may recurse. */
export const maxJsonDepth = 1000;

/**
 * Reads strict JSON (RFC 8259): UTF-8 without a byte order mark, no duplicate keys, no halves of surrogate pairs, not
 * nested too deep. Throws a `JsonError`. Takes time linear in the input, whatever it is.
 */
export function parseJson(input: Uint8Array | string, { maxDepth = 128 }: ParseOptions = {}): Json {
  const text = typeof input === 'string' ? wellFormed(input) : decodeUtf8(input);
  try {
    return new Parser(text, Math.min(maxDepth, maxJsonDepth)).parse();
  } catch (error) {
    if (!(error instanceof JsonError) || typeof input === 'string') throw error;
    throw new JsonError(error.reason, byteLength(text, error.offset), error.message);
  }
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

/** One pass over a well-formed text. */
class Parser {
  private readonly scanner: TextScanner;
  private readonly maxDepth: number;
  private depth = 0;

  constructor(text: string, maxDepth: number) {
    this.scanner = new TextScanner(text);
    this.maxDepth = maxDepth;
  }

  parse(): Json {
    this.scanner.passSpace();
    const value = this.value();
    this.scanner.passSpace();
    if (!this.scanner.isAtEnd()) throw this.scanner.fault('trailing_text');
    return value;
  }

  /** INVARIANT: stands at the first character of the value, not at space. */
  private value(): Json {
    const unit = this.scanner.unit();
    if (unit === quote) return this.scanner.string();
    if (unit === openObject) return this.object();
    if (unit === openList) return this.list();
    return this.scanner.numberOrWord();
  }

  private list(): readonly Json[] {
    const { scanner } = this;
    const items: Json[] = [];
    this.enter();
    if (scanner.take(closeList)) return this.leave(items);
    for (;;) {
      items.push(this.value());
      scanner.passSpace();
      if (scanner.take(closeList)) return this.leave(items);
      if (!scanner.take(comma)) throw scanner.unexpected('`,` or `]`');
      scanner.passSpace();
    }
  }

  private object(): JsonObject {
    const { scanner } = this;
    const members = new Bare();
    this.enter();
    if (scanner.take(closeObject)) return this.leave(members);
    for (;;) {
      this.member(members);
      scanner.passSpace();
      if (scanner.take(closeObject)) return this.leave(members);
      if (!scanner.take(comma)) throw scanner.unexpected('`,` or `}`');
      scanner.passSpace();
    }
  }

  private member(members: Record<string, Json>): void {
    const { scanner } = this;
    const start = scanner.position;
    if (scanner.unit() !== quote) throw scanner.unexpected('a key in quotes');
    const key = scanner.string();
    if (key in members) throw new JsonError('duplicate_key', start);
    scanner.passSpace();
    if (!scanner.take(colon)) throw scanner.unexpected('`:`');
    scanner.passSpace();
    members[key] = this.value();
  }

  /** Passes over the opening bracket and the space behind it. */
  private enter(): void {
    this.depth += 1;
    if (this.depth > this.maxDepth) {
      throw this.scanner.fault('too_deep', `lists and objects are nested more than ${this.maxDepth} deep`);
    }
    this.scanner.position += 1;
    this.scanner.passSpace();
  }

  private leave<Value>(value: Value): Value {
    this.depth -= 1;
    return value;
  }
}
