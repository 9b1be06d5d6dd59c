import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Instant, IntervalExpression, Rule, SourceFact } from '../../program/program.js';
import type { Clause } from '../../syntax/ast.js';
import { sourceText } from '../../value/format.js';
import type { LintContext } from './context.js';
import { removeClause } from './edits.js';
import { repeatedInBatches } from './repeated-rows.js';
import { clauseShape } from './shape.js';

/** Facts that are written twice. The second says nothing new. */
export function duplicateFacts(context: LintContext): Diagnostic[] {
  return repetitions(suspectFacts(context), factText).map(([again, first]) =>
    finding('duplicate-fact', 'fact', again, first),
  );
}

/** The facts of the program in source order; of those that were read in bulk only the ones that are repeated. */
function suspectFacts({ program, producers }: LintContext): readonly SourceFact[] {
  const repeated = repeatedInBatches(producers);
  if (repeated.length === 0) return program.facts;
  const order = new Map(program.units.map(({ source }, at) => [source, at]));
  const rank = ({ clause: { span } }: SourceFact): number => order.get(span.source) ?? 0;
  return [...program.facts, ...repeated].sort((a, b) => rank(a) - rank(b) || a.clause.span.start - b.clause.span.start);
}

/** Rules that are the same up to the names of their variables. */
export function duplicateRules({ program }: LintContext): Diagnostic[] {
  return repetitions(program.rules, ruleText).map(([again, first]) => finding('duplicate-rule', 'rule', again, first));
}

interface HasClause {
  readonly clause: Clause;
}

/** Each repetition with the first of its kind. */
function repetitions<T extends HasClause>(items: readonly T[], keyOf: (item: T) => string): [again: T, first: T][] {
  const firsts = new Map<string, T>();
  const pairs: [T, T][] = [];
  for (const item of items) {
    const key = keyOf(item);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, item);
    else pairs.push([item, first]);
  }
  return pairs;
}

const oneOfTwo =
  'Remove one of the two. A predicate is a set, so the same fact counts once, also in sums and counts; if two rows are meant, add a column that tells them apart, such as an id.';

type Code = 'duplicate-fact' | 'duplicate-rule';

function finding(code: Code, word: 'fact' | 'rule', again: HasClause, first: HasClause): Diagnostic {
  const { span } = again.clause;
  const other = first.clause.span;
  const place = span.source === other.source ? 'above' : `in ${other.source.name}`;
  return diagnostic(code, span, `the same ${word} is already written ${place}`, {
    help: code === 'duplicate-fact' ? oneOfTwo : 'Remove one of the two.',
    related: [{ span: other, message: `the first one` }],
    fix: { title: `remove the ${word}`, edits: [removeClause(again.clause)] },
  });
}

function factText({ predicate, args, interval }: SourceFact): string {
  const time = interval === undefined ? '' : intervalKey(interval);
  return `${predicate}(${args.map(sourceText).join(', ')})${time}`;
}

function intervalKey({ start, end }: IntervalExpression): string {
  return `@[${instantKey(start)}, ${instantKey(end)}]`;
}

function instantKey(instant: Instant): string {
  if (instant.kind === 'time') return String(instant.nanos);
  return instant.kind === 'now' ? `now${instant.offset}` : instant.name;
}

function ruleText({ predicate, clause }: Rule): string {
  return `${predicate} ${clauseShape(clause)}`;
}
