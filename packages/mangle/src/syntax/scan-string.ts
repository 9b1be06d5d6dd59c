import { char } from './characters.js';

/**
 * Finds the ends of string literals.
 *
 * A string may run over many lines, and the parser may resume inside one that was probably left open. So that a text
 * of nothing but quotes and backslashes cannot make it scan the same stretch again and again, the last answer for
 * each kind of quote is kept: a quote that an earlier scan passed as escaped has the same closing quote.
 */
export class StringScanner {
  readonly #text: string;
  readonly #known = new Map<number, { readonly from: number; readonly close: number }>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Offset of the closing quote of the string opened at `open`, or -1. */
  findClose(open: number): number {
    const quote = this.#text.charCodeAt(open);
    const known = this.#known.get(quote);
    if (known !== undefined && open > known.from && (known.close === -1 || open < known.close)) return known.close;
    const close = quote === char.backQuote ? this.#text.indexOf('`', open + 1) : this.#scan(open, quote);
    this.#known.set(quote, { from: open, close });
    return close;
  }

  #scan(open: number, quote: number): number {
    const text = this.#text;
    for (let at = open + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) return at;
      if (code === char.backslash) at++;
    }
    return -1;
  }
}
