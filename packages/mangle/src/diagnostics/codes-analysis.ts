import type { DiagnosticSpec } from './spec.js';

/** Codes given by the checks on names, arity, safety, transforms, time and strata. */
export const analysisCodes = {
  // Packages
  'use-self': { severity: 'error', stage: 'analysis', summary: 'a package uses itself' },
  'unknown-package': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a `Use` line names a package that no file declares',
    fix: 'judgment',
  },
  'missing-use': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a predicate of another package is named without `Use`',
  },
  'private-predicate': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a private predicate is used from another package',
  },

  // Declarations
  'duplicate-declaration': { severity: 'error', stage: 'analysis', summary: 'a predicate is declared twice' },
  'repeated-column': { severity: 'error', stage: 'analysis', summary: 'a declaration names two columns alike' },
  'unknown-descriptor': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a word in `descr` has no meaning',
    fix: 'judgment',
  },
  'bad-descriptor': { severity: 'error', stage: 'analysis', summary: 'a descriptor has the wrong arguments' },
  'bad-mode': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a mode is none of "+", "-" and "?"',
    fix: 'judgment',
  },
  'missing-mode': {
    severity: 'error',
    stage: 'analysis',
    summary: 'an external or deferred predicate has no usable mode',
  },
  'on-demand-temporal': {
    severity: 'error',
    stage: 'analysis',
    summary: 'an external or deferred predicate is temporal',
  },
  'external-with-rules': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a predicate answered by the host has rules',
  },
  'bad-lattice': { severity: 'error', stage: 'analysis', summary: '`fundep` and `merge` do not describe a lattice' },
  'bound-count': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a bound has another number of types than the predicate has arguments',
  },
  'bad-bound': { severity: 'error', stage: 'analysis', summary: 'a bound is not a type' },
  'unknown-inclusion': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'an inclusion names a predicate that does not exist',
    fix: 'judgment',
  },

  // References
  'unknown-predicate': {
    severity: 'error',
    stage: 'analysis',
    summary: 'nothing declares or produces this predicate',
    fix: 'judgment',
  },
  'unknown-builtin': {
    severity: 'error',
    stage: 'analysis',
    summary: 'there is no built-in predicate of this name',
    fix: 'judgment',
  },
  'wrong-arity': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a predicate is used with the wrong number of arguments',
  },
  'unknown-function': {
    severity: 'error',
    stage: 'analysis',
    summary: 'there is no function of this name',
    fix: 'judgment',
  },
  'function-arity': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a function is called with the wrong number of arguments',
    fix: 'judgment',
  },

  // Heads and facts
  'builtin-head': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a clause is written for the name of a built-in predicate',
  },
  'head-wildcard': { severity: 'error', stage: 'analysis', summary: '`_` stands in a head or a fact' },
  'variable-in-fact': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a fact contains a variable',
    fix: 'judgment',
  },
  'constant-failed': { severity: 'error', stage: 'analysis', summary: 'a function in a fact cannot be computed' },

  // Transforms
  'several-transforms': { severity: 'error', stage: 'analysis', summary: 'a rule has more than one transform' },
  'do-without-group': {
    severity: 'error',
    stage: 'analysis',
    summary: '`do` is followed by something other than `fn:group_by`',
  },
  'bad-group-key': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a grouping key is not a variable of the body, or stands there twice',
  },
  'reducer-without-group': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a reducer is used where there is no group',
  },
  'reducer-of-expression': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a reducer gets an expression instead of a variable',
  },
  'let-redefines': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a `let` gives a value to a variable that already has one',
  },
  'unbound-in-transform': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a transform uses a variable that has no value',
  },
  'not-grouped': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a variable is used after grouping but is neither a key nor a result',
  },

  // Safety
  'wildcard-in-expression': { severity: 'error', stage: 'analysis', summary: '`_` stands where a value is needed' },
  'unbound-head-variable': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a head variable is bound by no condition',
  },
  'unbound-variable': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a condition needs a variable that nothing binds',
  },
  'unbound-in-negation': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a negated condition has a variable that nothing else binds',
    fix: 'judgment',
  },
  'pattern-unsupported': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a structured term is used to take a value apart',
  },
  'circular-conditions': { severity: 'error', stage: 'analysis', summary: 'conditions wait for each other' },
  'output-not-free': {
    severity: 'hint',
    stage: 'analysis',
    summary: 'a built-in is given a value where it gives one; the two are compared',
    isAboutPortability: true,
  },
  'computed-argument': {
    severity: 'hint',
    stage: 'analysis',
    summary: 'a function among the arguments of a condition is computed from values that the condition gives',
    isAboutPortability: true,
  },
  reordered: {
    severity: 'hint',
    stage: 'analysis',
    summary: 'a condition stands before the one that binds its variables',
    isAboutPortability: true,
  },
  'negation-wildcard': {
    severity: 'hint',
    stage: 'analysis',
    summary: 'a negated condition with `_` means "there is none"',
    isAboutPortability: true,
  },
  'negation-over-time': {
    severity: 'hint',
    stage: 'analysis',
    summary: 'a negated condition depends on a variable bound by a temporal one',
    isAboutPortability: true,
  },

  // Time
  'missing-time': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a temporal predicate is written without its time',
    fix: 'judgment',
  },
  'unexpected-time': {
    severity: 'error',
    stage: 'analysis',
    summary: 'a predicate without times is written with one',
    fix: 'judgment',
  },
  'duration-bound': { severity: 'error', stage: 'analysis', summary: 'a duration stands where a moment is needed' },
  'window-wildcard': {
    severity: 'error',
    stage: 'analysis',
    summary: '`_` stands in the bounds of a temporal operator',
  },
  'inverted-window': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'the bounds of a temporal operator are in the wrong order',
    fix: 'judgment',
  },
  'inverted-interval': {
    severity: 'error',
    stage: 'analysis',
    summary: 'an interval ends before it starts',
    fix: 'judgment',
  },
  'temporal-recursion': { severity: 'warning', stage: 'analysis', summary: 'a temporal predicate depends on itself' },
  'temporal-mutual-recursion': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'temporal predicates depend on each other',
  },
  'future-recursion': {
    severity: 'warning',
    stage: 'analysis',
    summary: 'a temporal predicate depends on its own future',
  },

  // Strata
  'negative-cycle': {
    severity: 'error',
    stage: 'stratify',
    summary: 'a predicate depends on its own absence or on an aggregate of itself',
  },
  'deferred-cycle': {
    severity: 'error',
    stage: 'stratify',
    summary: 'a deferred and an ordinary predicate depend on each other',
  },
} as const satisfies Record<string, DiagnosticSpec>;
