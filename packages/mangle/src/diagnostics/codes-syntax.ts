import type { DiagnosticSpec } from './spec.js';

/** Codes given by the lexer and the parser. The hints mark text that only this implementation accepts. */
export const syntaxCodes = {
  'unexpected-token': { severity: 'error', stage: 'parse', summary: 'the text does not fit the grammar here' },
  'unexpected-character': { severity: 'error', stage: 'parse', summary: 'a character that begins no token' },
  'nesting-too-deep': { severity: 'error', stage: 'parse', summary: 'terms nest deeper than the parser allows' },
  'too-many-errors': { severity: 'error', stage: 'parse', summary: 'the parser gave up after very many errors' },
  'missing-period': { severity: 'error', stage: 'parse', summary: 'a clause or declaration does not end in a period' },
  'missing-comma': { severity: 'error', stage: 'parse', summary: 'two things follow each other without a comma' },
  'unclosed-bracket': { severity: 'error', stage: 'parse', summary: 'a bracket is opened and not closed' },
  'stray-period': { severity: 'error', stage: 'parse', summary: 'a period that ends nothing' },

  'unterminated-string': { severity: 'error', stage: 'parse', summary: 'a string is opened and not closed' },
  'invalid-escape': {
    severity: 'error',
    stage: 'parse',
    summary: 'an escape sequence that does not exist or is out of range',
  },
  'number-range': { severity: 'error', stage: 'parse', summary: 'a whole number that does not fit into 64 bits' },
  'float-range': { severity: 'error', stage: 'parse', summary: 'a float literal beyond the range of float64' },
  'float-without-dot': {
    severity: 'error',
    stage: 'parse',
    summary: 'an exponent after a number without a decimal point',
  },
  'invalid-number': { severity: 'error', stage: 'parse', summary: 'a number in a notation the language does not have' },
  'number-sign': { severity: 'error', stage: 'parse', summary: 'a sign that is not part of the number' },
  'empty-name-part': {
    severity: 'error',
    stage: 'parse',
    summary: 'a name constant with nothing between or after its slashes',
  },
  'invalid-timestamp': {
    severity: 'error',
    stage: 'parse',
    summary: 'a timestamp that is no moment of the calendar or not written as one',
  },
  'timestamp-range': { severity: 'error', stage: 'parse', summary: 'a timestamp that 64-bit nanoseconds cannot hold' },
  'invalid-duration': {
    severity: 'error',
    stage: 'parse',
    summary: 'a duration that is too long, negative or composed',
  },
  'date-literal': {
    severity: 'error',
    stage: 'parse',
    summary: 'a date or duration literal where a value is expected',
  },

  'nested-atom': { severity: 'error', stage: 'parse', summary: 'an atom stands where a value is expected' },
  'expected-atom': { severity: 'error', stage: 'parse', summary: 'a value stands where an atom is expected' },
  'expected-function': {
    severity: 'error',
    stage: 'parse',
    summary: 'the right side of `do` or `let` is not a function application',
  },
  'function-as-condition': {
    severity: 'error',
    stage: 'parse',
    summary: 'a function application stands alone as a premise',
  },
  'reserved-word': { severity: 'error', stage: 'parse', summary: 'a keyword is used as a predicate name' },
  'upper-case-predicate': {
    severity: 'error',
    stage: 'parse',
    summary: 'a predicate name begins with an upper-case letter',
  },
  'missing-parentheses': {
    severity: 'error',
    stage: 'parse',
    summary: 'a predicate or function without its parentheses',
  },
  'bare-constant': { severity: 'error', stage: 'parse', summary: 'a lower-case word stands where a value is expected' },
  'variable-underscore': { severity: 'error', stage: 'parse', summary: 'a variable name contains an underscore' },
  'list-pattern': { severity: 'error', stage: 'parse', summary: 'a list is taken apart with a bar' },
  'infix-arithmetic': { severity: 'error', stage: 'parse', summary: 'arithmetic is written with infix signs' },
  'parenthesized-term': { severity: 'error', stage: 'parse', summary: 'parentheses around a value' },
  'mode-sign': { severity: 'error', stage: 'parse', summary: 'a mode sign is not written as a string' },

  'wrong-arrow': { severity: 'error', stage: 'parse', summary: 'the sign between head and body is not `:-`' },
  'comparison-sign': { severity: 'error', stage: 'parse', summary: 'a comparison sign of another language' },
  'negation-word': { severity: 'error', stage: 'parse', summary: 'negation is not written `!`' },
  'double-negation': { severity: 'error', stage: 'parse', summary: 'a negation is negated' },
  'negated-comparison': { severity: 'error', stage: 'parse', summary: 'a comparison or value is negated' },
  'negated-time': { severity: 'error', stage: 'parse', summary: 'a temporal operator or annotation on a negated atom' },
  'time-on-comparison': {
    severity: 'error',
    stage: 'parse',
    summary: 'a temporal operator or annotation on a comparison',
  },
  'operator-one-bound': { severity: 'error', stage: 'parse', summary: 'a temporal operator with one bound' },
  disjunction: { severity: 'error', stage: 'parse', summary: 'alternatives are written inside one rule' },
  'conjunction-word': {
    severity: 'error',
    stage: 'parse',
    summary: 'premises are joined with a word or sign other than the comma',
  },
  'foreign-aggregate': {
    severity: 'error',
    stage: 'parse',
    summary: 'an aggregation in the notation of another language',
  },
  'missing-pipe': { severity: 'error', stage: 'parse', summary: 'a transform does not begin with `|>`' },
  'missing-do': { severity: 'error', stage: 'parse', summary: 'a transform stage lacks the word `do`' },
  'missing-let': { severity: 'error', stage: 'parse', summary: 'an assignment in a transform lacks the word `let`' },

  'decl-argument': { severity: 'error', stage: 'parse', summary: 'an argument of a declared atom is not a variable' },
  'typed-variable': {
    severity: 'error',
    stage: 'parse',
    summary: 'a type is attached to an argument of a declaration',
  },
  'decl-keyword': { severity: 'error', stage: 'parse', summary: 'a misspelled word of a declaration' },
  'decl-order': { severity: 'error', stage: 'parse', summary: 'the parts of a declaration are in the wrong order' },
  'package-name-case': { severity: 'error', stage: 'parse', summary: 'a package name contains an upper-case letter' },
  'package-terminator': { severity: 'error', stage: 'parse', summary: 'a Package or Use line does not end in `!`' },
  'package-order': { severity: 'error', stage: 'parse', summary: 'a Package or Use line comes after other things' },
  'query-in-program': { severity: 'error', stage: 'parse', summary: 'a query stands in a program' },
  'foreign-comment': { severity: 'error', stage: 'parse', summary: 'a comment that does not begin with `#`' },

  'joined-minus': {
    severity: 'hint',
    stage: 'parse',
    summary: 'a minus sign touches `[` or `<`; other engines refuse that',
  },
  'joined-colon': {
    severity: 'hint',
    stage: 'parse',
    summary: 'a colon touches its neighbor; other engines refuse that',
  },
  'joined-period': {
    severity: 'hint',
    stage: 'parse',
    summary: 'no white space after a final period; other engines refuse that',
  },
  'swallowed-period': {
    severity: 'hint',
    stage: 'parse',
    summary: 'a final period touches a name constant; other engines refuse that',
  },
} as const satisfies Record<string, DiagnosticSpec>;
