import { nameValue, stringValue } from '../value/make.js';
import type { Span } from '../text/source.js';
import type { Apply, Constant, Term, Variable } from './ast.js';
import { char } from './characters.js';
import { valueHelp } from './habits.js';
import { type ParseState, quoted } from './parse-state.js';
import { token } from './tokens.js';

/** A name without parentheses where a value is expected. */
export function parseBareName(p: ParseState): Term | undefined {
  const text = p.tokenText();
  if (text.startsWith('fn:')) return parseBareFunction(p, text);
  if (p.peek() === token.leftBrace) return reportAggregate(p, p.start, p.end);
  if (isHyphenated(p)) return parseHyphenated(p);
  if (isAddress(p)) return reportAddress(p);
  if (!/^[a-z][A-Za-z0-9_.]*$/.test(text) || p.codeAfter() > 127) {
    p.advance();
    const label = /^([a-z]\w*):$/.exec(text)?.[1];
    const help = `A label is a name constant: \`{/${label ?? ''} : value}\`.`;
    return p.unexpected(`\`(\` after ${quoted(text)}`, label === undefined ? {} : { help });
  }
  return reportBareConstant(p, text);
}

const address = /[a-z][a-z0-9+.-]*:\/\/[^\s,()[\]{}"'`]*[^\s,()[\]{}"'`.]/y;

function isAddress(p: ParseState): boolean {
  address.lastIndex = p.start;
  return address.test(p.text);
}

/** `https://a.b/c` without quotes; where it ends is a guess. */
function reportAddress(p: ParseState): Constant {
  address.lastIndex = p.start;
  const text = address.exec(p.text)?.[0] ?? '';
  const end = p.start + text.length;
  p.report('unexpected-token', p.span(p.start, end), `${quoted(text)} is no value`, {
    help: `An address is a string and stands between quotes: \`"${text}"\`.`,
    fix: { ...p.replace('put it between quotes', p.start, end, `"${text}"`), needsJudgment: true },
  });
  p.lexer.cut(token.name, end);
  p.advance();
  return { kind: 'constant', value: stringValue(text), span: p.span(p.previousStart) };
}

const hyphenated = /[a-z]\w*(?:-[A-Za-z]\w*)+/y;

/** Whether names joined by hyphens begin here: one word, and no subtraction. */
export function isHyphenated(p: ParseState): boolean {
  return p.kind === token.name && p.codeAfter() === char.minus && hyphenatedText(p) !== undefined;
}

function hyphenatedText(p: ParseState): string | undefined {
  hyphenated.lastIndex = p.start;
  return hyphenated.exec(p.text)?.[0];
}

/** `a-b` where a value is expected: the name constant `/a-b` without its slash. */
function parseHyphenated(p: ParseState): Constant | Variable {
  const text = hyphenatedText(p) ?? '';
  p.lexer.cut(token.name, p.start + text.length);
  return reportBareConstant(p, text);
}

/** `a-b(X)`: a predicate name with hyphens, which is reported. */
export function reportHyphenated(p: ParseState): undefined {
  const text = hyphenatedText(p) ?? '';
  const span = p.span(p.start, p.start + text.length);
  p.report('unexpected-character', span, `the predicate ${quoted(text)} has a hyphen in its name`, {
    help: `Predicates have letters, digits and underscores: \`${text.replaceAll('-', '_')}\`.`,
  });
  return undefined;
}

function reportBareConstant(p: ParseState, text: string): Constant | Variable {
  const places = p.bareWords.get(text) ?? [];
  const variable = p.newVariables?.get(text);
  if (variable !== undefined) return lowerCaseVariable(p, text, places, variable);
  if (p.newVariables === undefined) p.bareWords.set(text, [...places, p.span(p.start, p.end)]);
  p.report('bare-constant', p.span(p.start, p.end), `${quoted(text)} is no value`, {
    help:
      valueHelp(text) ??
      `A name constant begins with a slash: \`/${text}\`. A string stands between quotes, a variable begins in upper case.`,
    fix: valueHelp(text) === undefined ? p.replaceByName(p.start, p.end, `/${text}`) : undefined,
  });
  p.advance();
  return { kind: 'constant', value: nameValue(`/${text}`), span: p.span(p.previousStart) };
}

/** A variable in lower case, as other languages have it; reported where it stands first. */
function lowerCaseVariable(p: ParseState, text: string, places: readonly Span[], name: string): Variable {
  if (places[0]?.start === p.start)
    p.report('bare-constant', p.span(p.start, p.end), `the variable ${quoted(text)} begins in lower case`, {
      help: `Variables begin in upper case: \`${name}\`. A name constant would be \`/${text}\`.`,
      fix: { title: `write \`${name}\``, edits: places.map((span) => ({ span, text: name })) },
    });
  p.advance();
  return { kind: 'variable', name, span: p.span(p.previousStart) };
}

/** `findall(…)`, `count{…}` and the like. */
export function reportAggregate(p: ParseState, start: number, end: number): undefined {
  p.report('foreign-aggregate', p.span(start, end), 'aggregation is not written inside a premise', {
    help: 'Aggregate at the end of a rule: `total(K, N) :- p(K, X) |> do fn:group_by(K), let N = fn:count().` Lists come from `fn:collect(X)`.',
  });
  return undefined;
}

/** Functions that make sense without arguments. */
const argumentless = new Set(['fn:count', 'fn:group_by', 'fn:list', 'fn:map', 'fn:struct', 'fn:time:now']);

function parseBareFunction(p: ParseState, name: string): Apply {
  const isFixable = argumentless.has(name);
  p.report('missing-parentheses', p.span(p.start, p.end), `the function ${quoted(name)} lacks its parentheses`, {
    help: isFixable ? `Write \`${name}()\`.` : `Write \`${name}(…)\` with its arguments between the parentheses.`,
    fix: isFixable ? p.replace('insert `()`', p.end, p.end, '()') : undefined,
  });
  p.advance();
  const span = p.span(p.previousStart);
  return { kind: 'apply', name, nameSpan: span, args: [], form: 'call', span };
}
