import type { PredicateTyping } from '../builtins/define.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { BuiltinPremise } from '../program/program.js';
import type { Term } from '../syntax/ast.js';
import { textOf } from '../text/source.js';
import { isProblem, problem, type Problem, type TypeContext } from './context.js';
import { readTypeText } from './read-type-text.js';
import { copyState, refine, setImpossible, type State, typeOfVariable } from './state.js';
import { meet } from './subtype.js';
import { badArgument, selectField, termTypes } from './term-type.js';
import { mayPass } from './tolerance.js';
import { alternativesOf, anyType, basicTypes, isBelow, prefixType, type Type, unionOf } from './type.js';
import { bindByJoin, excludes, substitute } from './variables.js';
import { describeType } from './words.js';

/**
 * Types a builtin predicate in a state, which it may narrow: given arguments to what the predicate takes, found ones to
 * what it gives. A negated one must be possible, but says nothing about its variables.
 */
export function builtinType(context: TypeContext, state: State, premise: BuiltinPremise): State | Problem {
  const next = copyState(state);
  const types = termTypes(context, next, premise.args);
  if (isProblem(types)) return types;
  const rule = premise.builtin.typing === undefined ? bySignature : predicateRules[premise.builtin.typing];
  const found = rule({ premise, types, state: next });
  if (found !== undefined) return premise.isNegated && premise.builtin.isTotal ? whenNegated(found, state) : found;
  if (!premise.isNegated) return next;
  return premise.builtin.typing === 'match-prefix' ? withoutPrefix(state, premise) : state;
}

/** A test that never holds always holds when it is negated. */
function whenNegated({ explain }: Problem, state: State): Problem {
  return problem(explain, { tolerated: { states: [state], isSilent: false }, otherwise: state });
}

interface Test {
  readonly premise: BuiltinPremise;
  readonly types: readonly Type[];
  readonly state: State;
}

type PredicateRule = (test: Test) => Problem | undefined;

/** Given arguments come first, in order, since they decide what the type variables of the found ones are. */
const bySignature: PredicateRule = ({ premise, types, state }) => {
  const { builtin, args, span } = premise;
  const params = builtin.params.map(readTypeText);
  const given: Type[] = [];
  const givenParams: Type[] = [];
  const order = [...params.keys()].sort((a, b) => Number(builtin.modes[a] === '-') - Number(builtin.modes[b] === '-'));
  for (const at of order) {
    const [param = anyType, argument, type = anyType] = [params[at], args[at], types[at]];
    if (argument === undefined) continue;
    const wanted = substitute(param, bindByJoin(givenParams, given));
    if (excludes(type, wanted)) {
      return problem(() => badArgument(state, { name: builtin.name, at, argument, found: type, misfit: type, wanted }));
    }
    narrow(state, argument, wanted, span);
    if (builtin.modes[at] === '-') continue;
    given.push(meet(type, wanted));
    givenParams.push(param);
  }
  return undefined;
};

function narrow(state: State, argument: Term, wanted: Type, span: BuiltinPremise['span']): void {
  if (argument.kind === 'variable') refine(state, argument.name, wanted, span);
}

const predicateRules: Readonly<Record<PredicateTyping, PredicateRule>> = {
  'match-prefix': matchPrefix,
  'match-text': matchText,
  'match-field': matchField,
};

/** A name has no text to look into. The test just does not hold, so it is a doubt and no error. */
function matchText(test: Test): Problem | undefined {
  const { premise, types, state } = test;
  const [type = anyType] = types;
  const found = bySignature(test);
  if (found === undefined || !excludes(type, basicTypes.string) || !mayPass(type, basicTypes.string)) return found;
  const after = copyState(state);
  const [subject] = premise.args;
  if (subject?.kind === 'variable') setImpossible(after, subject.name, premise.span);
  return problem(found.explain, { tolerated: { states: [after], isSilent: false } });
}

function matchField({ premise, types, state }: Test): Problem | undefined {
  const { args, span } = premise;
  const [subject, selector, result] = args;
  if (subject === undefined || result === undefined) return undefined;
  if (selector?.kind !== 'constant' || selector.value.kind !== 'name') return bySignature({ premise, types, state });
  const field = selectField(state, { subject, struct: types[0] ?? anyType, label: selector.value.text, span });
  if (isProblem(field)) return field;
  const found = types[2] ?? anyType;
  if (excludes(found, field)) {
    const name = premise.builtin.name;
    return problem(() => badArgument(state, { name, at: 2, argument: result, found, misfit: found, wanted: field }));
  }
  narrow(state, result, field, span);
  return undefined;
}

/** Only a prefix that is written out tells which names match. */
function matchPrefix({ premise, types, state }: Test): Problem | undefined {
  const [subject, prefix] = premise.args;
  if (subject === undefined || prefix === undefined) return undefined;
  if (prefix.kind !== 'constant' || prefix.value.kind !== 'name') return bySignature({ premise, types, state });
  const type = types[0] ?? anyType;
  const wanted = prefixType(prefix.value.text);
  const matching = unionOf(alternativesOf(type).flatMap((each) => matchingPart(each, wanted.prefix)));
  if (matching.kind === 'bot' && type.kind !== 'bot') {
    const name = premise.builtin.name;
    return problem(() => badArgument(state, { name, at: 0, argument: subject, found: type, misfit: type, wanted }));
  }
  narrow(state, subject, matching, premise.span);
  return undefined;
}

/**
 * The part of a type that can match. The test compares text: `/ab` has the prefix `/a` and does not lie below it, so
 * names that match are not names of the type `/a`.
 */
function matchingPart(type: Type, prefix: string): readonly Type[] {
  if (type.kind === 'any' || type === basicTypes.name) return [basicTypes.name];
  if (type.kind === 'singleton') return type.value.kind === 'name' && hasPrefix(type.value.text, prefix) ? [type] : [];
  if (type.kind !== 'prefix') return [];
  return type.prefix.startsWith(prefix) || isBelow(prefix, type.prefix) ? [type] : [];
}

function hasPrefix(name: string, prefix: string): boolean {
  return name.length > prefix.length && name.startsWith(prefix);
}

/** A negated test removes the alternatives whose names all have the prefix. */
function withoutPrefix(state: State, { args, span }: BuiltinPremise): State | Problem {
  const [subject, prefix] = args;
  if (subject?.kind !== 'variable' || prefix?.kind !== 'constant' || prefix.value.kind !== 'name') return state;
  const { text } = prefix.value;
  const type = typeOfVariable(state, subject.name);
  const left = unionOf(alternativesOf(type).filter((each) => !isWhollyPrefixed(each, text)));
  if (left.kind === 'bot' && type.kind !== 'bot') return problem(() => alwaysPrefixed(subject, type, text));
  const next = copyState(state);
  refine(next, subject.name, left, span);
  return next;
}

function isWhollyPrefixed(type: Type, prefix: string): boolean {
  if (type.kind === 'prefix') return type.prefix.startsWith(prefix);
  return type.kind === 'singleton' && type.value.kind === 'name' && hasPrefix(type.value.text, prefix);
}

function alwaysPrefixed(subject: Term, type: Type, prefix: string): Diagnostic {
  const name = textOf(subject.span);
  return diagnostic(
    'type-mismatch',
    subject.span,
    `\`${name}\` is ${describeType(type)} and always has the prefix \`${prefix}\``,
    {
      help: 'This condition can never hold. Remove the rule, or correct the prefix or the declared bound.',
    },
  );
}
