/** Kinds of tokens. Plain integers, so that the lexer and the tables of the parser stay fast. */
export const token = {
  end: 0,
  /** A character that begins no token, or a run of non-ASCII ones. */
  bad: 1,
  /** A string or byte string without its closing quote; it ends where its line ends. */
  unterminated: 2,
  period: 3,
  colon: 4,
  arrow: 5,
  longArrow: 6,
  leftParen: 7,
  rightParen: 8,
  leftBracket: 9,
  rightBracket: 10,
  leftBrace: 11,
  rightBrace: 12,
  equal: 13,
  notEqual: 14,
  comma: 15,
  bang: 16,
  lessEqual: 17,
  less: 18,
  greaterEqual: 19,
  greater: 20,
  pipe: 21,
  at: 22,
  diamondMinus: 23,
  diamondPlus: 24,
  boxMinus: 25,
  boxPlus: 26,
  timestamp: 27,
  duration: 28,
  number: 29,
  float: 30,
  variable: 31,
  name: 32,
  /** Such as `My_Var` or `X:1`: legal nowhere, but it wins over a shorter VARIABLE. */
  typeName: 33,
  dotType: 34,
  constant: 35,
  string: 36,
  bytes: 37,
  temporal: 38,
  descr: 39,
  inclusion: 40,
  now: 41,
  opt: 42,
  package: 43,
  use: 44,
  decl: 45,
  bound: 46,
  let: 47,
  do: 48,
} as const;

export type TokenKind = (typeof token)[keyof typeof token];

/** Reserved words; none of them can be a predicate name or a variable. */
export const keywords: ReadonlyMap<string, TokenKind> = new Map<string, TokenKind>([
  ['temporal', token.temporal],
  ['descr', token.descr],
  ['inclusion', token.inclusion],
  ['now', token.now],
  ['opt', token.opt],
  ['Package', token.package],
  ['Use', token.use],
  ['Decl', token.decl],
  ['bound', token.bound],
  ['let', token.let],
  ['do', token.do],
]);

function isKeyword(kind: TokenKind): boolean {
  return kind >= token.temporal;
}

/** Keywords that begin with a lower-case letter, which users take for predicate names or constants. */
export function isLowerCaseKeyword(kind: TokenKind): boolean {
  return isKeyword(kind) && kind !== token.package && kind !== token.use && kind !== token.decl;
}
