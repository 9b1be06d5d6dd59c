import { suggestName } from '@manglecp/protocol';
import { compareText } from '@manglecp/mangle';
import { isOwnWord, isSideEffect, sideEffects } from '../config/side-effects.js';
import type { Exports } from './import-module.js';
import { slowPatterns } from '../schemas/schema-patterns.js';
import { schemaFault } from './json-schema.js';
import type { Action } from './pack.js';
import { fileProblem, type Problem } from './problem.js';

type Members = Readonly<Record<string, unknown>>;

/** The actions that a module exports as `actions`, by name. Nothing about them is taken on trust. */
export function readActions(
  file: string,
  { actions }: Exports,
  report: (problem: Problem) => void,
): ReadonlyMap<string, Action> {
  const read = new Map<string, Action>();
  const refuse = (message: string, help?: string): void => report(fileProblem('bad-action', file, message, help));
  if (actions === undefined) return read;
  if (!isMembers(actions)) {
    refuse(
      '`actions` is no object',
      'Write `export const actions = { read_log: { description, input, effects, run } };`.',
    );
    return read;
  }
  for (const [name, given] of Object.entries(actions).sort(([a], [b]) => compareText(a, b))) {
    const faults = isMembers(given) ? faultsOf(given) : [{ message: 'it is no object' }];
    for (const { message, help } of faults) refuse(`the action \`${name}\`: ${message}`, help);
    if (faults.length > 0) continue;
    const action = toAction(name, given as GivenAction);
    for (const problem of slowPatternsOf(file, action)) report(problem);
    read.set(name, action);
  }
  return read;
}

/** Patterns by which a short text can hold up the server, if only for the time that they are given. */
function slowPatternsOf(file: string, { name, input, output }: Action): readonly Problem[] {
  const help = 'Write it without looking ahead or back, references to groups, and repetitions in a repetition.';
  return [...new Set([input, ...(output === undefined ? [] : [output])].flatMap(slowPatterns))].map((pattern) => {
    const message = `the action \`${name}\`: the pattern \`${pattern}\` may take long, so texts for which it does are refused`;
    return { ...fileProblem('slow-pattern', file, message, help), severity: 'warning' };
  });
}

/** An action whose members were checked. */
interface GivenAction {
  readonly description: string;
  readonly input: object;
  readonly output?: object;
  readonly effects: readonly string[];
  readonly idempotent?: boolean;
  readonly reversible?: boolean;
  readonly run: Action['run'];
}

function toAction(name: string, given: GivenAction): Action {
  const { description, input, output, effects, idempotent = false, reversible = false } = given;
  return {
    name,
    description,
    input: structuredClone(input),
    ...(output === undefined ? {} : { output: structuredClone(output) }),
    // No effect at all is an effect of its own (C-26).
    effects: effects.length === 0 ? ['none'] : [...new Set(effects)].sort(compareText),
    idempotent,
    reversible,
    run: (args, context) => given.run(args, context),
  };
}

interface Fault {
  readonly message: string;
  readonly help?: string;
}

const members: readonly string[] = ['description', 'input', 'output', 'effects', 'idempotent', 'reversible', 'run'];

function faultsOf(given: Members): readonly Fault[] {
  const { description, input, output, effects, idempotent, reversible, run } = given;
  return [
    ...Object.keys(given).flatMap(unknownMember),
    ...(typeof description === 'string' && description !== '' ? [] : [{ message: '`description` is no text' }]),
    ...inputFaults(input),
    ...(output === undefined ? [] : schemaFaults('output', output)),
    ...effectFaults(effects),
    ...flagFaults('idempotent', idempotent),
    ...flagFaults('reversible', reversible),
    ...(typeof run === 'function' ? [] : [{ message: '`run` is no function', help: runHelp }]),
  ];
}

function flagFaults(key: string, flag: unknown): readonly Fault[] {
  if (flag === undefined || typeof flag === 'boolean') return [];
  return [{ message: `\`${key}\` is neither true nor false` }];
}

const runHelp = 'Write `run: async (args, { signal, progress, now }) => result`.';

function unknownMember(key: string): readonly Fault[] {
  if (members.includes(key) || isOwnWord(key)) return [];
  const near = suggestName(key, members);
  return [
    {
      message: `\`${key}\` means nothing`,
      help: near === undefined ? `It may have ${members.join(', ')}.` : `Did you mean \`${near}\`?`,
    },
  ];
}

function inputFaults(input: unknown): readonly Fault[] {
  const faults = schemaFaults('input', input);
  if (faults.length > 0 || (input as Members)['type'] === 'object') return faults;
  return [{ message: '`input` does not describe an object', help: 'Give it `type: "object"` and `properties`.' }];
}

function schemaFaults(key: string, schema: unknown): readonly Fault[] {
  const fault = schemaFault(schema);
  return fault === undefined ? [] : [{ message: `\`${key}\` is no JSON Schema: ${fault}` }];
}

function effectFaults(effects: unknown): readonly Fault[] {
  if (!Array.isArray(effects)) {
    return [{ message: '`effects` is no list', help: `Choose from ${sideEffects.join(', ')}.` }];
  }
  const words: readonly unknown[] = effects;
  if (words.length > 1 && words.includes('none')) {
    return [{ message: '`effects` has `none` beside others', help: 'Leave it out.' }];
  }
  return words.flatMap((word) => {
    if (typeof word === 'string' && isSideEffect(word)) return [];
    const near = suggestName(String(word), sideEffects);
    const help = near === undefined ? 'One of your own begins with `x-`.' : `Did you mean \`${near}\`?`;
    return [{ message: `\`${String(word)}\` is no category of side effects`, help }];
  });
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
