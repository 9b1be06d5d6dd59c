import type { DiagnosticSpec } from './spec.js';

/** Warnings and hints about programs that are legal but probably not meant. */
export const lintCodes = {
  'never-fires': { severity: 'warning', stage: 'analysis', summary: 'nothing can ever make this rule hold' },
  'no-producer': {
    severity: 'hint',
    stage: 'analysis',
    summary: 'no fact or rule produces a declared predicate that a rule needs',
  },
  'name-or-string': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a name is compared with a string',
    fix: 'judgment',
  },
  'number-kinds': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a whole number is compared with a float',
    fix: 'judgment',
  },
  'constant-never-matches': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a constant is of a kind that the column never holds',
  },
  'self-comparison': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a value is compared with itself',
    fix: 'judgment',
  },
  'unbounded-recursion': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a recursion makes ever new values and nothing stops it',
  },
  'recursion-over-cycles': {
    severity: 'hint',
    stage: 'analysis',
    summary: 'a recursion makes new values and ends only if the data has no cycle',
  },
  'count-never-zero': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a count is compared with zero, but a group without rows gives no count at all',
  },
  'wildcard-in-count': {
    severity: 'hint',
    stage: 'analysis',
    summary: 'a wildcard in a counted body adds to the rows that are counted',
  },
  'product-join': { severity: 'hint', stage: 'analysis', summary: 'conditions of a rule share no variable' },
  'variable-used-once': { severity: 'hint', stage: 'analysis', summary: 'a variable occurs only once' },
  'misspelled-variable': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a variable joins nothing and is spelled nearly like another one',
    fix: 'judgment',
  },
  'value-as-variable': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a variable has the name of a value of other languages',
    fix: 'judgment',
  },
  'eternal-only': {
    severity: 'hint',
    stage: 'analysis',
    summary: 'an annotation asks for facts that hold at all times',
    fix: 'judgment',
  },
  'join-of-instants': {
    severity: 'hint',
    stage: 'analysis',
    summary: 'two instants are joined that meet only at exactly the same moment',
  },
  'duplicate-fact': { severity: 'hint', stage: 'analysis', summary: 'a fact is written twice' },
  'duplicate-rule': { severity: 'hint', stage: 'analysis', summary: 'a rule is written twice' },
  'rule-without-effect': {
    severity: 'hint',
    stage: 'analysis',
    summary: 'a rule needs exactly the fact that it would derive',
  },
  'misnamed-type': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a bound looks like a type of another language, and stands for names below it',
    fix: 'judgment',
  },
  'missing-bounds': { severity: 'hint', stage: 'analysis', summary: 'a predicate is declared without types' },
} as const satisfies Record<string, DiagnosticSpec>;
