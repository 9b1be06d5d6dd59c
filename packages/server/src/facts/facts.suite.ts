import { compileOrThrow, evaluateSync, type FactInput, type Program, sourceText } from '@manglecp/mangle';
import type { CheckedFact, Json, PredicateDeclaration, Violation } from '@manglecp/protocol';
import { toFactInput } from './to-engine.js';
import { toWireFact, type WireFactBody } from './to-wire.js';
import { wirePredicates } from './wire-predicates.js';

/** A program with one predicate `p`, whose arguments have these types. */
export function programOf(types: string, temporal = ''): { readonly program: Program; readonly arity: number } {
  const arity = splitTypes(types).length;
  const variables = Array.from({ length: arity }, (_, at) => `A${at}`).join(', ');
  return { program: compileOrThrow(`Decl p(${variables}) ${temporal} bound [${types}].`, { lints: false }), arity };
}

/** Of the first row. Commas inside of brackets belong to a type. */
function splitTypes(types: string): readonly string[] {
  const [row = ''] = types.split(']');
  return row
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/<[^<>]*>/g, '')
    .split(',');
}

/** What a client sends as facts of `p`, converted, or the first fault of it. */
export function convert(types: string, args: readonly Json[], temporal = ''): FactInput | Violation | undefined {
  const { program, arity } = programOf(types, temporal);
  const declaration: PredicateDeclaration = { predicate: 'p', arity, direction: 'both' };
  const fact: CheckedFact = { index: 0, pred: 'p', args };
  const input = toFactInput(fact, wirePredicates({ program, declarations: [declaration] }));
  return input !== undefined && 'violations' in input ? input.violations[0] : input;
}

/** The arguments as the engine holds them, or why there are none. Fails if the engine refuses what was converted. */
export function engineText(types: string, ...args: readonly Json[]): string {
  const input = convert(types, args);
  if (input === undefined) return 'dropped';
  if ('issue' in input) return `${input.issue}: ${input.message}`;
  const [fact] = evaluateSync(programOf(types).program, { facts: [input] }).facts('p');
  return (fact?.args ?? []).map(sourceText).join(', ');
}

/** The arguments after a way through the engine. */
export function throughEngine(types: string, args: readonly Json[]): WireFactBody {
  const input = convert(types, args);
  if (input === undefined || 'issue' in input) throw new Error(input?.message ?? 'dropped');
  const { program } = programOf(types);
  const [fact] = evaluateSync(program, { facts: [input] }).facts('p');
  if (fact === undefined) throw new Error('the fact is lost');
  return toWireFact(fact, program);
}
