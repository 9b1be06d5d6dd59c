import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Apply, Clause, Let, Term, Transform, Variable } from '../syntax/ast.js';
import { textOf } from '../text/source.js';
import { type Analysis, report, soundClauses } from './analysis.js';
import { boundVariable, variablesOf, variablesOfAll, visitTerm } from '../program/variables.js';

/**
 * At most one transform: either lets over the variables of the body, or grouping followed by reducers and by functions
 * of keys and results.
 */
export function checkTransforms(analysis: Analysis): void {
  for (const { clause } of soundClauses(analysis)) {
    const [transform, second] = clause.transforms;
    if (transform === undefined) continue;
    if (second !== undefined) reportSecond(analysis, second, clause);
    else if (transform.operation === undefined) checkLets(analysis, transform, clause);
    else if (transform.operation.name !== 'fn:group_by') reportOperation(analysis, transform.operation, clause);
    else checkGrouping(analysis, transform, transform.operation, clause);
  }
}

/** The variables a positive condition or an equality of the body mentions: what a transform may rely on. */
function bodyVariables({ premises }: Clause): Set<string> {
  const names = new Set<string>();
  for (const literal of premises) {
    if (literal.kind === 'compare') {
      if (literal.operator === '=')
        for (const { name } of variablesOfAll([literal.left, literal.right])) names.add(name);
      continue;
    }
    if (literal.isNegated) continue;
    const times = [...boundVariable(literal.annotation?.start), ...boundVariable(literal.annotation?.end)];
    for (const { name } of [...variablesOfAll(literal.atom.args), ...times]) names.add(name);
  }
  return names;
}

function reportSecond(analysis: Analysis, { span }: Transform, clause: Clause): void {
  report(
    analysis,
    diagnostic('several-transforms', span, 'a rule has one transform, this is a second `|>`', {
      help: 'Put all `let` after one `|>`, separated by commas; or give the first result to a predicate of its own and go on in a second rule.',
    }),
    clause,
  );
}

function reportOperation(analysis: Analysis, operation: Apply, clause: Clause): void {
  report(
    analysis,
    diagnostic(
      'do-without-group',
      operation.span,
      `\`do\` is followed by \`fn:group_by\`, not by \`${operation.name}\``,
      {
        help: `Write \`do fn:group_by(Key), let Result = ${textOf(operation.span)}\`; \`fn:group_by()\` makes one group of everything.`,
      },
    ),
    clause,
  );
}

function checkLets(analysis: Analysis, { lets }: Transform, clause: Clause): void {
  const known = bodyVariables(clause);
  const defined = new Map<string, Let>();
  const scope: Scope = { known, defined, refused: new Set() };
  for (const each of lets) {
    checkTarget(analysis, each, scope, clause);
    for (const variable of expressionVariables(analysis, each, clause)) {
      if (!known.has(variable.name) && !defined.has(variable.name))
        reportUnbound(analysis, variable, each, scope, clause);
    }
    defined.set(each.variable.name, each);
  }
}

interface Scope {
  readonly known: ReadonlySet<string>;
  readonly defined: ReadonlyMap<string, Let>;
  /** Variables without a value, which are reported once. */
  readonly refused: Set<string>;
}

function checkTarget(analysis: Analysis, { variable }: Let, { known, defined }: Scope, clause: Clause): void {
  const { name } = variable;
  const earlier = defined.get(name);
  if (name === '_' || (!known.has(name) && earlier === undefined)) return;
  const where = earlier === undefined ? 'in the conditions' : 'by an earlier `let`';
  report(
    analysis,
    diagnostic('let-redefines', variable.span, `\`${name}\` already has a value ${where}`, {
      help: 'Choose a new variable for the result and use it in the head.',
      related: earlier === undefined ? [] : [{ span: earlier.span, message: 'first `let` for it' }],
    }),
    clause,
  );
}

/** The variables of the right side, each where it first occurs; a `_` there is reported. */
function expressionVariables(analysis: Analysis, { expression }: Let, clause: Clause): Variable[] {
  visitTerm(expression, (part) => {
    if (part.kind !== 'wildcard') return;
    report(
      analysis,
      diagnostic('wildcard-in-expression', part.span, '`_` has no value to compute with', {
        help: 'Name the variable you mean.',
      }),
      clause,
    );
  });
  return distinct(variablesOf(expression));
}

function distinct(variables: readonly Variable[]): Variable[] {
  const firsts = new Map<string, Variable>();
  for (const variable of variables) if (!firsts.has(variable.name)) firsts.set(variable.name, variable);
  return [...firsts.values()];
}

function reportUnbound(
  analysis: Analysis,
  { name, span }: Variable,
  each: Let,
  { refused }: Scope,
  clause: Clause,
): void {
  if (refused.has(name)) return;
  refused.add(name);
  const isOwn = each.variable.name === name;
  report(
    analysis,
    diagnostic('unbound-in-transform', span, `\`${name}\` has no value here`, {
      help: isOwn
        ? 'It is the result of this very `let`. Use a variable of the conditions, and another name for the result.'
        : 'Use a variable that a condition before `|>` binds, or one of an earlier `let`.',
    }),
    clause,
  );
}

function checkGrouping(analysis: Analysis, { lets }: Transform, operation: Apply, clause: Clause): void {
  const known = bodyVariables(clause);
  const keys = checkKeys(analysis, operation, known, clause);
  const defined = new Map<string, Let>();
  const scope: Scope = { known, defined, refused: new Set() };
  for (const each of lets) {
    checkTarget(analysis, each, scope, clause);
    const reducer = analysis.registry.reducers.get(each.expression.name);
    const isReducer = reducer !== undefined;
    if (isReducer && reducer.takesVariables) checkReduced(analysis, each, clause);
    checkGroupLet(analysis, each, { ...scope, keys, isReducer }, clause);
    defined.set(each.variable.name, each);
  }
  checkGroupedHead(analysis, clause, new Set([...keys, ...defined.keys()]), known);
}

function checkKeys(analysis: Analysis, operation: Apply, known: ReadonlySet<string>, clause: Clause): Set<string> {
  const keys = new Set<string>();
  const refuse = (arg: Term, message: string, help: string): void =>
    report(analysis, diagnostic('bad-group-key', arg.span, message, { help }), clause);
  for (const arg of operation.args) {
    if (arg.kind !== 'variable') {
      refuse(
        arg,
        `\`${textOf(arg.span)}\` is not a grouping key`,
        'Keys are variables of the conditions. `fn:group_by()` makes one group of everything.',
      );
    } else if (keys.has(arg.name)) {
      refuse(arg, `the key \`${arg.name}\` stands here twice`, 'Write each key once.');
    } else if (!known.has(arg.name)) {
      refuse(arg, `the key \`${arg.name}\` has no value`, 'Group by variables that the conditions before `|>` bind.');
    }
    if (arg.kind === 'variable') keys.add(arg.name);
  }
  return keys;
}

/** `fn:sum` and the like reduce one column, so that column must have a name. */
function checkReduced(analysis: Analysis, { expression }: Let, clause: Clause): void {
  for (const arg of expression.args) {
    if (arg.kind === 'variable' || arg.kind === 'wildcard') continue;
    const text = textOf(arg.span);
    report(
      analysis,
      diagnostic('reducer-of-expression', arg.span, `\`${expression.name}\` reduces a variable, not \`${text}\``, {
        help: `Compute it first: add the condition \`V = ${text}\` before \`|>\` and write \`${expression.name}(V)\`.`,
      }),
      clause,
    );
  }
}

interface GroupScope extends Scope {
  readonly keys: ReadonlySet<string>;
  readonly isReducer: boolean;
}

/** A reducer sees the rows; any other function sees what is one for the group: keys and earlier results. */
function checkGroupLet(analysis: Analysis, each: Let, scope: GroupScope, clause: Clause): void {
  const { known, keys, defined, isReducer } = scope;
  for (const variable of expressionVariables(analysis, each, clause)) {
    const isRow = known.has(variable.name);
    const isResult = defined.has(variable.name);
    if (isReducer ? isRow : isResult || (isRow && keys.has(variable.name))) continue;
    if (isRow) reportNotGrouped(analysis, variable, each.expression.name, clause);
    else if (isResult) reportReducedResult(analysis, variable, each, clause);
    else reportUnbound(analysis, variable, each, scope, clause);
  }
}

function reportNotGrouped(analysis: Analysis, { name, span }: Variable, user: string, clause: Clause): void {
  report(
    analysis,
    diagnostic('not-grouped', span, `\`${name}\` has many values in a group, and \`${user}\` takes one`, {
      help: `Add \`${name}\` to \`fn:group_by\`, or reduce it first, as in \`let Total = fn:sum(${name})\`.`,
    }),
    clause,
  );
}

function reportReducedResult(analysis: Analysis, { name, span }: Variable, { expression }: Let, clause: Clause): void {
  report(
    analysis,
    diagnostic(
      'unbound-in-transform',
      span,
      `\`${name}\` is a result of the group, and \`${expression.name}\` reduces the rows`,
      {
        help: `Reduce a variable of the conditions. To reduce the list \`${name}\` give it to a predicate and write \`X = ${expression.name}(${name})\` in another rule.`,
      },
    ),
    clause,
  );
}

function checkGroupedHead(
  analysis: Analysis,
  clause: Clause,
  grouped: ReadonlySet<string>,
  known: ReadonlySet<string>,
): void {
  const { head, annotation } = clause;
  const times = [...boundVariable(annotation?.start), ...boundVariable(annotation?.end)];
  const lost = [...variablesOfAll(head.args), ...times].filter(({ name }) => known.has(name) && !grouped.has(name));
  for (const { name, span } of distinct(lost)) {
    report(
      analysis,
      diagnostic('not-grouped', span, `the head variable \`${name}\` is neither a grouping key nor a result`, {
        help: `Add \`${name}\` to \`fn:group_by\`, reduce it with a \`let\`, or remove it from the head.`,
      }),
      clause,
    );
  }
}
