import { textOf, type Span } from '../text/source.js';
import type { Atom, Clause } from './ast.js';
import type { ParseState } from './parse-state.js';

/** Arrows that point from the condition to what follows from it, longest first. */
const signs = ['==>', '-->', '=>', '->', '⇒', '→', '⟹', '⟶'];

/** The arrow of an implication at the current place. */
export function implicationSign(p: ParseState): string | undefined {
  return signs.find((sign) => p.text.startsWith(sign, p.start));
}

interface Implication {
  /** Where the arrow stands. */
  readonly sign: Span;
  /** What was read, as if the arrow were a `:-`; absent if it could not be read to its end. */
  readonly rule: Clause | undefined;
  /** How many diagnostics there were before the right side was read. */
  readonly mark: number;
}

/**
 * Reports an implication. To write `:-` for its arrow would turn the rule around, so the fix exchanges the sides, where
 * each is one atom; the clause is what the fix leaves.
 */
export function reportImplication(p: ParseState, { sign, rule, mark }: Implication): Clause | undefined {
  const isClean = p.diagnostics.length === mark;
  const head = rule === undefined || !isClean || isAfterComma(rule) ? undefined : onlyAtom(rule);
  p.report('wrong-arrow', sign, 'a rule begins with what follows from it', {
    help: `Write what stands behind \`${textOf(sign)}\` first, and then \`:-\`: \`wet(X) :- rain(X).\``,
    fix:
      rule === undefined || head === undefined
        ? undefined
        : {
            title: 'exchange the sides',
            edits: [
              { span: rule.head.span, text: textOf(head.span) },
              { span: sign, text: ':-' },
              { span: head.span, text: textOf(rule.head.span) },
            ],
          },
  });
  if (rule === undefined || head === undefined) return rule;
  return { ...rule, head, premises: [{ kind: 'atom', atom: rule.head, isNegated: false, span: rule.head.span }] };
}

/** `a(X), b(X) -> c(X).`: what was read is only a part of the implication. */
function isAfterComma({ span: { source, start } }: Clause): boolean {
  return source.text.slice(0, start).trimEnd().endsWith(',');
}

/** The right side, if it can stand as a head and the left side as a premise. */
function onlyAtom({ annotation, premises, transforms }: Clause): Atom | undefined {
  const [premise] = premises;
  if (annotation !== undefined || transforms.length > 0 || premises.length !== 1) return undefined;
  if (premise?.kind !== 'atom' || premise.isNegated) return undefined;
  return premise.operator === undefined && premise.annotation === undefined ? premise.atom : undefined;
}
