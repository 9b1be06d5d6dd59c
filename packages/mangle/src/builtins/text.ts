import { equalValues } from '../value/compare.js';
import { plainFloatText } from '../value/float-text.js';
import { nameValue, trueValue } from '../value/make.js';
import { maxValueSize, type Value } from '../value/value.js';
import { type Builtin, BuiltinError, type PredicateBuiltin, ValueTooLarge } from './define.js';
import { boolType, kindNames, shortText } from './native.js';
import { func, matcher, noSolution, oneSolution, variadic } from './rows.js';
import {
  concatOnIds,
  filterOnIds,
  matchPrefixOnIds,
  nameRootOnIds,
  nameTipOnIds,
  nameToStringOnIds,
  numberToStringOnIds,
  textTestOnIds,
} from './text-on-ids.js';

/** Builtins over strings and names. */
export const textBuiltins: readonly Builtin[] = [
  func('fn:number:to_string', ['/number'], '/string', 'the decimal digits of a number', (number) => number.toString(), {
    onIds: numberToStringOnIds,
  }),
  func('fn:float64:to_string', ['/float64'], '/string', 'the shortest decimal text of a float', plainFloatText),
  func('fn:name:to_string', ['/name'], '/string', 'the text of a name, with its slashes', (name) => name, {
    onIds: nameToStringOnIds,
  }),
  func('fn:name:root', ['/name'], '/name', 'the first part: `/a` of `/a/b/c`', (name) => nameParts(name)[0] ?? name, {
    onIds: nameRootOnIds,
  }),
  func('fn:name:tip', ['/name'], '/name', 'the last part: `/c` of `/a/b/c`', (name) => nameParts(name).at(-1) ?? name, {
    onIds: nameTipOnIds,
  }),
  func('fn:name:list', ['/name'], 'fn:List(/name)', 'the parts as a list: `[/a, /b]` of `/a/b`', (name) =>
    nameParts(name).map(nameValue),
  ),
  variadic(
    'fn:string:concat',
    { type: 'fn:Union(/string, /name, /number, /float64)', min: 0 },
    '/string',
    'the texts of strings, names, numbers and floats one after the other',
    (values) => concat(values.map(concatenable)),
    { onIds: concatOnIds },
  ),
  func(
    'fn:string:replace',
    ['/string', '/string', '/string', '/number'],
    '/string',
    'the text with the first `count` occurrences of `old` replaced; all of them if `count` is negative',
    replace,
  ),
  textTest(':string:starts_with', 'whether a string begins with another', (text, prefix) => text.startsWith(prefix)),
  textTest(':string:ends_with', 'whether a string ends with another', (text, suffix) => text.endsWith(suffix)),
  textTest(':string:contains', 'whether a string occurs in another', (text, part) => text.includes(part)),
  matcher(
    ':match_prefix',
    { modes: ['+', '+'], params: ['/name', '/name'], inputs: ['/name', '/name'] },
    'whether a name is longer than a prefix and begins with its text',
    (name, prefix) => (name.length > prefix.length && name.startsWith(prefix) ? oneSolution : noSolution),
    { typing: 'match-prefix', onIds: matchPrefixOnIds },
  ),
  matcher(
    ':filter',
    { modes: ['+'], params: [boolType], inputs: ['/any'] },
    'whether a value is `/true`',
    (value) => (equalValues(value, trueValue) ? oneSolution : noSolution),
    { onIds: filterOnIds },
  ),
];

/** A name never fits, as in the reference: it has no text to look into. The type check only warns of it. */
function textTest(name: string, summary: string, holds: (text: string, part: string) => boolean): PredicateBuiltin {
  return matcher(
    name,
    { modes: ['+', '+'], params: ['/string', '/string'], inputs: ['/string', '/string'] },
    summary,
    (text, part) => (holds(text, part) ? oneSolution : noSolution),
    { typing: 'match-text', onIds: textTestOnIds(holds) },
  );
}

/** INVARIANT: a name starts with `/` and has no empty part. */
function nameParts(name: string): readonly string[] {
  return name
    .slice(1)
    .split('/')
    .map((part) => `/${part}`);
}

function concatenable(value: Value, at: number): string {
  switch (value.kind) {
    case 'string':
    case 'name':
      return value.text;
    case 'number':
      return value.value.toString();
    case 'float64':
      return plainFloatText(value.value);
    default:
      throw new BuiltinError(
        `fn:string:concat: cannot string concatenate at position ${at}: ` +
          `expected a string, a name, a number or a float64, got ${kindNames[value.kind]} ${shortText(value)}`,
      );
  }
}

function concat(texts: readonly string[]): string {
  checkLength(
    'fn:string:concat',
    texts.reduce((sum, text) => sum + text.length, 0),
  );
  return texts.join('');
}

/** Looked at before the text is made: JavaScript has no text of any length. */
function checkLength(name: string, length: number): void {
  if (length <= maxValueSize) return;
  throw new ValueTooLarge(`${name}: the result has ${length} characters, more than ${maxValueSize}`);
}

function replace(text: string, old: string, replacement: string, count: bigint): string {
  const pieces = old === '' ? ['', ...text, ''] : text.split(old);
  const wanted = count < 0n || count >= pieces.length ? pieces.length - 1 : Number(count);
  checkLength('fn:string:replace', text.length + wanted * (replacement.length - old.length));
  return pieces.map((piece, at) => (at === 0 ? piece : (at <= wanted ? replacement : old) + piece)).join('');
}
