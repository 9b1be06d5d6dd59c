import type { PredicateBuiltin } from '../builtins/define.js';
import { type ComparePremise, type Premise, predicateKey, type TemporalPremise } from '../program/program.js';
import type { AtomLiteral, Clause, CompareLiteral, Let, Literal, Term, Variable } from '../syntax/ast.js';
import type { Span } from '../text/source.js';
import type { Analysis, Predicate } from './analysis.js';
import { bindsOf, type Draft, isLink, isReady, type Need, type NeedPlace, type Way } from './drafts.js';
import { annotationForm, forever, operatorForm, type TimeForm } from './interval-forms.js';
import { instantVariables, variablesOf, variablesOfAll } from '../program/variables.js';

/** The state of one walk over a body in source order. */
export interface Drafting {
  readonly analysis: Analysis;
  /** Gives each `_` a variable of its own. */
  readonly nameWildcard: (span: Span) => Variable;
  /** The same for bounds of intervals; only where rows are grouped, which makes each binding count. */
  readonly nameBound: ((span: Span) => Variable) | undefined;
  /** Variables that have a value at this point when the body runs exactly as written. */
  readonly seen: Set<string>;
  /** Variables that occurred in an earlier condition able to give them a value, possibly a delayed one. */
  readonly known: Set<string>;
  /** Variables that are arguments of positive atoms anywhere in the body. */
  readonly enumerated: ReadonlySet<string>;
}

export function startDrafting(analysis: Analysis, clause: Clause, given: readonly string[]): Drafting {
  let count = 0;
  const nameWildcard = (span: Span): Variable => {
    count += 1;
    return { kind: 'variable', name: `_${count}`, span };
  };
  const positive = clause.premises.filter((literal) => literal.kind === 'atom' && !literal.isNegated);
  const direct = positive.flatMap((literal) => (literal.kind === 'atom' ? literal.atom.args : []));
  const enumerated = new Set(direct.flatMap((arg) => (arg.kind === 'variable' ? [arg.name] : [])));
  return {
    analysis,
    nameWildcard,
    nameBound: clause.transforms.some(({ operation }) => operation !== undefined) ? nameWildcard : undefined,
    seen: new Set(given),
    known: new Set(given),
    enumerated: new Set([...given, ...enumerated]),
  };
}

/** The normal form of one condition. Must be called in source order. */
export function draftPremise(drafting: Drafting, literal: Literal): Draft {
  const body = literal.kind === 'atom' ? draftAtom(drafting, literal) : draftCompare(drafting, literal);
  const draft: Draft = { ...body, literal, isEarly: !isReady(body, drafting.seen) && !isLink(body) };
  remember(drafting, draft, literal);
  return draft;
}

/** A `let` without grouping is an equality. */
export function draftLet({ nameWildcard }: Drafting, { variable, expression, span }: Let): Draft {
  const left = variable.name === '_' ? nameWildcard(variable.span) : variable;
  const premise: ComparePremise = { kind: 'compare', operator: '=', left, right: expression, span };
  return { premise, ways: [{ needs: needsIn([expression], 'function'), binds: [left.name] }], isEarly: false };
}

type Body = Pick<Draft, 'premise' | 'ways' | 'otherwise'>;

function remember(drafting: Drafting, draft: Draft, literal: Literal): void {
  if (literal.kind === 'compare') {
    for (const way of draft.ways) rememberEquality(drafting, way);
    return;
  }
  if (literal.isNegated) return;
  const { seen, known } = drafting;
  const body = draft.isEarly && draft.otherwise !== undefined ? draft.otherwise : draft;
  // What a builtin takes as input gets no value from it.
  const args = body.premise.kind === 'builtin' ? [] : variablesOfAll(literal.atom.args).map((each) => each.name);
  for (const name of [...args, ...bindsOf(body)]) {
    seen.add(name);
    known.add(name);
  }
}

function rememberEquality({ seen, known, enumerated }: Drafting, { needs, binds }: Way): void {
  const isGiven = needs.every(({ name }) => seen.has(name));
  const isPossible = needs.every(({ name }) => known.has(name) || enumerated.has(name));
  for (const name of binds) {
    if (isGiven) seen.add(name);
    if (isPossible) known.add(name);
  }
}

function draftAtom(drafting: Drafting, literal: AtomLiteral): Body {
  const { analysis } = drafting;
  const { atom, isNegated } = literal;
  const builtin = analysis.registry.predicates.get(atom.predicate);
  if (builtin !== undefined) return draftBuiltin(drafting, literal, builtin);
  const predicate = analysis.predicates.get(predicateKey(atom.predicate, atom.args.length));
  if (predicate === undefined) throw new Error(`unchecked predicate ${atom.predicate}`);
  const reflected = reflectedBuiltin(drafting, literal, predicate);
  if (reflected !== undefined) return reflected;
  if (predicate.isTemporal && !isNegated) return draftTemporal(drafting, literal, predicate);
  return draftStored(drafting, literal, predicate);
}

function draftStored(drafting: Drafting, { atom, isNegated, span }: AtomLiteral, predicate: Predicate): Body {
  const args = namedArguments(drafting, atom.args);
  const premise: Premise = { kind: 'atom', predicate: predicate.key, args, isNegated, span };
  if (isNegated) return { premise, ways: [{ needs: needsIn(atom.args, 'negation'), binds: [] }] };
  const isOnDemand = predicate.descriptors.isDeferred || predicate.descriptors.isExternal;
  return { premise, ways: [argumentWay(args, isOnDemand ? predicate.descriptors.mode : undefined)] };
}

/**
 * `person(X)` on a predicate that reflects `/person` tests a value by its name; only an `X` to which nothing else gives
 * a value asks for stored facts.
 */
function reflectedBuiltin(drafting: Drafting, literal: AtomLiteral, predicate: Predicate): Body | undefined {
  const { descriptors, arity, isTemporal } = predicate;
  const builtin = drafting.analysis.registry.predicates.get(':match_prefix');
  const [arg] = literal.atom.args;
  if (descriptors.reflects === undefined || builtin === undefined || arity !== 1 || arg === undefined) return undefined;
  const isInput = literal.isNegated || descriptors.mode?.[0] === '+';
  if (arg.kind === 'wildcard' && !isInput) return undefined;
  const prefix: Term = {
    kind: 'constant',
    value: { kind: 'name', text: descriptors.reflects },
    span: literal.atom.predicateSpan,
  };
  const test = draftBuiltin(drafting, { ...literal, atom: { ...literal.atom, args: [arg, prefix] } }, builtin);
  if (isInput || arg.kind !== 'variable') return test;
  const draftFacts = isTemporal ? draftTemporal : draftStored;
  return { ...test, otherwise: draftFacts(drafting, literal, predicate) };
}

function draftBuiltin(drafting: Drafting, { atom, isNegated, span }: AtomLiteral, builtin: PredicateBuiltin): Body {
  const args = namedArguments(drafting, atom.args);
  const premise: Premise = { kind: 'builtin', builtin, args, isNegated, span };
  if (isNegated) return { premise, ways: [{ needs: needsIn(atom.args, 'negation'), binds: [] }] };
  return { premise, ways: [argumentWay(args, builtin.modes)] };
}

function draftTemporal(drafting: Drafting, literal: AtomLiteral, { key }: Predicate): Body {
  const args = namedArguments(drafting, literal.atom.args);
  const form = timeForm(drafting, literal);
  const premise: TemporalPremise = { kind: 'temporal', predicate: key, args, ...form, span: literal.span };
  const { needs, binds } = argumentWay(args, undefined);
  const { window } = form;
  const windowNeeds = instantVariables(window?.from, window?.to).map(({ name, span }): Need => ({
    name,
    span,
    place: 'window',
  }));
  const sides = form.binds === undefined ? [] : [form.binds.start, form.binds.end];
  const times = instantVariables(...sides.map((side) => (side.kind === 'equals' ? side.instant : undefined)));
  return {
    premise,
    ways: [{ needs: [...needs, ...windowNeeds], binds: [...binds, ...times.map(({ name }) => name)] }],
  };
}

function timeForm({ known, nameBound }: Drafting, { operator, annotation }: AtomLiteral): TimeForm {
  const isKnown = (name: string): boolean => known.has(name);
  if (operator !== undefined) return operatorForm(operator, annotation, isKnown, nameBound);
  return annotation === undefined ? forever : annotationForm(annotation, isKnown, nameBound);
}

function draftCompare(drafting: Drafting, literal: CompareLiteral): Body {
  const { operator, span } = literal;
  const [left = literal.left, right = literal.right] = namedArguments(drafting, [literal.left, literal.right]);
  const premise: ComparePremise = { kind: 'compare', operator, left, right, span };
  const ways: Way[] = [];
  if (operator === '=' && left.kind === 'variable')
    ways.push({ needs: needsIn([right], 'comparison'), binds: [left.name] });
  if (operator === '=' && right.kind === 'variable')
    ways.push({ needs: needsIn([left], 'comparison'), binds: [right.name] });
  if (ways.length === 0) ways.push({ needs: needsIn([left, right], 'comparison'), binds: [] });
  return { premise, ways };
}

/** Plain variables take values from the atom; what is computed, and every `+` argument, must be there before. */
function argumentWay(args: readonly Term[], mode: readonly ('+' | '-' | '?')[] | undefined): Way {
  const needs: Need[] = [];
  const binds: string[] = [];
  for (const [at, arg] of args.entries()) {
    if (mode?.[at] === '+') needs.push(...needsIn([arg], 'input'));
    else if (arg.kind === 'variable') binds.push(arg.name);
    else needs.push(...needsIn([arg], 'function'));
  }
  return { needs, binds };
}

function needsIn(terms: readonly Term[], place: NeedPlace): Need[] {
  return terms.flatMap((term) => {
    const inside: NeedPlace = term.kind === 'apply' && place === 'comparison' ? 'function' : place;
    return variablesOf(term).map(({ name, span }): Need => ({ name, span, place: inside }));
  });
}

function namedArguments({ nameWildcard }: Drafting, args: readonly Term[]): Term[] {
  return args.map((arg) => (arg.kind === 'wildcard' ? nameWildcard(arg.span) : arg));
}
