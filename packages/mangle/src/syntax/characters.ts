/** Character classes of the lexical grammar, as bits; a code outside ASCII, or past the end, is in none. */
export const charClass = {
  digit: 1,
  lower: 2,
  upper: 4,
  /** What may follow the first letter of a predicate or function name. */
  name: 8,
  /** What may stand in a part of a name constant. */
  constant: 16,
  /** What may follow the first letter of a variable. */
  variable: 32,
  blank: 64,
} as const;

/** The classes of each code below 256, which is also those of each byte of UTF-8. */
export const classes = new Uint8Array(256);

export function isIn(code: number, bits: number): boolean {
  return ((classes[code] ?? 0) & bits) !== 0;
}

/** The codes the scanners compare with. */
export const char = {
  tab: 9,
  lineFeed: 10,
  formFeed: 12,
  carriageReturn: 13,
  space: 32,
  bang: 33,
  doubleQuote: 34,
  hash: 35,
  percent: 37,
  singleQuote: 39,
  rightParen: 41,
  star: 42,
  plus: 43,
  comma: 44,
  minus: 45,
  dot: 46,
  slash: 47,
  colon: 58,
  less: 60,
  equal: 61,
  greater: 62,
  leftBracket: 91,
  backslash: 92,
  underscore: 95,
  backQuote: 96,
  lowerB: 98,
  bar: 124,
  byteOrderMark: 0xfeff,
  longArrow: 0x27f8,
} as const;

function mark(characters: string, bits: number): void {
  for (let at = 0; at < characters.length; at++) {
    const code = characters.charCodeAt(at);
    classes[code] = (classes[code] ?? 0) | bits;
  }
}

const { digit, lower, upper, name, constant, variable, blank } = charClass;
mark('0123456789', digit | name | constant | variable);
mark('abcdefghijklmnopqrstuvwxyz', lower | name | constant | variable);
mark('ABCDEFGHIJKLMNOPQRSTUVWXYZ', upper | name | constant | variable);
mark(':_', name);
mark('.-_~%', constant);
mark('\t\n\f\r ', blank);
