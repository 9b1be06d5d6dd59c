/** A pattern of JSON Schema as a tree. What it captures and how greedy it is does not matter for whether it matches. */
export type PatternNode =
  /** One character, for which the text is a pattern of its own. */
  | { readonly kind: 'character'; readonly text: string }
  | { readonly kind: 'assertion'; readonly sign: '^' | '$' | '\\b' | '\\B' }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number };

/**
 * The tree of a regular expression with the flag `u`. Undefined if it looks ahead or back or refers to a group, which no
 * automaton can do. Throws a SyntaxError for what is no pattern.
 */
export function parsePattern(text: string): PatternNode | undefined {
  // The host knows best what is a pattern; the parser need not look for mistakes.
  void new RegExp(text, 'u');
  try {
    return new PatternParser(text).choice();
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

/** Thrown for what an automaton cannot do. */
class Unsupported extends Error {}

/** What one character can be written as, longest first. A pair of escaped surrogates is one character. */
const atom =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[a-zA-Z]|\\[^1-9kbB]|[^\\]/suy;
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/uy;
const group = /\((?:\?:|\?<[^=!>][^>]*>|(?!\?))/uy;
const assertion = /[$^]|\\[bB]/uy;

class PatternParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  choice(): PatternNode {
    const parts = [this.#sequence()];
    while (this.#text[this.#at] === '|') {
      this.#at += 1;
      parts.push(this.#sequence());
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: 'choice', parts };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#text.length && !'|)'.includes(this.#text[this.#at] ?? '')) parts.push(this.#repeated());
    return { kind: 'sequence', parts };
  }

  #repeated(): PatternNode {
    const part = this.#part();
    const [found, sign, least, comma, most] = this.#take(quantifier) ?? [];
    if (found === undefined) return part;
    if (sign !== undefined)
      return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    const min = Number(least);
    if (comma === undefined) return { kind: 'repeat', part, min, max: min };
    return { kind: 'repeat', part, min, max: most === undefined || most === '' ? Infinity : Number(most) };
  }

  #part(): PatternNode {
    const [sign] = this.#take(assertion) ?? [];
    if (sign !== undefined) return { kind: 'assertion', sign: sign as '^' | '$' | '\\b' | '\\B' };
    if (this.#text[this.#at] === '(') return this.#group();
    const [text] = this.#take(atom) ?? [];
    if (text === undefined) throw new Unsupported();
    return { kind: 'character', text };
  }

  #group(): PatternNode {
    if (this.#take(group) === undefined) throw new Unsupported();
    const inside = this.choice();
    // INVARIANT: a group has an end.
    this.#at += 1;
    return inside;
  }

  #take(expected: RegExp): RegExpExecArray | undefined {
    expected.lastIndex = this.#at;
    const found = expected.exec(this.#text) ?? undefined;
    if (found !== undefined) this.#at += found[0].length;
    return found;
  }
}
