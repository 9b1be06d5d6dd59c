import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { closest } from '../diagnostics/suggest.js';
import { predicateKey, type Program } from '../program/program.js';
import type { Apply, Atom, Term } from '../syntax/ast.js';

/** What keeps a goal from being asked of a program, if anything; the first problem only, since goals are short. */
export function checkGoal({ predicates, registry }: Program, { predicate, args, span }: Atom): Diagnostic | undefined {
  const key = predicateKey(predicate, args.length);
  if (!predicates.has(key)) {
    const near = closest(key, predicates.keys());
    const help = near === undefined ? 'Ask for a predicate of the program.' : `Did you mean \`${near}\`?`;
    return diagnostic('unknown-predicate', span, `the program has no predicate \`${key}\``, { help });
  }
  return args.map((arg) => checkTerm(arg, registry.functions)).find((problem) => problem !== undefined);
}

type Functions = Program['registry']['functions'];

function checkTerm(term: Term, functions: Functions): Diagnostic | undefined {
  if (term.kind !== 'apply') return undefined;
  return (
    checkCall(term, functions) ?? term.args.map((arg) => checkPart(arg, functions)).find((each) => each !== undefined)
  );
}

function checkPart(term: Term, functions: Functions): Diagnostic | undefined {
  if (term.kind !== 'variable' && term.kind !== 'wildcard') return checkTerm(term, functions);
  return diagnostic('pattern-unsupported', term.span, 'a goal cannot take a structured value apart', {
    help: 'Use a variable for the whole argument, or derive the parts with a rule.',
  });
}

function checkCall({ name, args, span }: Apply, functions: Functions): Diagnostic | undefined {
  const found = functions.get(name);
  if (found === undefined) {
    const near = closest(name, functions.keys());
    const help = near === undefined ? undefined : `Did you mean \`${near}\`?`;
    return diagnostic('unknown-function', span, `there is no function \`${name}\``, { help });
  }
  const { params, rest } = found.signature;
  const fits = rest === undefined ? args.length === params.length : args.length >= params.length + rest.min;
  if (fits) return undefined;
  return diagnostic('function-arity', span, `\`${name}\` cannot be called with ${args.length} arguments`);
}
