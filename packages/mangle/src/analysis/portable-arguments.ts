import type { PredicateBuiltin } from '../builtins/define.js';
import { type Diagnostic, diagnostic, type DiagnosticDetails } from '../diagnostics/diagnostic.js';
import type { AtomLiteral, Term } from '../syntax/ast.js';
import { briefTextOf, textOf } from '../text/source.js';
import type { Draft } from './drafts.js';
import type { FreshName } from './fresh-names.js';

/**
 * The `-` arguments of a positive built-in that are no free variables at their place in the source: they are compared
 * with what it gives. The reference engine refuses them. `seen` has the variables with a value so far.
 */
export function outputHints(
  literal: AtomLiteral,
  builtin: PredicateBuiltin,
  seen: ReadonlySet<string>,
  fresh: FreshName,
): Diagnostic[] {
  if (literal.isNegated) return [];
  const given = new Set<string>();
  return literal.atom.args.flatMap((arg, at) => {
    if (builtin.modes[at] !== '-') return [];
    const isTaken =
      arg.kind === 'constant' ||
      arg.kind === 'apply' ||
      (arg.kind === 'variable' && (seen.has(arg.name) || given.has(arg.name)));
    if (arg.kind === 'variable') given.add(arg.name);
    return isTaken ? [comparedOutput(arg, literal, fresh)] : [];
  });
}

function comparedOutput(arg: Term, literal: AtomLiteral, fresh: FreshName): Diagnostic {
  const text = briefTextOf(arg.span);
  const state = arg.kind === 'variable' ? 'already has a value' : 'is a value';
  const message = `\`${literal.atom.predicate}\` gives a value here, and \`${text}\` ${state}: the two are compared`;
  return diagnostic('output-not-free', arg.span, message, apart(arg, literal, fresh));
}

/** The functions of a condition that are computed from values that it or a later one gives. */
export function computedHints({ literal, premise }: Draft, late: readonly Term[], fresh: FreshName): Diagnostic[] {
  // Of the outputs of a built-in the hint above has said it.
  if (literal?.kind !== 'atom' || premise.kind === 'builtin') return [];
  return late.map((arg) => {
    const message = `\`${briefTextOf(arg.span)}\` is computed after \`${briefTextOf(literal.span)}\` has given its variables values`;
    return diagnostic('computed-argument', arg.span, message, apart(arg, literal, fresh));
  });
}

/** What it comes to, written out. */
function apart(arg: Term, { span }: AtomLiteral, fresh: FreshName): DiagnosticDetails {
  const name = fresh(arg.kind === 'variable' ? arg.name : 'V');
  const text = textOf(arg.span);
  const end = { source: span.source, start: span.end, end: span.end };
  return {
    help: `The Go engine does not take it. To be portable, write \`${name}\` here and add \`${name} = ${briefTextOf(arg.span)}\`.`,
    fix: {
      title: `write \`${name}\` and compare it`,
      edits: [
        { span: arg.span, text: name },
        { span: end, text: `, ${name} = ${text.startsWith('/') ? `${text} ` : text}` },
      ],
    },
  };
}
