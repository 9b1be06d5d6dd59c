import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { isAnonymous } from '../../program/variables.js';
import type { ComparePremise, GroupLet, PredicateKey, Rule } from '../../program/program.js';
import type { CompareOperator, Term, Variable } from '../../syntax/ast.js';
import { type Span, textOf } from '../../text/source.js';
import { type LintContext, storedPremises } from './context.js';
import { noProducers } from './producers.js';
import { freshVariable, mirrored } from './terms.js';

/** Reducers whose result depends on how many rows there are, not only on which values occur. */
const countingReducers: ReadonlySet<string> = new Set([
  'fn:count',
  'fn:sum',
  'fn:float:sum',
  'fn:avg',
  'fn:collect',
  'fn:duration:sum',
]);

/**
 * A `_` in a counted body is a variable of its own, so each of its values makes another row. With one atom the rows are
 * its facts, as everybody expects; with several the reference counts otherwise. One finding a rule.
 */
export function wildcardInCount(context: LintContext): Diagnostic[] {
  return context.program.rules.flatMap((rule) => {
    if (storedPremises(rule).length < 2) return [];
    const counting = rule.grouping?.lets.find(({ reducer }) => countingReducers.has(reducer?.name ?? ''));
    return counting === undefined ? [] : wildcardFindings(context, rule, counting);
  });
}

interface WildcardPlace {
  readonly predicate: PredicateKey;
  readonly column: number;
  readonly span: Span;
}

function wildcardsOf(rule: Rule): WildcardPlace[] {
  return storedPremises(rule).flatMap(({ predicate, args }) =>
    args.flatMap((term, column) =>
      term.kind === 'variable' && isAnonymous(term.name) ? [{ predicate, column, span: term.span }] : [],
    ),
  );
}

function wildcardFindings(context: LintContext, rule: Rule, counting: GroupLet): Diagnostic[] {
  const places = wildcardsOf(rule);
  const [first, ...others] = places;
  if (first === undefined) return [];
  const names = new Set<string>();
  const edits = places.map((at) => {
    const declared = context.program.predicates.get(at.predicate)?.decl?.atom.args[at.column];
    const name = nameFor(rule, declared, names);
    names.add(name);
    return { span: at.span, text: name };
  });
  const which = others.length === 0 ? 'value of this `_`' : `combination of the ${places.length} \`_\` of this body`;
  const message = `\`${textOf(counting.span)}\` sees another row for each ${which}`;
  const list = Array.from(names, (name) => `\`${name}\``).join(', ');
  return [
    diagnostic('wildcard-in-count', first.span, message, {
      help: 'Name the column if these rows should count. To count without it, derive a predicate without the column first.',
      related: [{ span: counting.span, message: 'the rows are counted here' }],
      fix: { title: `name the ${others.length === 0 ? 'column' : 'columns'} ${list}`, edits },
    }),
  ];
}

/** The declared name of the column, or `Other`. */
function nameFor(rule: Rule, declared: Term | undefined, taken: ReadonlySet<string>): string {
  const isNamed = declared?.kind === 'variable' && !isAnonymous(declared.name);
  return freshVariable(rule, isNamed ? declared.name : 'Other', taken);
}

/** A group without rows gives no fact at all, so a count is at least 1 and a test for zero never holds. */
export function countNeverZero(context: LintContext): Diagnostic[] {
  const counts = countColumns(context);
  return context.program.rules.flatMap((rule) => [
    ...zeroArguments(rule, counts).map(zeroFinding),
    ...zeroTests(rule, counts).map(zeroFinding),
  ]);
}

/** By predicate and column: the `let` that counts, for columns that hold nothing but counts. */
type CountColumns = ReadonlyMap<string, GroupLet>;

interface ZeroPlace {
  readonly span: Span;
  readonly condition: Span;
  readonly source: GroupLet;
}

function columnId(predicate: PredicateKey, column: number): string {
  return `${predicate} ${column}`;
}

function countColumns({ program, producers }: LintContext): CountColumns {
  const columns = new Map<string, GroupLet>();
  for (const { key, arity } of program.predicates.values()) {
    const { facts, rules } = producers.get(key) ?? noProducers;
    if (facts.length > 0 || rules.length === 0) continue;
    for (let column = 0; column < arity; column++) {
      const lets = rules.map((rule) => countAt(rule, column));
      const [first] = lets;
      if (first !== undefined && !lets.includes(undefined)) columns.set(columnId(key, column), first);
    }
  }
  return columns;
}

function countAt({ args, grouping }: Rule, column: number): GroupLet | undefined {
  const term = args[column];
  if (term?.kind !== 'variable') return undefined;
  return grouping?.lets.find(({ variable, reducer }) => variable === term.name && reducer?.name === 'fn:count');
}

function zeroArguments(rule: Rule, counts: CountColumns): ZeroPlace[] {
  return storedPremises(rule).flatMap(({ predicate, args, span: condition }) =>
    args.flatMap((term, column) => {
      const source = counts.get(columnId(predicate, column));
      return source !== undefined && isNumber(term, 0n) ? [{ span: term.span, condition, source }] : [];
    }),
  );
}

function zeroTests(rule: Rule, counts: CountColumns): ZeroPlace[] {
  const countOf = new Map<string, GroupLet>();
  for (const { predicate, args } of storedPremises(rule)) {
    for (const [column, term] of args.entries()) {
      const source = counts.get(columnId(predicate, column));
      if (source !== undefined && term.kind === 'variable') countOf.set(term.name, source);
    }
  }
  return rule.premises.flatMap((premise) => {
    const variable = premise.kind === 'compare' ? testedForZero(premise) : undefined;
    const source = variable === undefined ? undefined : countOf.get(variable.name);
    return source === undefined ? [] : [{ span: premise.span, condition: premise.span, source }];
  });
}

/** The variable of a comparison that only zero or less could pass. */
function testedForZero({ operator, left, right }: ComparePremise): Variable | undefined {
  if (left.kind === 'variable' && isZeroTest(operator, right)) return left;
  const isMirrored = right.kind === 'variable' && isZeroTest(mirrored[operator], left);
  return isMirrored ? right : undefined;
}

function isZeroTest(operator: CompareOperator, limit: Term): boolean {
  if (operator === '<') return isNumber(limit, 0n) || isNumber(limit, 1n);
  return (operator === '=' || operator === '<=') && isNumber(limit, 0n);
}

function isNumber(term: Term, value: bigint): boolean {
  return term.kind === 'constant' && term.value.kind === 'number' && term.value.value === value;
}

function zeroFinding({ span, condition, source }: ZeroPlace): Diagnostic {
  return diagnostic('count-never-zero', span, `\`${textOf(condition)}\` never holds: a count is never zero`, {
    help: 'A group without rows gives no fact. Ask for its absence instead, with a negated condition.',
    related: [{ span: source.span, message: 'the count comes from here' }],
  });
}
