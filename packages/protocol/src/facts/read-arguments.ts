import { clip, quote } from '../errors/clip.js';
import type { Json, JsonObject } from '../json/json.js';
import { isList, isObject } from '../json/kinds.js';
import { checkArgument } from './check-argument.js';
import { suggestName } from './suggest-name.js';
import type { Refuse } from './violation.js';

/** What a declaration says about arguments. */
export interface DeclaredArguments {
  readonly predicate: string;
  /** Absent: any number of them. */
  readonly arity?: number;
  /** `any` where there is none. */
  readonly types: readonly string[];
  readonly names?: readonly string[];
  /** Whether they may come by name. */
  readonly takesNames: boolean;
}

/** The arguments of a fact by position, checked; undefined if they cannot be put in order. */
export function readArguments(
  fact: JsonObject,
  declared: DeclaredArguments,
  refuse: Refuse,
): readonly Json[] | undefined {
  const args = positional(fact, declared, refuse);
  if (args === undefined) return undefined;
  const { arity = args.length, types } = declared;
  if (args.length !== arity) {
    const message = `${signature(declared)}: expected ${count(arity)}, got ${args.length}`;
    return refuse('arity_mismatch', message, { expected_arity: arity, actual_arity: args.length });
  }
  for (const [index, value] of args.entries()) {
    const fault = checkArgument(value, types[index] ?? 'any');
    if (fault === undefined) continue;
    const { issue, message, ...more } = fault;
    refuse(issue, `${place(declared, index)}: ${message}`, { argument_index: index, ...more });
  }
  return args;
}

function positional(fact: JsonObject, declared: DeclaredArguments, refuse: Refuse): readonly Json[] | undefined {
  const { args, named_args: named } = fact;
  if (args !== undefined && named !== undefined) {
    return refuse('invalid_arguments', 'expected `args` or `named_args`, got both');
  }
  if (named !== undefined) return namedArguments(named, declared, refuse);
  if (args === undefined) return refuse('invalid_arguments', 'expected `args` or `named_args`, got neither');
  return isList(args) ? args : refuse('invalid_arguments', '`args` must be a list');
}

function namedArguments(named: Json, declared: DeclaredArguments, refuse: Refuse): readonly Json[] | undefined {
  const { predicate, names, takesNames } = declared;
  if (!takesNames || names === undefined) {
    return refuse('named_args_not_allowed', `\`${predicate}\` takes its arguments by position only`);
  }
  if (!isObject(named)) return refuse('invalid_arguments', '`named_args` must be an object');
  const unknown = Object.keys(named).find((key) => !names.includes(key));
  if (unknown !== undefined) {
    const suggestion = suggestName(clip(unknown), names);
    const message = `${signature(declared)} has no argument ${quote(unknown)}`;
    refuse('unknown_argument', message, suggestion === undefined ? {} : { suggestion });
  }
  const args: Json[] = [];
  for (const [index, name] of names.entries()) {
    const value = named[name];
    if (value !== undefined) args.push(value);
    else refuse('missing_argument', `${signature(declared)} lacks \`${name}\``, { argument_index: index });
  }
  return args.length === names.length ? args : undefined;
}

/** `shipment_event(shipment, state)`, or the name alone. */
function signature({ predicate, names }: DeclaredArguments): string {
  return names === undefined ? `\`${predicate}\`` : `\`${predicate}(${names.join(', ')})\``;
}

function place({ predicate, names }: DeclaredArguments, index: number): string {
  const name = names?.[index];
  return name === undefined
    ? `argument ${index + 1} of \`${predicate}\``
    : `argument ${index + 1} (\`${name}\`) of \`${predicate}\``;
}

function count(arity: number): string {
  return arity === 1 ? '1 argument' : `${arity} arguments`;
}
