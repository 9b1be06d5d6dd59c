import type { Value } from '../value/value.js';
import type {
  BuiltinContext,
  FunctionBuiltin,
  FunctionOnIds,
  FunctionTyping,
  Mode,
  PredicateBuiltin,
  PredicateOnIds,
  PredicateTyping,
  ReducerBuiltin,
  ReducerOnIds,
  TypeText,
} from './define.js';
import { complaintOf, type Native, type Natives, packerOf, specOf, unpackArgument } from './native.js';

interface FunctionOptions {
  readonly typing?: FunctionTyping;
  readonly onIds?: FunctionOnIds;
}

interface PredicateOptions {
  readonly typing?: PredicateTyping;
  readonly isUnique?: true;
  readonly onIds?: PredicateOnIds;
}

/**
 * `fn:name` with fixed parameters. The types flow into `apply`: it gets and returns plain strings, bigints and so on
 * (`Native`), and is not called with values of a wrong kind.
 */
export function func<const Params extends readonly TypeText[], const Result extends TypeText>(
  name: string,
  params: Params,
  result: Result,
  summary: string,
  apply: (...args: Natives<Params>) => Native<Result>,
  options: FunctionOptions = {},
): FunctionBuiltin {
  const complain = complaintOf(name);
  const pack = packerOf(result);
  const specs = params.map(specOf);
  const unpack = (args: readonly Value[]): Natives<Params> =>
    specs.map((spec, at) => unpackArgument(args[at] as Value, spec, at, complain)) as unknown as Natives<Params>;
  return {
    kind: 'function',
    name,
    summary,
    signature: { params, result },
    isConstant: true,
    apply: (args) => pack(apply(...unpack(args))),
    ...options,
  };
}

/** `fn:name` with any number, at least `min`, of arguments of one type. */
export function variadic<const Rest extends TypeText, const Result extends TypeText>(
  name: string,
  rest: { readonly type: Rest; readonly min: number },
  result: Result,
  summary: string,
  apply: (args: readonly Native<Rest>[]) => Native<Result>,
  options: FunctionOptions = {},
): FunctionBuiltin {
  const complain = complaintOf(name);
  const pack = packerOf(result);
  const spec = specOf(rest.type);
  return {
    kind: 'function',
    name,
    summary,
    signature: { params: [], rest, result },
    isConstant: true,
    apply: (args) => pack(apply(args.map((arg, at) => unpackArgument(arg, spec, at, complain) as Native<Rest>))),
    ...options,
  };
}

/** `fn:name()` whose result comes from the evaluation it runs in. */
export function contextual<const Result extends TypeText>(
  name: string,
  result: Result,
  summary: string,
  apply: (context: BuiltinContext) => Native<Result>,
): FunctionBuiltin {
  const pack = packerOf(result);
  return {
    kind: 'function',
    name,
    summary,
    signature: { params: [], result },
    isConstant: false,
    apply: (_args, context) => pack(apply(context)),
  };
}

/** A test: all arguments are given, and one of a wrong kind is an error. */
export function predicate<const Params extends readonly TypeText[]>(
  name: string,
  params: Params,
  summary: string,
  holds: (...args: Natives<Params>) => boolean,
  options: PredicateOptions = {},
): PredicateBuiltin {
  const complain = complaintOf(name);
  const specs = params.map(specOf);
  return {
    kind: 'predicate',
    name,
    summary,
    modes: params.map(() => '+'),
    params,
    solve(inputs) {
      const args = specs.map((spec, at) => unpackArgument(inputs[at] as Value, spec, at, complain));
      return holds(...(args as unknown as Natives<Params>)) ? oneSolution : noSolution;
    },
    ...options,
  };
}

/**
 * A match against the shape of the first input: one of another kind is no error, it just does not match. `match`
 * gets the inputs and returns the solutions.
 */
export function matcher<const Params extends readonly TypeText[], const Inputs extends readonly TypeText[]>(
  name: string,
  { modes, params, inputs }: { readonly modes: readonly Mode[]; readonly params: Params; readonly inputs: Inputs },
  summary: string,
  match: (...args: Natives<Inputs>) => readonly (readonly Value[])[],
  options: PredicateOptions = {},
): PredicateBuiltin {
  const complain = complaintOf(name);
  const specs = inputs.map(specOf);
  return {
    kind: 'predicate',
    name,
    summary,
    modes,
    params,
    isTotal: true,
    solve(values) {
      const args: unknown[] = [];
      for (const [at, spec] of specs.entries()) {
        const value = values[at] as Value;
        const native = at === 0 ? spec.unpack(value) : unpackArgument(value, spec, at, complain);
        if (native === undefined) return noSolution;
        args.push(native);
      }
      return match(...(args as unknown as Natives<Inputs>));
    },
    ...options,
  };
}

/** A test held, and it binds nothing. */
export const oneSolution: readonly (readonly Value[])[] = [[]];

/** A test did not hold, or nothing matches. */
export const noSolution: readonly (readonly Value[])[] = [];

/** A reducer of one column. Only a variable can stand there. */
export function reducer<const Param extends TypeText, const Result extends TypeText>(
  name: string,
  param: Param,
  result: Result,
  summary: string,
  reduce: (column: readonly Native<Param>[]) => Native<Result>,
  onIds: ReducerOnIds,
): ReducerBuiltin {
  const complain = complaintOf(name);
  const pack = packerOf(result);
  const spec = specOf(param);
  return {
    kind: 'reducer',
    name,
    summary,
    signature: { params: [param], result },
    takesVariables: true,
    reduce: (rows) =>
      pack(reduce(rows.map((row) => unpackArgument(row[0] as Value, spec, 0, complain) as Native<Param>))),
    onIds,
  };
}
