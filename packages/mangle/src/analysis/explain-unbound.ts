import { type Diagnostic, diagnostic, type DiagnosticDetails } from '../diagnostics/diagnostic.js';
import { closest } from '../diagnostics/suggest.js';
import type { Apply, Clause, Term } from '../syntax/ast.js';
import { briefTextOf } from '../text/source.js';
import { foreignValue } from './lints/value-as-variable.js';
import { bindsOf, type Draft, missingOf, type Need } from './drafts.js';
import type { Ordered } from './order-premises.js';
import { boundVariable, variablesOf, variablesOfAll, visitTerm } from '../program/variables.js';

/**
 * Why premises cannot run and which head variables have no value: one diagnostic for each variable that nothing
 * binds, at the first condition that needs it, and none for what only follows from it.
 */
export function explainUnbound(clause: Clause, { stuck, bound }: Ordered, defined: ReadonlySet<string>): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const draft of stuck) {
    for (const need of missingOf(draft, bound)) {
      const isGivenLater = stuck.some((other) => other !== draft && bindsOf(other).includes(need.name));
      if (!isGivenLater && !found.has(need.name)) found.set(need.name, explainNeed(need, draft, clause, bound));
    }
  }
  const [first] = stuck;
  if (first !== undefined && found.size === 0) return [explainCircle(first, stuck)];
  const promised = new Set(stuck.flatMap(bindsOf));
  for (const { name, span } of headVariables(clause)) {
    if (bound.has(name) || defined.has(name) || promised.has(name) || found.has(name)) continue;
    found.set(
      name,
      diagnostic(
        'unbound-head-variable',
        span,
        `\`${name}\` in the head is bound by no positive condition of the body`,
        headDetails(name, clause, bound),
      ),
    );
  }
  return [...found.values()];
}

function headVariables({ head, annotation }: Clause) {
  return [...variablesOfAll(head.args), ...boundVariable(annotation?.start), ...boundVariable(annotation?.end)];
}

function headDetails(name: string, clause: Clause, bound: ReadonlySet<string>): DiagnosticDetails {
  const negated = clause.premises.find(
    (literal) =>
      literal.kind === 'atom' &&
      literal.isNegated &&
      variablesOfAll(literal.atom.args).some((each) => each.name === name),
  );
  return {
    help: `${question(closest(name, bound))}${foreignValueHelp(name)}Add a condition that has \`${name}\` as an argument, or an equality \`${name} = …\`. Negated conditions and comparisons give no values.`,
    related: negated === undefined ? [] : [{ span: negated.span, message: 'a negated condition binds nothing' }],
  };
}

/** `True` in a head. */
function foreignValueHelp(name: string): string {
  const help = foreignValue(name)?.help;
  return help === undefined ? '' : `${help} `;
}

function explainNeed(need: Need, draft: Draft, clause: Clause, bound: ReadonlySet<string>): Diagnostic {
  const whole = briefTextOf((draft.literal ?? draft.premise).span);
  const pattern = patternAround(need, draft, bound);
  if (pattern !== undefined) return explainPattern(need, pattern, whole);
  const { code, message, help } = explanations[need.place](need.name, whole);
  const canDrop = need.place === 'negation' && occurrences(need.name, clause) === 1;
  const similar = closest(need.name, bound);
  const fix = canDrop
    ? {
        title: 'write `_`',
        edits: [{ span: need.span, text: '_' }],
        ...(similar === undefined ? {} : { needsJudgment: true as const }),
      }
    : undefined;
  return diagnostic(code, need.span, message, { help: question(similar) + help, fix });
}

/** A variable nearly like one that has a value is probably misspelled; then no fix may hide it unseen. */
function question(similar: string | undefined): string {
  return similar === undefined ? '' : `Did you mean \`${similar}\`? `;
}

interface Explanation {
  readonly code: 'unbound-variable' | 'unbound-in-negation';
  readonly message: string;
  readonly help: string;
}

/** By the place of the variable; `whole` is the condition it stands in. */
const explanations: Readonly<Record<Need['place'], (name: string, whole: string) => Explanation>> = {
  comparison: (name, whole) => ({
    code: 'unbound-variable',
    message: `\`${name}\` in \`${whole}\` is bound by no condition`,
    help: `A comparison only tests. Add a condition that has \`${name}\` as an argument.`,
  }),
  negation: (name, whole) => ({
    code: 'unbound-in-negation',
    message: `\`${name}\` is bound by no positive condition, only used in the negated \`${whole}\``,
    help: `Write \`_\` if any value will do (then the condition means "there is none"), or add a positive condition that binds \`${name}\`.`,
  }),
  function: (name, whole) => ({
    code: 'unbound-variable',
    message: `\`${name}\` in \`${whole}\` has no value to compute with`,
    help: `Functions compute in one direction: an equation is not solved for its unknown. Add a condition that binds \`${name}\`, or turn the function around.`,
  }),
  input: (name, whole) => ({
    code: 'unbound-variable',
    message: `\`${name}\` must have a value for \`${whole}\`, and no condition binds it`,
    help: `This argument is an input. Add a condition that has \`${name}\` as an argument.`,
  }),
  window: (name, whole) => ({
    code: 'unbound-variable',
    message: `\`${name}\` in \`${whole}\` must be a time, and no condition binds it`,
    help: `Add a condition that binds \`${name}\` to a time, or write a date or a duration.`,
  }),
};

/** Predicates that take a value apart, by the function that puts it together. */
const takers: ReadonlyMap<string, string> = new Map([
  ['fn:list', ':match_cons(List, Head, Tail)'],
  ['fn:list:cons', ':match_cons(List, Head, Tail)'],
  ['fn:pair', ':match_pair(Pair, First, Second)'],
  ['fn:tuple', ':match_pair(Pair, First, Rest)'],
  ['fn:map', ':match_entry(Map, Key, Value)'],
  ['fn:struct', ':match_field(Struct, /label, Value)'],
]);

/** The structured term that is meant to take a value apart; for an equality only if its other side has a value. */
function patternAround(need: Need, { premise }: Draft, bound: ReadonlySet<string>): Apply | undefined {
  if (need.place !== 'function') return undefined;
  const inside = (term: Term): Apply | undefined => {
    if (term.kind !== 'apply' || !takers.has(term.name)) return undefined;
    return variablesOf(term).some(({ span }) => span === need.span) ? term : undefined;
  };
  if (premise.kind !== 'compare') return premise.args.map(inside).find((term) => term !== undefined);
  const isGiven = (term: Term): boolean => variablesOf(term).every(({ name }) => bound.has(name));
  return (
    (isGiven(premise.right) ? inside(premise.left) : undefined) ??
    (isGiven(premise.left) ? inside(premise.right) : undefined)
  );
}

function explainPattern({ name, span }: Need, pattern: Apply, whole: string): Diagnostic {
  const taker = takers.get(pattern.name) ?? '';
  return diagnostic(
    'pattern-unsupported',
    span,
    `\`${briefTextOf(pattern.span)}\` in \`${whole}\` builds a value and does not take one apart, so \`${name}\` is bound by no condition`,
    {
      help: `Put a variable there and take its value apart with \`${taker}\`.`,
    },
  );
}

function explainCircle(first: Draft, stuck: readonly Draft[]): Diagnostic {
  const others = stuck.filter((draft) => draft !== first);
  return diagnostic(
    'circular-conditions',
    first.premise.span,
    `\`${briefTextOf(first.premise.span)}\` waits for a value that waits for it`,
    {
      help: 'Each of these conditions needs a variable that only the others bind. Add a condition that binds one of them.',
      related: others.map(({ premise }) => ({ span: premise.span, message: 'waits as well' })),
    },
  );
}

function occurrences(name: string, { head, annotation, premises }: Clause): number {
  let count = [...boundVariable(annotation?.start), ...boundVariable(annotation?.end)].filter(
    (each) => each.name === name,
  ).length;
  const body = premises.flatMap((literal) =>
    literal.kind === 'atom' ? literal.atom.args : [literal.left, literal.right],
  );
  for (const term of [...head.args, ...body]) {
    visitTerm(term, (part) => {
      if (part.kind === 'variable' && part.name === name) count += 1;
    });
  }
  return count;
}
