import type { FunctionBuiltin, FunctionTyping, Signature } from '../builtins/define.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { Apply, Term } from '../syntax/ast.js';
import { type Span, textOf } from '../text/source.js';
import { isProblem, problem, type Problem, type TypeContext } from './context.js';
import { limitSize } from './limit-type.js';
import { readTypeText } from './read-type-text.js';
import { refine, type State, typeOfVariable } from './state.js';
import { join, meet } from './subtype.js';
import {
  alternativesOf,
  anyType,
  basicTypes,
  botType,
  type Field,
  fieldOf,
  listType,
  mapType,
  structType,
  tupleType,
  type Type,
  typeText,
  unionOf,
} from './type.js';
import { bindByJoin, excludes, substitute, withoutVariables } from './variables.js';
import { literalType } from './vocabulary.js';
import { describeType } from './words.js';

/**
 * The type of a term in a state. Arguments of functions are narrowed to what the function takes, since evaluation goes
 * on only if they have it; so this may change the state.
 */
function termType(context: TypeContext, state: State, term: Term): Type | Problem {
  switch (term.kind) {
    case 'variable':
      return typeOfVariable(state, term.name);
    case 'wildcard':
      return anyType;
    case 'constant':
      return literalType(context.vocabulary, term.value);
    case 'apply':
      return applyType(context, state, term);
  }
}

/** The types of several terms, or the first problem. */
export function termTypes(context: TypeContext, state: State, terms: readonly Term[]): readonly Type[] | Problem {
  const types: Type[] = [];
  for (const term of terms) {
    const type = termType(context, state, term);
    if (isProblem(type)) return type;
    types.push(type);
  }
  return types;
}

function applyType(context: TypeContext, state: State, term: Apply): Type | Problem {
  const builtin = context.program.registry.functions.get(term.name);
  const types = termTypes(context, state, term.args);
  // An unknown function is for analysis to report.
  if (isProblem(types) || builtin === undefined) return isProblem(types) ? types : anyType;
  const rule = builtin.typing === undefined ? bySignature : functionRules[builtin.typing];
  const result = rule({ term, types, state, builtin });
  return isProblem(result) ? result : limitSize(result);
}

/** A call and the types of its arguments. */
interface Call {
  readonly term: Apply;
  readonly types: readonly Type[];
  readonly state: State;
  readonly builtin: FunctionBuiltin;
}

type FunctionRule = (call: Call) => Type | Problem;

const bySignature: FunctionRule = ({ term, types, state, builtin }) => signatureType(state, term, types, builtin);

const functionRules: Readonly<Record<FunctionTyping, FunctionRule>> = {
  list: ({ types }) => listType(join(types)),
  map: ({ types }) => mapType(join(everySecond(types, 0)), join(everySecond(types, 1))),
  struct: ({ term, types }) => literalStruct(term.args, types),
  tuple: ({ types }) => tupleType(types),
  'struct-get': structGet,
};

function everySecond(types: readonly Type[], from: 0 | 1): readonly Type[] {
  return types.filter((_, at) => at % 2 === from);
}

/** Only labels that are written out are known; of equal labels the first counts. */
function literalStruct(args: readonly Term[], types: readonly Type[]): Type {
  const fields = new Map<string, Field>();
  args.forEach((label, at) => {
    if (at % 2 === 1 || label.kind !== 'constant' || label.value.kind !== 'name' || fields.has(label.value.text))
      return;
    fields.set(label.value.text, { label: label.value.text, type: types[at + 1] ?? anyType, isOptional: false });
  });
  return structType([...fields.values()]);
}

function structGet(call: Call): Type | Problem {
  const { term, types, state } = call;
  const [struct = anyType] = types;
  const [subject, selector] = term.args;
  if (subject === undefined || selector?.kind !== 'constant' || selector.value.kind !== 'name')
    return bySignature(call);
  return selectField(state, { subject, struct, label: selector.value.text, span: term.span });
}

/** A field asked of a term. */
export interface Selection {
  readonly subject: Term;
  readonly struct: Type;
  readonly label: string;
  readonly span: Span;
}

/** The type of a field; a subject of several alternatives is narrowed to those that have the field. */
export function selectField(state: State, { subject, struct, label, span }: Selection): Type | Problem {
  if (struct.kind === 'any' || struct.kind === 'bot') return struct;
  const having = alternativesOf(struct).filter((type) => type.kind === 'struct' && fieldOf(type, label) !== undefined);
  if (having.length === 0) return problem(() => noField({ subject, struct, label, span }));
  if (subject.kind === 'variable') refine(state, subject.name, unionOf(having), span);
  return join(having.map((type) => (type.kind === 'struct' ? (fieldOf(type, label)?.type ?? botType) : botType)));
}

function noField({ subject, struct, label, span }: Selection): Diagnostic {
  const labels = alternativesOf(struct).flatMap((type) =>
    type.kind === 'struct' ? type.fields.map((field) => field.label) : [],
  );
  const name = textOf(subject.span);
  if (labels.length === 0) {
    return diagnostic('argument-type', span, `\`${name}\` is ${describeType(struct)} here and has no fields`, {
      help: `Only structs have fields such as \`${label}\`.`,
    });
  }
  return diagnostic('unknown-field', span, `\`${name}\` has no field \`${label}\``, {
    help: `The type of \`${name}\` is \`${typeText(struct)}\`; its fields are ${labels.map((each) => `\`${each}\``).join(', ')}.`,
  });
}

function signatureType(
  state: State,
  term: Apply,
  types: readonly Type[],
  { signature }: FunctionBuiltin,
): Type | Problem {
  const params = parameterTypes(signature, types.length);
  const met: Type[] = [];
  for (const [at, type] of types.entries()) {
    const fitted = fitArgument(state, term, at, type, withoutVariables(params[at] ?? anyType));
    if (isProblem(fitted)) return fitted;
    met.push(fitted);
  }
  if (met.some(({ kind }) => kind === 'bot')) return botType;
  return substitute(readTypeText(signature.result), bindByJoin(params, met));
}

/** The parameters for a number of arguments; those beyond the fixed ones have the type of the rest. */
export function parameterTypes({ params, rest }: Signature, count: number): readonly Type[] {
  return Array.from({ length: count }, (_, at) => readTypeText(params[at] ?? rest?.type ?? '/any'));
}

/** The type of an argument, narrowed to what the function takes. */
function fitArgument(state: State, term: Apply, at: number, type: Type, wanted: Type): Type | Problem {
  if (type.kind === 'bot') return type;
  const argument = term.args[at] ?? term;
  // A function stops the evaluation on a value it cannot take, so each alternative must be one it can.
  const misfit = alternativesOf(type).find((alternative) => excludes(alternative, wanted));
  if (misfit !== undefined) {
    return problem(() => badArgument(state, { name: term.name, at, argument, found: type, misfit, wanted }));
  }
  if (argument.kind === 'variable') refine(state, argument.name, wanted, term.span);
  return meet(type, wanted);
}

/** An argument of a builtin that cannot be what the builtin takes. */
export interface BadArgument {
  readonly name: string;
  readonly at: number;
  readonly argument: Term;
  readonly found: Type;
  /** The alternative of `found` that does not fit. */
  readonly misfit: Type;
  readonly wanted: Type;
}

export function badArgument(state: State, { name, at, argument, found, misfit, wanted }: BadArgument): Diagnostic {
  const verb = misfit === found ? 'is' : 'may be';
  const subject = textOf(argument.span);
  const message = `argument ${at + 1} of \`${name}\` must be ${describeType(wanted)}, but \`${subject}\` ${verb} ${describeType(misfit)}`;
  const origin = argument.kind === 'variable' ? state.known.get(argument.name)?.origin : undefined;
  const help =
    misfit === found
      ? argumentHelp(name, misfit)
      : `Give the declaration one \`bound\` row for each of the types instead of a union; then each row is checked by itself.`;
  const related =
    origin === undefined ? [] : [{ span: origin, message: `\`${subject}\` is ${describeType(found)} because of this` }];
  return diagnostic('argument-type', argument.span, message, { help, related });
}

/** What to write instead, for the slips that are made most. */
function argumentHelp(name: string, misfit: Type): string {
  const isFloat = misfit.kind === 'basic' && misfit.basic === 'float64';
  if (isFloat && /^fn:(plus|minus|mult|div)$/.test(name))
    return 'Floats have functions of their own, such as `fn:float:plus`.';
  if (misfit === basicTypes.time && /^fn:(plus|minus)$/.test(name))
    return 'From one time to another is `fn:time:sub(Later, Earlier)`, a duration later is `fn:time:add(T, D)`.';
  if (misfit === basicTypes.duration && /^fn:(plus|minus|mult|div)$/.test(name))
    return 'Durations have functions of their own, such as `fn:duration:add`.';
  if (misfit.kind !== 'list' && /^fn:(?:float:)?(sum|max|min|avg)$/.test(name))
    return `Here it takes a list. To reduce rows write \`|> do fn:group_by(Key), let R = ${name}(X)\` after all conditions.`;
  return 'Pass a value of the right type, or declare the column with the type it really has.';
}
