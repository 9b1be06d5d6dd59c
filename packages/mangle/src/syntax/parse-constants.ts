import { floatValue, nameValue, numberValue, stringValue } from '../value/make.js';
import type { Value } from '../value/value.js';
import type { Constant } from './ast.js';
import { charClass, isIn } from './characters.js';
import { type EscapeProblem, readBytes, readFloat, readNumber, readString, type StringReading } from './literals.js';
import type { ParseState } from './parse-state.js';
import { quoted } from './parse-state.js';
import { readDuration, readTimestamp } from './timestamp.js';
import { token } from './tokens.js';
import { formatTime } from '../value/time-text.js';
import { formatDuration } from '../value/duration-text.js';

/** Takes the current token as a constant of this value. */
function takeConstant(p: ParseState, value: Value): Constant {
  p.advance();
  return { kind: 'constant', value, span: p.span(p.previousStart) };
}

export function parseNameConstant(p: ParseState): Constant {
  if (p.codeAfter() > 127) return parseForeignName(p);
  const constant = takeConstant(p, nameValue(p.tokenText()));
  if (p.text.startsWith('/', p.previousEnd)) reportEmptyPart(p);
  return constant;
}

const foreignName = /\/[^\s,()[\]{}"'`#]+/y;

/** `/größe`: a name constant with letters that names do not have, read as one mistake. */
export function parseForeignName(p: ParseState): Constant {
  const text = (matchAt(foreignName, p) ?? p.tokenText()).replace(/\.$/, '');
  const end = p.start + text.length;
  p.report('unexpected-character', p.span(p.start, end), `the name ${quoted(text)} has a character that names lack`, {
    help: `Names have the letters A to Z and a to z, digits, and \`.\` \`-\` \`_\` \`~\` \`%\` in each part. Other text goes into a string: \`"${text.slice(1)}"\`.`,
  });
  p.lexer.cut(token.constant, end);
  return takeConstant(p, nameValue('/unreadable'));
}

/** After a constant: `//` or a final `/`, which the lexer left over. */
function reportEmptyPart(p: ParseState): void {
  const extra = /\/+(?:[A-Za-z0-9.\-_~%/]*[A-Za-z0-9_~%])?/y;
  extra.lastIndex = p.previousEnd;
  const end = p.previousEnd + (extra.exec(p.text)?.[0].length ?? 0);
  const span = p.span(p.previousStart, end);
  const text = p.text.slice(span.start, end);
  p.report('empty-name-part', span, `the name ${quoted(text)} has an empty part`, {
    help: 'Between two slashes and after the last one there must be something.',
    fix: p.replace('remove the empty part', span.start, end, text.replace(/\/+/g, '/').replace(/\/$/, '')),
  });
  p.seek(end);
}

export function parseNumber(p: ParseState): Constant {
  const open = p.closers.length > 0 ? matchAt(openFraction, p) : undefined;
  if (open !== undefined) return parseOpenFraction(p, open);
  if (isIn(p.codeAfter(), charClass.variable) || p.text[p.end] === '_') {
    const foreign = parseForeignNumber(p);
    if (foreign !== undefined) return foreign;
  }
  const text = p.tokenText();
  const value = readNumber(text);
  if (value === undefined) {
    p.report('number-range', p.span(p.start, p.end), `the number ${quoted(text)} does not fit into 64 bits`, {
      help: 'Whole numbers go from -9223372036854775808 to 9223372036854775807. Write a float or a string.',
    });
  }
  return takeConstant(p, value ?? numberValue(0n));
}

/** A decimal point that cannot be the end of a clause, since a bracket is open. */
const openFraction = /-?\d+\.(?=[ \t]*[,)\]}])/y;

function parseOpenFraction(p: ParseState, text: string): Constant {
  const fixed = `${text}0`;
  return takeForeign(p, text, floatValue(Number(fixed)), fixed, {
    code: 'invalid-number',
    message: `${quoted(text)} has no digit behind its decimal point`,
    help: `Write \`${fixed}\`.`,
  });
}

const exponentShape = /-?\d+[eE][+-]?\d+(?![A-Za-z0-9_])/y;
// A bounded repetition: an unbounded one can exhaust the stack of the regular expression engine.
const separatedShape = /-?\d+(?:_\d+){1,20}(?![A-Za-z0-9_])/y;
const radixShape = /0(?:[xX][0-9a-fA-F]{1,16}|[oO][0-7]{1,22}|[bB][01]{1,64})(?![A-Za-z0-9_])/y;

/** `1e5`, `0x10` and `1_000`, which would be read as a number and a word. */
function parseForeignNumber(p: ParseState): Constant | undefined {
  const exponent = matchAt(exponentShape, p);
  if (exponent !== undefined) {
    const fixed = exponent.replace(/[eE]\+?/, '.0e');
    return takeForeign(p, exponent, floatValue(Number(exponent)), fixed, {
      code: 'float-without-dot',
      message: `${quoted(exponent)} has an exponent but no decimal point`,
      help: `A float has digits before and after a decimal point: \`${fixed}\`.`,
    });
  }
  const plain = matchAt(separatedShape, p)?.replaceAll('_', '') ?? matchAt(radixShape, p);
  const text = matchAt(separatedShape, p) ?? matchAt(radixShape, p);
  const value = plain === undefined ? undefined : readNumber(plain.startsWith('0') ? BigInt(plain).toString() : plain);
  if (text === undefined || value?.kind !== 'number') return undefined;
  return takeForeign(p, text, value, value.value.toString(), {
    code: 'invalid-number',
    message: `${quoted(text)} is no number of the language`,
    help: 'Whole numbers are written with decimal digits only.',
  });
}

function takeForeign(
  p: ParseState,
  text: string,
  value: Value,
  replacement: string,
  { code, message, help }: { code: 'float-without-dot' | 'invalid-number'; message: string; help: string },
): Constant {
  const end = p.start + text.length;
  p.report(code, p.span(p.start, end), message, {
    help,
    fix: p.replace(`write \`${replacement}\``, p.start, end, replacement),
  });
  p.lexer.cut(p.kind, end);
  return takeConstant(p, value);
}

function matchAt(shape: RegExp, p: ParseState): string | undefined {
  shape.lastIndex = p.start;
  return shape.exec(p.text)?.[0];
}

export function parseFloat64(p: ParseState): Constant {
  const text = p.tokenText();
  const value = readFloat(text);
  if (value === undefined) {
    p.report('float-range', p.span(p.start, p.end), `the float ${quoted(text)} is too large`, {
      help: 'The largest float is about 1.8e308.',
    });
  }
  return takeConstant(p, value ?? floatValue(0));
}

export function parseString(p: ParseState): Constant {
  return takeString(p, readString(p.tokenText()));
}

export function parseBytes(p: ParseState): Constant {
  return takeString(p, readBytes(p.tokenText()));
}

function takeString(p: ParseState, reading: StringReading): Constant {
  if ('value' in reading) return takeConstant(p, reading.value);
  for (const problem of reading.problems) reportEscape(p, problem);
  return takeConstant(p, stringValue(''));
}

function reportEscape(p: ParseState, problem: EscapeProblem): void {
  const span = p.span(p.start + problem.start, p.start + problem.end);
  const { replacement } = problem;
  p.report('invalid-escape', span, problem.message, {
    help: problem.help,
    fix:
      replacement === undefined
        ? undefined
        : p.replace(replacement === '' ? 'remove it' : `write \`${replacement}\``, span.start, span.end, replacement),
  });
}

/** A date or duration where a value is expected. */
export function parseTimeLiteral(p: ParseState): Constant {
  const text = p.tokenText();
  const isDuration = /^\d+[a-z]/.test(text);
  const reading = isDuration ? readDuration(text) : readTimestamp(text);
  const nanos = 'nanos' in reading ? reading.nanos : undefined;
  const call = isDuration
    ? `fn:duration:parse("${formatDuration(nanos ?? 0n)}")`
    : `fn:time:parse_rfc3339("${formatTime(nanos ?? 0n)}")`;
  p.report('date-literal', p.span(p.start, p.end), `${quoted(text)} is no value`, {
    help: `Dates and durations stand in \`@[…]\` and in temporal operators only. As a value write \`${call}\`.`,
    fix: nanos === undefined ? undefined : p.replace('write it as a value', p.start, p.end, call),
  });
  return takeConstant(p, numberValue(0n));
}
