import { BuiltinError, type FunctionBuiltin, type TypeText } from '../builtins/define.js';
import { valueHasType } from '../types/has-type.js';
import { readTypeText } from '../types/read-type-text.js';
import type { Type } from '../types/type.js';
import { oracleText } from '../value/format.js';
import { fromValue, type MangleInput, type MangleOutput, toValue } from '../value/js.js';
import type { Value } from '../value/value.js';

/** A function of the host, as a program sees it. */
export interface HostFunction {
  /** Types in the notation of the language, such as `/string` or `fn:List(/number)`. */
  readonly params: readonly TypeText[];
  readonly result: TypeText;
  readonly summary?: string;
  /** False if equal arguments may give different results. Then facts that use it wait for the evaluation. */
  readonly isDeterministic?: boolean;
  readonly apply: (...args: MangleOutput[]) => MangleInput;
}

/**
 * Makes a JavaScript function callable from programs as `fn:app:…`. Add it to the standard builtins with
 * `createRegistry` and compile with that registry. Arguments and result are checked against the types; what the
 * function throws ends the evaluation with its message.
 */
export function hostFunction(name: `fn:app:${string}`, host: HostFunction): FunctionBuiltin {
  if (!/^fn:app:[a-z][a-z0-9_:]*$/.test(name)) throw new TypeError(`not a name for a host function: ${name}`);
  const params = host.params.map(readHostType);
  const result = readHostType(host.result);
  return {
    kind: 'function',
    name,
    summary: host.summary ?? 'a function of the host',
    signature: { params: host.params, result: host.result },
    isConstant: host.isDeterministic ?? true,
    apply: (args) => {
      args.forEach((arg, at) => expectType(arg, params[at], `argument ${at + 1} of \`${name}\``));
      const value = callHost(name, host, args);
      expectType(value, result, `the result of \`${name}\``);
      return value;
    },
  };
}

/** A word such as `number` would be read as a type variable and check nothing. */
function readHostType(text: TypeText): Type {
  const type = readTypeText(text);
  if (type.kind !== 'variable' || /^[A-Z]/.test(text)) return type;
  throw new TypeError(`not a type: ${text}; types are written like \`/number\` or \`fn:List(/string)\``);
}

function callHost(name: string, { apply }: HostFunction, args: readonly Value[]): Value {
  try {
    return toValue(apply(...args.map((arg) => fromValue(arg))));
  } catch (error) {
    throw new BuiltinError(`\`${name}\`: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function expectType(value: Value, type: Type | undefined, what: string): void {
  if (type === undefined || valueHasType(value, type)) return;
  throw new BuiltinError(`${what} has the wrong type: \`${oracleText(value)}\``);
}
