import type { Signature } from '../builtins/define.js';
import { type Diagnostic, diagnostic, type DiagnosticDetails } from '../diagnostics/diagnostic.js';
import { closest } from '../diagnostics/suggest.js';
import type { Apply, Clause, Let, Term } from '../syntax/ast.js';
import { textOf } from '../text/source.js';
import { allClauses, type Analysis, report } from './analysis.js';
import { functionMisnomers } from './misnomers.js';
import { visitTerm } from '../program/variables.js';

/**
 * Every function exists and gets as many arguments as it takes, in heads and facts too; reducers stand only as the
 * whole right side of a `let` after `do fn:group_by`.
 */
export function checkFunctions(analysis: Analysis): void {
  for (const { clause } of allClauses(analysis)) {
    for (const term of plainTerms(clause)) visitCalls(term, (call) => checkCall(analysis, call, clause));
    for (const { operation, lets } of clause.transforms) {
      for (const each of lets) checkLet(analysis, each, clause, operation !== undefined);
      // What `do` may be followed by is the business of the check on transforms.
      for (const arg of operation?.args ?? []) visitCalls(arg, (call) => checkCall(analysis, call, clause));
    }
  }
}

/** The terms outside transforms. */
function plainTerms(clause: Clause): Term[] {
  const body = clause.premises.flatMap((literal) =>
    literal.kind === 'atom' ? literal.atom.args : [literal.left, literal.right],
  );
  return [...clause.head.args, ...body];
}

function visitCalls(term: Term, visit: (call: Apply) => void): void {
  visitTerm(term, (part) => {
    if (part.kind === 'apply') visit(part);
  });
}

function checkLet(analysis: Analysis, { expression }: Let, clause: Clause, isGrouped: boolean): void {
  const reducer = analysis.registry.reducers.get(expression.name);
  if (reducer === undefined) {
    visitCalls(expression, (call) => checkCall(analysis, call, clause));
    return;
  }
  if (isGrouped) {
    refuseArity(analysis, expression, reducer.signature, clause);
  } else if (!isListCall(analysis, expression)) {
    report(analysis, withoutGroup(analysis, expression), clause);
  }
  for (const arg of expression.args) visitCalls(arg, (call) => checkCall(analysis, call, clause));
}

/** `fn:sum([1, 2])` is an ordinary function of a list, and nobody can have meant a group. */
function isListCall({ registry }: Analysis, { name, args }: Apply): boolean {
  const [list] = args;
  return registry.functions.has(name) && args.length === 1 && list?.kind === 'apply' && list.form === 'list';
}

function checkCall(analysis: Analysis, call: Apply, clause: Clause): void {
  const { functions, reducers } = analysis.registry;
  const found = functions.get(call.name);
  if (found !== undefined) {
    const isPaired = found.typing === 'map' || found.typing === 'struct';
    if (isPaired && call.args.length % 2 === 1) report(analysis, oddEntries(call), clause);
    else refuseArity(analysis, call, found.signature, clause);
    return;
  }
  if (reducers.has(call.name) || call.name === 'fn:group_by') report(analysis, withoutGroup(analysis, call), clause);
  else report(analysis, unknown(analysis, call), clause);
}

function withoutGroup({ registry }: Analysis, call: Apply): Diagnostic {
  if (call.name === 'fn:group_by') {
    return diagnostic('reducer-without-group', call.span, '`fn:group_by` stands only after `|> do`', {
      help: 'Write `|> do fn:group_by(Key), let N = fn:count()` after the conditions.',
    });
  }
  const isFunction = registry.functions.has(call.name);
  const list = isFunction ? ` On a list value it is a function: write the condition \`X = ${call.name}(List)\`.` : '';
  const isCount = registry.reducers.get(call.name)?.signature.params.length === 0;
  const sample = `${call.name}(${isCount ? '' : call.args.map((arg) => textOf(arg.span)).join(', ')})`;
  return diagnostic('reducer-without-group', call.span, `\`${call.name}\` needs a group`, {
    help: `A reducer is the whole right side of a \`let\` after grouping: \`|> do fn:group_by(Key), let R = ${sample}\`.${list}`,
  });
}

function oddEntries(call: Apply): Diagnostic {
  const form = call.name === 'fn:struct' ? '{/label : value, …}' : '[key : value, …]';
  return diagnostic(
    'function-arity',
    call.span,
    `\`${call.name}\` takes keys and values in pairs, got ${call.args.length} arguments`,
    {
      help: `Write \`${form}\`.`,
    },
  );
}

function refuseArity(analysis: Analysis, call: Apply, { params, rest }: Signature, clause: Clause): void {
  const count = call.args.length;
  const least = params.length + (rest?.min ?? 0);
  if (count >= least && (rest !== undefined || count === least)) return;
  const noun = least === 1 ? 'argument' : 'arguments';
  const wanted = least === 0 ? 'no argument' : `${rest === undefined ? '' : 'at least '}${least} ${noun}`;
  const isTooMany = least === 0 && rest === undefined;
  const details: DiagnosticDetails = isTooMany
    ? {
        help: 'It looks at whole rows. For distinct values derive them in a rule of their own, then count.',
        fix: { title: `write \`${call.name}()\``, edits: [{ span: call.span, text: `${call.name}()` }] },
      }
    : { help: `It takes ${wanted}.` };
  report(
    analysis,
    diagnostic('function-arity', call.span, `\`${call.name}\` takes ${wanted}, got ${count}`, details),
    clause,
  );
}

function unknown({ registry }: Analysis, call: Apply): Diagnostic {
  const { functions, reducers } = registry;
  const names = new Set([...functions.keys(), ...reducers.keys(), 'fn:group_by']);
  const message = `there is no function \`${call.name}\``;
  const misnomer = functionMisnomers.get(call.name);
  if (misnomer?.help !== undefined)
    return diagnostic('unknown-function', call.nameSpan, message, { help: misnomer.help });
  const known = misnomer?.instead !== undefined && names.has(misnomer.instead) ? misnomer.instead : undefined;
  const instead = known ?? closest(call.name, names);
  if (instead === undefined) {
    return diagnostic('unknown-function', call.nameSpan, message, {
      help: 'Functions are built in; a program cannot define its own. Use a rule or an external predicate.',
    });
  }
  const reducer = reducers.get(instead);
  const takesNothing =
    reducer !== undefined && reducer.signature.params.length === 0 && reducer.signature.rest === undefined;
  const what =
    reducer === undefined
      ? `Did you mean \`${instead}\`?`
      : `The reducer is \`${instead}${takesNothing ? '()` (no argument).' : '`.'}`;
  const edit = takesNothing ? { span: call.span, text: `${instead}()` } : { span: call.nameSpan, text: instead };
  return diagnostic('unknown-function', call.nameSpan, message, {
    help: what,
    fix: { title: `write \`${edit.text}\``, edits: [edit] },
  });
}
