import type { Annotation, OperatorSign, TemporalOperator, TimeBound } from './ast.js';
import { charClass, isIn } from './characters.js';
import { unitWords } from './habits.js';
import { type ParseState, quoted } from './parse-state.js';
import { isUnderscored, parseUnderscored } from './parse-underscores.js';
import { durationToken, readDuration, readTimestamp, type TimeReading } from './timestamp.js';
import { token, type TokenKind } from './tokens.js';
import { formatTime, parseTime } from '../value/time-text.js';

const operatorSigns: Partial<Record<TokenKind, OperatorSign>> = {
  [token.diamondMinus]: '<-',
  [token.diamondPlus]: '<+',
  [token.boxMinus]: '[-',
  [token.boxPlus]: '[+',
};

/** Whether a temporal operator begins here; `[-` before anything but `[` opens a list. */
export function isOperator(p: ParseState): boolean {
  const sign = operatorSigns[p.kind];
  if (sign === undefined) return false;
  return sign[0] === '<' || p.peek() === token.leftBracket || p.peek() === token.boxMinus;
}

/** Reads `<-[a, b]`. */
export function parseOperator(p: ParseState): TemporalOperator | undefined {
  const sign = operatorSigns[p.kind] ?? '<-';
  const start = p.start;
  p.advance();
  const open = p.start;
  if (p.kind === token.boxMinus) reportNegativeDuration(p);
  else if (!p.take(token.leftBracket)) return p.unexpected(`\`[\` after \`${sign}\``);
  const bounds = parseBounds(p);
  if (bounds === undefined) return undefined;
  const [first, second] = bounds;
  if (second === undefined) reportOneBound(p, sign, first, open);
  return { sign, start: first, end: second ?? first, span: p.span(start) };
}

function reportNegativeDuration(p: ParseState): void {
  p.report('invalid-duration', p.span(p.start + 1, p.end), 'a duration has no sign', {
    help: '`<-` and `[-` count back from now, `<+` and `[+` forward; both take positive durations.',
    fix: p.replace('remove the sign', p.start + 1, p.end, ''),
  });
  p.advance();
}

function reportOneBound(p: ParseState, sign: OperatorSign, bound: TimeBound, open: number): void {
  const text = p.text.slice(bound.span.start, bound.span.end);
  p.report('operator-one-bound', p.span(open), `\`${sign}\` takes two bounds`, {
    help: `Write the nearer bound first: \`${sign}[0d, ${text}]\`.`,
    fix: bound.kind === 'duration' ? p.replace('insert `0d`', bound.span.start, bound.span.start, '0d, ') : undefined,
  });
}

/** Reads `@[a]` or `@[a, b]`. */
export function parseAnnotation(p: ParseState): Annotation | undefined {
  const start = p.start;
  p.advance();
  if (!p.take(token.leftBracket)) return p.unexpected('`[` after `@`');
  const bounds = parseBounds(p);
  if (bounds === undefined) return undefined;
  const [first, second] = bounds;
  return { start: first, ...(second === undefined ? {} : { end: second }), span: p.span(start) };
}

/** One or two bounds and the closing bracket. */
function parseBounds(p: ParseState): readonly [TimeBound, TimeBound?] | undefined {
  p.closers.push(token.rightBracket);
  const first = parseBound(p);
  if (first === undefined) return undefined;
  const second = p.take(token.comma) ? parseBound(p) : 'none';
  if (second === undefined) return undefined;
  p.closers.pop();
  if (!p.take(token.rightBracket)) return p.unexpected(second === 'none' ? '`,` or `]`' : '`]`');
  return second === 'none' ? [first] : [first, second];
}

const boundHelp = 'A bound is a date such as `2024-01-31`, a duration such as `7d`, a variable, `_` or `now`.';

function parseBound(p: ParseState): TimeBound | undefined {
  const worded = wordedDuration(p);
  if (worded !== undefined) return parseWorded(p, worded);
  if (isUnderscored(p)) return parseUnderscored(p);
  switch (p.kind) {
    case token.timestamp:
      return parseTimestamp(p);
    case token.duration:
      return parseDuration(p);
    case token.variable: {
      const name = p.tokenText();
      p.advance();
      const span = p.span(p.previousStart);
      return name === '_' ? { kind: 'wildcard', span } : { kind: 'variable', name, span };
    }
    case token.now:
      p.advance();
      return { kind: 'now', span: p.span(p.previousStart) };
    default:
      return p.unexpected('a bound', { help: boundHelp });
  }
}

const offsetShape = /(\d{4}-\d\d-\d\d)(?:T| )(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?/y;

function parseTimestamp(p: ParseState): TimeBound {
  const longer = longerTimestamp(p);
  if (longer !== undefined) return longer;
  const text = p.tokenText();
  const reading = readTimestamp(text);
  if ('problem' in reading) reportTimestamp(p, text, reading);
  p.advance();
  return { kind: 'timestamp', nanos: 'nanos' in reading ? reading.nanos : 0n, span: p.span(p.previousStart) };
}

/** A timestamp with a zone offset, a blank instead of `T`, or without seconds: more than the token covers. */
function longerTimestamp(p: ParseState): TimeBound | undefined {
  offsetShape.lastIndex = p.start;
  const match = offsetShape.exec(p.text);
  if (match === null || p.start + match[0].length <= p.end) return undefined;
  const [text, date = '', time = '', seconds = ':00', zone = 'Z'] = match;
  const reading = parseTime(`${date}T${time}${seconds}${zone}`);
  const end = p.start + text.length;
  const fixed = reading.ok ? formatTime(reading.value) : undefined;
  p.report('invalid-timestamp', p.span(p.start, end), `${quoted(text)} is not written as a timestamp`, {
    help: 'Timestamps are `2024-01-31` or `2024-01-31T12:30:00`, always in UTC and without an offset.',
    fix: fixed === undefined ? undefined : p.replace(`write \`${fixed}\``, p.start, end, fixed),
  });
  p.lexer.cut(token.timestamp, end);
  p.advance();
  return { kind: 'timestamp', nanos: reading.ok ? reading.value : 0n, span: p.span(p.previousStart) };
}

function reportTimestamp(p: ParseState, text: string, reading: TimeReading & { problem: string }): void {
  const span = p.span(p.start, p.end);
  if (reading.problem === 'out-of-range') {
    p.report('timestamp-range', span, `the timestamp ${quoted(text)} is out of range`, {
      help: 'Times reach from 1677-09-21 to 2262-04-11. For a side without bound write `_`.',
    });
  } else {
    p.report('invalid-timestamp', span, `there is no moment ${quoted(text)}`, {
      help: 'The day must exist in the calendar, hours go from 00 to 23, minutes and seconds from 00 to 59.',
    });
  }
}

interface Worded {
  readonly text: string;
  readonly fixed: string;
}

const wordedShape = /(\d{1,15})[ \t]*([a-z]{1,12})(?![A-Za-z0-9_])/y;

/** `5min`, `2 hours` and `1w`: a number with a word for a unit. */
function wordedDuration(p: ParseState): Worded | undefined {
  if (p.kind !== token.number && p.kind !== token.duration) return undefined;
  wordedShape.lastIndex = p.start;
  const [text = '', count = '', word = ''] = wordedShape.exec(p.text) ?? [];
  const meant = unitWords.get(word);
  const fixed = meant === undefined ? text : `${BigInt(count) * BigInt(meant.times)}${meant.unit}`;
  return fixed === text ? undefined : { text, fixed };
}

function parseWorded(p: ParseState, { text, fixed }: Worded): TimeBound {
  const end = p.start + text.length;
  p.report('invalid-duration', p.span(p.start, end), `the duration ${quoted(text)} is written \`${fixed}\``, {
    help: 'A duration is a number and one of the units `d`, `h`, `m`, `s` and `ms`, without a blank.',
    fix: p.replace(`write \`${fixed}\``, p.start, end, fixed),
  });
  p.lexer.cut(token.duration, end);
  p.advance();
  const reading = readDuration(fixed);
  return { kind: 'duration', nanos: 'nanos' in reading ? reading.nanos : 0n, span: p.span(p.previousStart) };
}

// A bounded repetition: an unbounded one can exhaust the stack of the regular expression engine.
const composedShape = /\d{1,19}(?:ms|[dhms])(?:\d{1,19}(?:ms|[dhms])){1,8}(?![A-Za-z0-9])/y;

function parseDuration(p: ParseState): TimeBound {
  composedShape.lastIndex = p.start;
  const composed = isIn(p.codeAfter(), charClass.digit) ? composedShape.exec(p.text)?.[0] : undefined;
  if (composed !== undefined) return parseComposed(p, composed);
  const text = p.tokenText();
  const reading = readDuration(text);
  if ('problem' in reading) {
    p.report('invalid-duration', p.span(p.start, p.end), `the duration ${quoted(text)} is too long`, {
      help: 'The longest duration is about 292 years, `106751d`.',
    });
  }
  p.advance();
  return { kind: 'duration', nanos: 'nanos' in reading ? reading.nanos : 0n, span: p.span(p.previousStart) };
}

/** `1h30m` as one duration. */
function parseComposed(p: ParseState, text: string): TimeBound {
  let nanos = 0n;
  for (const [part] of text.matchAll(/\d+[a-z]+/g)) {
    const reading = readDuration(part);
    nanos += 'nanos' in reading ? reading.nanos : 0n;
  }
  const end = p.start + text.length;
  const fixed = durationToken(nanos);
  p.report('invalid-duration', p.span(p.start, end), `the duration ${quoted(text)} has more than one unit`, {
    help: `A duration is one number and one unit${fixed === undefined ? '' : `: \`${fixed}\``}.`,
    fix: fixed === undefined ? undefined : p.replace(`write \`${fixed}\``, p.start, end, fixed),
  });
  p.lexer.cut(token.duration, end);
  p.advance();
  return { kind: 'duration', nanos, span: p.span(p.previousStart) };
}
