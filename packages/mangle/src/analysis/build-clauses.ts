import type { PredicateBuiltin } from '../builtins/define.js';
import { type Diagnostic, diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import { type Grouping, type GroupLet, predicateKey, type Rule } from '../program/program.js';
import type { AtomLiteral, Clause, TemporalOperator, Transform } from '../syntax/ast.js';
import { textOf } from '../text/source.js';
import type { Value } from '../value/value.js';
import { type Analysis, type Predicate, report, soundClauses } from './analysis.js';
import { type Drafting, draftLet, draftPremise, startDrafting } from './draft-premises.js';
import type { Draft } from './drafts.js';
import { evaluateConstant, isConstant } from './evaluate-constant.js';
import { explainUnbound } from './explain-unbound.js';
import { freshNames } from './fresh-names.js';
import { headInterval, isInverted } from './interval-forms.js';
import { orderPremises } from './order-premises.js';
import { outputHints } from './portable-arguments.js';
import { portabilityHints } from './portability.js';

/**
 * Facts with their values, and rules in normal form with their premises in an order that can run. A fact that needs
 * the evaluation, such as one with `fn:time:now()`, becomes a rule without premises.
 */
export function buildClauses(analysis: Analysis): void {
  for (const { clause } of soundClauses(analysis)) {
    const predicate = analysis.predicates.get(predicateKey(clause.head.predicate, clause.head.args.length));
    if (predicate === undefined) continue;
    const isKnown = clause.premises.length === 0 && clause.head.args.every((arg) => isConstant(arg, analysis.registry));
    if (isKnown) buildFact(analysis, clause, predicate);
    else buildRule(analysis, clause, predicate);
  }
}

function buildFact(analysis: Analysis, clause: Clause, predicate: Predicate): void {
  const args: Value[] = [];
  for (const arg of clause.head.args) {
    const result = evaluateConstant(arg, analysis.registry);
    if ('value' in result) {
      args.push(result.value);
      continue;
    }
    const message = `\`${textOf(result.span)}\` cannot be computed: ${result.problem}`;
    report(
      analysis,
      diagnostic('constant-failed', result.span, message, {
        help: 'The arguments of facts are computed before anything runs. Correct the values.',
      }),
      clause,
    );
  }
  if (analysis.broken.has(clause)) return;
  analysis.facts.push({ predicate: predicate.key, args, ...intervalOf(clause, predicate), clause });
}

/** A temporal predicate has an interval in each of its clauses; on others `@[_, _]` says nothing new. */
function intervalOf({ annotation }: Clause, { isTemporal }: Predicate): Pick<Rule, 'interval'> {
  return isTemporal && annotation !== undefined ? { interval: headInterval(annotation) } : {};
}

function buildRule(analysis: Analysis, clause: Clause, predicate: Predicate): void {
  const given = givenVariables(clause, predicate);
  const drafting = startDrafting(analysis, clause, given);
  const hints: Diagnostic[] = [];
  const portable = freshNames(clause);
  const drafts = draftBody(drafting, clause, (literal, builtin) => {
    hints.push(...outputHints(literal, builtin, drafting.seen, portable));
  });
  const [transform] = clause.transforms;
  const grouping = transform?.operation === undefined ? undefined : groupingOf(drafting, transform);
  if (transform !== undefined && grouping === undefined)
    drafts.push(...transform.lets.map((each) => draftLet(drafting, each)));
  const fresh = freshNames(clause);
  const ordered = orderPremises(drafts, given, (span) => ({ kind: 'variable', name: fresh('V'), span }));
  const defined = new Set(grouping?.lets.map(({ variable }) => variable));
  const problems = explainUnbound(clause, ordered, defined);
  for (const each of problems) report(analysis, each, clause);
  if (analysis.broken.has(clause) || hasErrors(problems)) return;
  for (const hint of [...hints, ...portabilityHints(clause, drafts, ordered, portable)]) report(analysis, hint);
  analysis.rules.push({
    index: analysis.rules.length,
    predicate: predicate.key,
    args: clause.head.args,
    ...intervalOf(clause, predicate),
    premises: ordered.premises,
    ...(grouping === undefined ? {} : { grouping }),
    clause,
  });
}

/** A deferred predicate is called with values for its `+` arguments. Stored ones are computed without a caller. */
function givenVariables({ head }: Clause, { descriptors }: Predicate): string[] {
  if (!descriptors.isDeferred) return [];
  return head.args.flatMap((arg, at) => (arg.kind === 'variable' && descriptors.mode?.[at] === '+' ? [arg.name] : []));
}

/** Calls `onBuiltin` for each built-in at its place in the source. */
function draftBody(
  drafting: Drafting,
  clause: Clause,
  onBuiltin: (literal: AtomLiteral, builtin: PredicateBuiltin) => void,
): Draft[] {
  const { analysis } = drafting;
  return clause.premises.map((literal) => {
    if (literal.kind === 'atom') {
      const builtin = analysis.registry.predicates.get(literal.atom.predicate);
      if (builtin !== undefined) onBuiltin(literal, builtin);
      if (literal.operator !== undefined && isInverted(literal.operator)) reportInverted(analysis, literal.operator);
    }
    return draftPremise(drafting, literal);
  });
}

function reportInverted(analysis: Analysis, operator: TemporalOperator): void {
  const [first, second] = [textOf(operator.start.span), textOf(operator.end.span)];
  report(
    analysis,
    diagnostic(
      'inverted-window',
      operator.span,
      `the bounds of \`${operator.sign}[${first}, ${second}]\` are in the wrong order`,
      {
        help: `Write \`${operator.sign}[${second}, ${first}]\`: the bound nearer to now comes first. It is read so; the Go engine finds something else.`,
        fix: {
          title: 'exchange the bounds',
          edits: [
            { span: operator.start.span, text: second },
            { span: operator.end.span, text: first },
          ],
        },
      },
    ),
  );
}

function groupingOf(drafting: Drafting, { operation, lets }: Transform): Grouping {
  const keys = (operation?.args ?? []).flatMap((arg) => (arg.kind === 'variable' ? [arg.name] : []));
  return { keys, lets: lets.map((each) => groupLet(drafting, each)) };
}

function groupLet(
  { analysis, nameWildcard }: Drafting,
  { variable, expression, span }: Transform['lets'][number],
): GroupLet {
  const reducer = analysis.registry.reducers.get(expression.name);
  const name = variable.name === '_' ? nameWildcard(variable.span).name : variable.name;
  return reducer === undefined
    ? { variable: name, args: [expression], span }
    : { variable: name, reducer, args: expression.args, span };
}
