import { analyze } from '../../src/analysis/analyze.js';
import { hasErrors } from '../../src/diagnostics/diagnostic.js';
import type { FactInput } from '../../src/engine/host-facts.js';
import type { NaiveFact } from '../../src/naive/solve.js';
import { predicateKey, type Program, type SourceFact } from '../../src/program/program.js';
import type { Unit } from '../../src/syntax/ast.js';
import { parse } from '../../src/syntax/parser.js';
import { createSource, lineStartsOf } from '../../src/text/source.js';
import { toValue } from '../../src/value/js.js';
import { generatedNow } from '../generate/columns.js';
import { type CaseFact, type OverlayCase, textsOf } from '../generate/overlay-case.js';
import { inputOf } from '../support/source-facts.js';

/** A case as the engine and the naive evaluator take it. */
export interface ReadCase {
  readonly program: Program;
  readonly units: readonly Unit[];
  readonly inputOf: (fact: CaseFact) => FactInput;
  /** The program without facts that its text states. */
  readonly without: (facts: readonly CaseFact[]) => Program;
}

/** Undefined for a case that is no program, as smaller ones may be. */
export function readCase(given: OverlayCase): ReadCase | undefined {
  const facts = [...new Set([...given.base, ...given.steps.flatMap(factsOf)])];
  const inputs = readFacts(given, facts);
  const units = parseUnits(given.units.map(({ header, statements }) => [...header, ...statements]));
  const program = units === undefined ? undefined : analyzed(units);
  if (units === undefined || program === undefined || inputs === undefined) return undefined;
  const isKnown = ({ predicate, args }: FactInput): boolean =>
    program.predicates.has(predicateKey(predicate, args.length));
  if (![...inputs.values()].every(isKnown)) return undefined;
  return {
    program,
    units,
    inputOf: (fact) => {
      const input = inputs.get(fact);
      if (input === undefined) throw new Error(`no fact: ${fact.text}`);
      return input;
    },
    without: (facts) => withoutFacts(program, new Set(facts.map(placeOf))),
  };
}

/** Facts by predicate, as the naive evaluator takes them. */
export function naiveFacts(inputs: readonly FactInput[], program: Program): ReadonlyMap<string, readonly NaiveFact[]> {
  const byKey = new Map<string, NaiveFact[]>();
  for (const { predicate, args, interval } of inputs) {
    const key = predicateKey(predicate, args.length);
    const values = args.map((arg) => toValue(arg));
    const isTemporal = program.predicates.get(key)?.isTemporal === true;
    const [start, end] = [interval?.start, interval?.end];
    if (isTemporal && (typeof start !== 'bigint' || typeof end !== 'bigint')) throw new Error('expected nanoseconds');
    const fact =
      typeof start === 'bigint' && typeof end === 'bigint'
        ? { args: values, interval: { start, end } }
        : { args: values };
    byKey.set(key, [...(byKey.get(key) ?? []), fact]);
  }
  return byKey;
}

function factsOf(step: OverlayCase['steps'][number]): readonly CaseFact[] {
  return step.kind === 'request' ? step.facts : [...step.add, ...step.remove];
}

/** The analysis knows what the texts of facts mean: they are read as part of the program and told apart by line. */
function readFacts({ units }: OverlayCase, facts: readonly CaseFact[]): ReadonlyMap<CaseFact, FactInput> | undefined {
  const lines = units.map(({ header, statements }, at) => [...header, ...statements, ...textsOf(facts, at)]);
  const parsed = parseUnits(lines);
  const program = parsed === undefined ? undefined : analyzed(parsed);
  if (program === undefined) return undefined;
  const byPlace = new Map(facts.map((fact) => [placeOf(fact), fact]));
  const inputs = new Map<CaseFact, FactInput>();
  for (const source of program.facts) {
    const fact = byPlace.get(sourcePlace(source));
    if (fact !== undefined) inputs.set(fact, inputOf(source, program, generatedNow));
  }
  return inputs.size === facts.length ? inputs : undefined;
}

function withoutFacts(program: Program, places: ReadonlySet<string>): Program {
  if (places.size === 0) return program;
  return { ...program, facts: program.facts.filter((source) => !places.has(sourcePlace(source))) };
}

function placeOf({ unit, text }: CaseFact): string {
  return `${unit} ${text}`;
}

/** Each fact has a line for itself, and sources are named by the numbers of their units. */
function sourcePlace({ clause: { head } }: SourceFact): string {
  const { source, start } = head.span;
  const starts = lineStartsOf(source);
  const line = starts.findLastIndex((each) => each <= start);
  return `${source.name} ${source.text.slice(starts[line], (starts[line + 1] ?? source.text.length + 1) - 1)}`;
}

function parseUnits(units: readonly (readonly string[])[]): readonly Unit[] | undefined {
  const results = units.map((lines, at) => parse(createSource(`${at}`, `${lines.join('\n')}\n`)));
  return results.some(({ diagnostics }) => hasErrors(diagnostics)) ? undefined : results.map(({ unit }) => unit);
}

function analyzed(units: readonly Unit[]): Program | undefined {
  return analyze(units, { bounds: 'off', lints: false }).program;
}
