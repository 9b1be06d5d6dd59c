import type { Annotation, Apply, Atom, Clause, Let, Literal, Term, Transform, Variable } from './ast.js';
import { statementHelp, suffixHelp } from './habits.js';
import { parseAtomOnly } from './parse-atoms.js';
import { implicationSign, reportImplication } from './implications.js';
import { isComparison } from './parse-comparison.js';
import { isIdleWord, parsePremise } from './parse-premises.js';
import { type ParseState, quoted } from './parse-state.js';
import { parseValue, reportJoinedPeriod } from './parse-terms.js';
import { parseAnnotation } from './parse-time.js';
import { isUnderscored, parseUnderscored } from './parse-underscores.js';
import { startsTerm } from './sequence.js';
import { token, type TokenKind } from './tokens.js';

/** Reads a fact or a rule with its final period. */
export function parseClauseItem(p: ParseState): Clause | undefined {
  const start = p.start;
  if (isStatement(p)) return reportStatement(p);
  if (isWordBeforeHead(p)) return p.unexpected('a clause or a declaration', { help: wordHelp(p.tokenText()) });
  const head = parseAtomOnly(p);
  if (head === undefined) return undefined;
  const annotation = p.kind === token.at ? parseAnnotation(p) : 'none';
  if (annotation === undefined) return undefined;
  const time = annotation === 'none' ? {} : { annotation };
  const implication = implicationSign(p);
  if (implication !== undefined) return parseImplication(p, head, time, implication);
  const arrow = takeArrow(p);
  if (arrow !== undefined) return parseRule(p, start, head, time, arrow);
  if (!takeJoiningComma(p) && !takePeriod(p, '`.`, `:-` or `@`')) return undefined;
  return { kind: 'clause', head, ...time, premises: [], transforms: [], span: p.span(start) };
}

const restOfStatement = /[ \t]+(?:[A-Za-z"'`*])/y;

/** `SELECT * FROM …` and the like; but `select(X)` and `Select :- …` are not. */
function isStatement(p: ParseState): boolean {
  if (p.kind !== token.name && p.kind !== token.variable) return false;
  restOfStatement.lastIndex = p.end;
  return statementHelp(p.tokenText()) !== undefined && restOfStatement.test(p.text);
}

function reportStatement(p: ParseState): undefined {
  p.report('foreign-word', p.span(p.start, p.end), `${quoted(p.tokenText())} begins no clause`, {
    help: statementHelp(p.tokenText()),
  });
  return undefined;
}

const moreAfterWord = /[ \t]+(?!(?:if|when|where|and|or|is)\b)[A-Za-z"'`/]/y;

/** `rule p(X) :- …`, `fact p(1).` and `import foo.`, as other languages have it. */
function isWordBeforeHead(p: ParseState): boolean {
  moreAfterWord.lastIndex = p.end;
  return p.kind === token.name && moreAfterWord.test(p.text);
}

function wordHelp(word: string): string {
  if (/^(?:import|include|load|require|use|using|module)$/.test(word))
    return 'All files given to the command are one program. The predicates of a package are made known with `Use name!`.';
  if (/^(?:decl|declare|def|predicate|rel|relation)$/i.test(word))
    return 'A declaration is written `Decl p(X, Y) bound [/name, /number].`';
  return 'A fact or a rule begins with its head, such as `p(X)`; no word stands before it.';
}

/** `p(1), q(2).`: the comma is reported and ends the fact. */
function takeJoiningComma(p: ParseState): boolean {
  if (p.kind !== token.comma || p.peek() !== token.name) return false;
  p.unexpected('`.`, `:-` or `@`', {
    help: 'A clause has one head. End each fact with a period, and write one rule for each head.',
  });
  p.advance();
  return true;
}

function parseRule(
  p: ParseState,
  start: number,
  head: Atom,
  time: { readonly annotation?: Annotation },
  arrow: ':-' | '⟸',
): Clause | undefined {
  const premises = parseBody(p);
  if (premises === undefined) return undefined;
  const transforms = parseTransforms(p);
  if (transforms === undefined) return undefined;
  const expected = transforms.length > 0 ? '`,`, `|>` or `.`' : '`,`, `.` or `|>`';
  if (!takePeriod(p, expected)) return undefined;
  return { kind: 'clause', head, ...time, arrow, premises, transforms, span: p.span(start) };
}

/** `q(X) -> p(X).`: a rule whose sides are the wrong way round. */
function parseImplication(
  p: ParseState,
  condition: Atom,
  time: { readonly annotation?: Annotation },
  sign: string,
): Clause | undefined {
  const start = p.start;
  p.takeFirst(token.bad, sign.length);
  const mark = p.diagnostics.length;
  const rule = parseRule(p, condition.span.start, condition, time, ':-');
  return reportImplication(p, { sign: p.span(start, start + sign.length), rule, mark });
}

// The arrow.

const foreignArrows = ['<--', '<-', '<=', '←', ':=', ':–', ':—', ':−', ':', 'if', 'when', 'where'];

function takeArrow(p: ParseState): ':-' | '⟸' | undefined {
  if (p.take(token.arrow)) return ':-';
  if (p.take(token.longArrow)) return '⟸';
  const foreign = foreignArrows.find((text) => p.text.startsWith(text, p.start));
  if (foreign === undefined || (p.kind === token.name && (p.tokenText() !== foreign || p.isCall()))) {
    return undefined;
  }
  return takeForeignArrow(p, foreign);
}

function takeForeignArrow(p: ParseState, text: string): ':-' {
  const start = p.start;
  const isOperator = p.kind === token.diamondMinus && p.peek() === token.leftBracket;
  const end = isOperator ? start : start + text.length;
  p.report('wrong-arrow', p.span(start, start + text.length), 'the head and the body of a rule are joined by `:-`', {
    help: isOperator ? 'Before a temporal operator `:-` is needed as well.' : `Write \`:-\` instead of \`${text}\`.`,
    fix: p.replace('write `:-`', start, end, isOperator ? ':- ' : ':-'),
  });
  if (!isOperator) p.takeFirst(token.bad, text.length);
  return ':-';
}

// The body.

/** More premises, or lets, than any program needs; ordering them takes time that grows with the square of their number. */
const maxPremises = 1000;

function parseBody(p: ParseState): readonly Literal[] | undefined {
  const premises: Literal[] = [];
  for (;;) {
    if (premises.length === maxPremises) return reportTooLong(p, 'premises');
    const premise = parsePremise(p);
    if (premise === undefined) return undefined;
    premises.push(premise);
    if (!takeSeparator(p)) return premises;
    if (isBodyEnd(p)) return premises;
  }
}

function reportTooLong(p: ParseState, what: 'premises' | 'lets'): undefined {
  p.report('rule-too-long', p.span(p.start, p.end), `this rule has more than ${maxPremises} ${what}`, {
    help: 'Derive parts of it with rules of their own, and use what these derive.',
  });
  return undefined;
}

/** After a comma: the body may end there, and a transform may lack its `|>`. The layout says nothing here. */
function isBodyEnd({ kind }: ParseState): boolean {
  return isEndKind(kind) || kind === token.let || kind === token.do;
}

/** Takes what separates two premises, mending what other languages use. */
function takeSeparator(p: ParseState): boolean {
  if (p.take(token.comma)) return true;
  if (p.hasLongString) return false;
  if (isIdleWord(p) || isWord(p, 'and') || (isWord(p, 'join') && !p.isCall()) || isSign(p, '&'))
    return takeConjunction(p);
  if (isWord(p, 'or') || isSign(p, ';') || isSign(p, '|')) return takeDisjunction(p);
  if (isHabit(p)) return false;
  if (isEndKind(p.kind) || p.hasEnded() || p.isAdjacent() || !startsPremise(p) || p.isAtNextItem()) return false;
  p.report('missing-comma', p.span(p.start, p.end), `expected a comma before ${quoted(p.tokenText())}`, {
    help: 'Premises are separated by commas.',
    fix: p.replace('insert a comma', p.previousEnd, p.previousEnd, ','),
  });
  return true;
}

function isEndKind(kind: TokenKind): boolean {
  return kind === token.period || kind === token.pipe || kind === token.end;
}

function startsPremise(p: ParseState): boolean {
  return (
    p.kind === token.bang ||
    p.kind === token.diamondMinus ||
    p.kind === token.diamondPlus ||
    ((p.kind === token.name || p.kind === token.variable) && startsTerm(p.kind))
  );
}

/** Also `AND`, which would be a variable. */
function isWord(p: ParseState, word: string): boolean {
  if (p.kind === token.name) return p.tokenText() === word;
  return p.kind === token.variable && p.tokenText() === word.toUpperCase();
}

/** A word behind a premise that other languages have there; but `limit(X)` is an atom. */
function isHabit(p: ParseState): boolean {
  const isWordLike = p.kind === token.name || p.kind === token.variable;
  return isWordLike && suffixHelp(p.tokenText()) !== undefined && !p.isCall() && !isComparison(p.peek());
}

function isSign(p: ParseState, sign: string): boolean {
  return p.kind === token.bad && p.tokenText() === sign;
}

function takeConjunction(p: ParseState): boolean {
  const { start } = p;
  p.advance();
  if (p.isAdjacent() && isSign(p, '&')) p.advance();
  p.report('conjunction-word', p.span(start), 'premises are joined by commas', {
    help: 'Write `,`.',
    fix: p.replace('write a comma', start, p.previousEnd, ','),
  });
  return true;
}

function takeDisjunction(p: ParseState): boolean {
  const { start } = p;
  p.advance();
  if (p.isAdjacent() && isSign(p, '|')) p.advance();
  const isLast = p.kind === token.end || p.isAtNextItem();
  p.report('disjunction', p.span(start), 'a rule has no alternatives', {
    help: isLast ? 'A clause ends in a period.' : 'Write one rule with the same head for each alternative.',
    fix: isLast ? p.replace('write a period', start, p.previousEnd, '.') : undefined,
  });
  if (isLast) p.endedAt = p.previousEnd;
  return !isLast;
}

// Transforms.

function parseTransforms(p: ParseState): readonly Transform[] | undefined {
  const transforms: Transform[] = [];
  while (takePipe(p)) {
    const transform = parseTransform(p);
    if (transform === undefined) return undefined;
    transforms.push(transform);
  }
  return transforms;
}

/** Takes `|>`; where a transform stands among the premises, only its absence is reported. */
function takePipe(p: ParseState): boolean {
  if (p.take(token.pipe)) return true;
  if (p.kind !== token.let && p.kind !== token.do) return false;
  const hasComma = p.text[p.previousEnd - 1] === ',';
  const at = hasComma ? p.previousEnd - 1 : p.previousEnd;
  const lacksGroup = matchesHere(p, letOfReducer);
  p.report('missing-pipe', p.span(p.start, p.end), `\`|>\` is missing before ${quoted(p.tokenText())}`, {
    help: lacksGroup
      ? 'Aggregate after all premises, in groups that have a key or none: `|> do fn:group_by(Key), let N = fn:count()`.'
      : 'A transform stands after all premises: `p(X) :- q(X) |> do fn:group_by(), let N = fn:count().`',
    fix: lacksGroup ? undefined : p.replace('insert `|>`', at, p.previousEnd, ' |>'),
  });
  return true;
}

/** A `let` that makes sense only behind a `do`, and nobody but the author knows which. */
const letOfReducer = /let\s+\w+\s*=\s*fn:(?:count|sum|max|min|avg|collect|pick_any)/y;

function matchesHere(p: ParseState, shape: RegExp): boolean {
  shape.lastIndex = p.start;
  return shape.test(p.text);
}

function parseTransform(p: ParseState): Transform | undefined {
  const start = p.start;
  const operation = parseDo(p);
  if (operation === undefined) return undefined;
  const lets: Let[] = [];
  if (operation === 'none' || p.take(token.comma) || lacksComma(p)) {
    do {
      if (lets.length === maxPremises) return reportTooLong(p, 'lets');
      const assignment = parseLet(p);
      if (assignment === undefined) return undefined;
      lets.push(assignment);
    } while (p.take(token.comma) || lacksComma(p));
  }
  return { ...(operation === 'none' ? {} : { operation }), lets, span: p.span(start) };
}

/** Reports a `let` that follows the part of a transform before it without a comma. */
function lacksComma(p: ParseState): boolean {
  if (p.kind !== token.let) return false;
  p.report('missing-comma', p.span(p.start, p.end), 'expected a comma before `let`', {
    help: 'The parts of a transform are separated by commas: `|> do fn:group_by(K), let N = fn:count()`.',
    fix: p.replace('insert a comma', p.previousEnd, p.previousEnd, ','),
  });
  return true;
}

function parseDo(p: ParseState): Apply | 'none' | undefined {
  if (p.take(token.do)) return asFunction(p, parseValue(p), 'do');
  if (p.kind !== token.name || (!p.tokenText().startsWith('fn:') && p.tokenText() !== 'group_by')) return 'none';
  p.report('missing-do', p.span(p.start, p.end), `\`do\` is missing before ${quoted(p.tokenText())}`, {
    help: 'A grouping stage begins with `do`: `|> do fn:group_by(K), let N = fn:count()`.',
    fix: p.replace('insert `do`', p.start, p.start, 'do '),
  });
  return asFunction(p, parseValue(p), 'do');
}

function parseLet(p: ParseState): Let | undefined {
  const start = p.start;
  if (!takeLet(p)) return p.unexpected('`let` or `do`', p.kind === token.variable ? { help: testedResult } : {});
  const variable = parseLetVariable(p);
  if (variable === undefined) return undefined;
  if (!takeAssignment(p)) return p.unexpected('`=`');
  const expression = asFunction(p, parseValue(p), 'let');
  return expression === undefined ? undefined : { variable, expression, span: p.span(start) };
}

const testedResult =
  'Behind `|>` values are only computed. To test them give them to a predicate, and test its facts in another rule.';

function takeLet(p: ParseState): boolean {
  if (p.take(token.let)) return true;
  if (p.kind !== token.variable || p.peek() !== token.equal) return false;
  p.report('missing-let', p.span(p.start, p.end), `\`let\` is missing before ${quoted(p.tokenText())}`, {
    help: 'After `|>` each assignment begins with `let`.',
    fix: p.replace('insert `let`', p.start, p.start, 'let '),
  });
  return true;
}

function parseLetVariable(p: ParseState): Variable | undefined {
  if (isUnderscored(p)) {
    const variable = parseUnderscored(p);
    return variable.kind === 'variable' ? variable : { kind: 'variable', name: '_', span: variable.span };
  }
  if (p.kind !== token.variable) return p.unexpected('a variable');
  const name = p.tokenText();
  p.advance();
  return { kind: 'variable', name, span: p.span(p.previousStart) };
}

const foreignAssignments = ['===', '==', ':='];

function takeAssignment(p: ParseState): boolean {
  const text = isWord(p, 'is') ? 'is' : foreignAssignments.find((sign) => p.text.startsWith(sign, p.start));
  if (text === undefined) return p.take(token.equal);
  const end = p.start + text.length;
  p.report('comparison-sign', p.span(p.start, end), `the sign ${quoted(text)} is written \`=\``, {
    help: 'Assignments are written `let X = fn:…`.',
    fix: p.replace('write `=`', p.start, end, '='),
  });
  p.takeFirst(token.bad, text.length);
  return true;
}

function asFunction(p: ParseState, term: Term | undefined, word: 'do' | 'let'): Apply | undefined {
  const isFunction = term?.kind === 'apply' && (term.form !== 'call' || term.name.startsWith('fn:'));
  if (term === undefined || isFunction) return term;
  if (p.diagnostics.at(-1)?.code === 'nested-atom') p.diagnostics.pop();
  if (term.kind === 'apply' && (word === 'let' || term.name === 'group_by')) return mendFunctionName(p, term);
  const text = p.text.slice(term.span.start, term.span.end);
  p.report('expected-function', term.span, `\`${word}\` takes a function application, found ${quoted(text)}`, {
    help:
      word === 'do'
        ? 'Write `do fn:group_by(…)`.'
        : 'Write `let X = fn:…`. A constant or a renamed variable can stand in the body: `X = 5`.',
  });
  return undefined;
}

/** `let N = sum(X)` and `do group_by(X)`. */
function mendFunctionName(p: ParseState, { nameSpan, ...rest }: Apply): Apply {
  const name = `fn:${rest.name}`;
  p.report('expected-function', nameSpan, `the function ${quoted(name)} is written without its \`fn:\``, {
    help: `Write \`${name}(…)\`: the names of functions begin with \`fn:\`.`,
    fix: p.replace('insert `fn:`', nameSpan.start, nameSpan.start, 'fn:'),
  });
  return { ...rest, name, nameSpan };
}

// The end.

/** Takes the final period of a clause or declaration, or reports that it is missing. */
export function takePeriod(p: ParseState, expected: string): boolean {
  if (p.hasEnded() || p.take(token.period)) return true;
  if (p.kind === token.dotType) {
    reportJoinedPeriod(p);
    p.takeFirst(token.period, 1);
    return true;
  }
  if (p.hasLongString) return p.unexpected(expected) ?? false;
  if (isSign(p, ';')) return takeDisjunctionAsEnd(p);
  const isMissing = p.isAtNextItem() || (p.isFirstOnLine() && startsPremise(p) && p.closers.length === 0);
  if (!isMissing) return p.unexpected(expected, endHelp(p)) ?? false;
  p.report('missing-period', p.span(p.previousEnd - 1, p.previousEnd), 'a final period is missing after this', {
    help: 'Every clause and every declaration ends in a period.',
    fix: p.replace('insert a period', p.previousEnd, p.previousEnd, '.'),
  });
  return true;
}

function endHelp(p: ParseState): { readonly help?: string } {
  if (isComparison(p.kind)) return chainedComparison;
  if (p.kind === token.leftBracket && p.isAdjacent()) return indexed;
  const help = isHabit(p) ? suffixHelp(p.tokenText()) : undefined;
  return help === undefined ? {} : { help };
}

const indexed = {
  help: 'An element of a list is `fn:list:get(List, 0)`; all of them are given by `:list:member(X, List)`.',
};

const chainedComparison = { help: 'A comparison has two sides. Write two of them: `1 < X, X < 5`.' };

function takeDisjunctionAsEnd(p: ParseState): boolean {
  p.report('unexpected-character', p.span(p.start, p.end), '`;` does not end a clause', {
    help: 'A clause ends in a period.',
    fix: p.replace('write a period', p.start, p.end, '.'),
  });
  p.advance();
  return true;
}
