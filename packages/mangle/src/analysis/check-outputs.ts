import type { PredicateBuiltin } from '../builtins/define.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { AtomLiteral, Clause, Term } from '../syntax/ast.js';
import { textOf } from '../text/source.js';
import { variablesOfAll } from '../program/variables.js';

/**
 * The `-` arguments of a positive built-in are free variables or `_` at their place in the source: it gives values
 * there and does not compare them. `seen` has the variables with a value so far.
 */
export function checkOutputs(
  literal: AtomLiteral,
  builtin: PredicateBuiltin,
  seen: ReadonlySet<string>,
  clause: Clause,
): Diagnostic[] {
  if (literal.isNegated) return [];
  return literal.atom.args
    .filter((arg, at) => builtin.modes[at] === '-' && isTaken(arg, seen))
    .map((arg) => notFree(arg, literal, clause));
}

function isTaken(arg: Term, seen: ReadonlySet<string>): boolean {
  return arg.kind === 'constant' || arg.kind === 'apply' || (arg.kind === 'variable' && seen.has(arg.name));
}

function notFree(arg: Term, { atom, span }: AtomLiteral, clause: Clause): Diagnostic {
  const text = textOf(arg.span);
  const fresh = freshName(arg, clause);
  const end = { source: span.source, start: span.end, end: span.end };
  const state = arg.kind === 'variable' ? 'already has a value' : 'is a value';
  return diagnostic('output-not-free', arg.span, `\`${atom.predicate}\` gives a value here, but \`${text}\` ${state}`, {
    help: `Use a fresh variable and compare: write \`${fresh}\` here and add \`${fresh} = ${text}\`.`,
    fix: {
      title: `write \`${fresh}\` and compare it`,
      edits: [
        { span: arg.span, text: fresh },
        { span: end, text: `, ${fresh} = ${text.startsWith('/') ? `${text} ` : text}` },
      ],
    },
  });
}

/** A name that the clause does not use: `X` becomes `X1`, a constant `V`. */
function freshName(arg: Term, { head, premises, transforms }: Clause): string {
  const body = premises.flatMap((literal) =>
    literal.kind === 'atom' ? literal.atom.args : [literal.left, literal.right],
  );
  const lets = transforms.flatMap((transform) => transform.lets.map(({ variable }) => variable));
  const used = new Set(variablesOfAll([...head.args, ...body, ...lets]).map(({ name }) => name));
  const base = arg.kind === 'variable' ? arg.name : 'V';
  for (let count = arg.kind === 'variable' ? 1 : 0; ; count++) {
    const name = count === 0 ? base : `${base}${count}`;
    if (!used.has(name)) return name;
  }
}
