import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyze } from '../src/analysis/analyze.js';
import { evaluateSync, type EvaluateOptions } from '../src/engine/evaluate.js';
import { EvaluationError } from '../src/engine/evaluation-error.js';
import type { Evaluation, Fact } from '../src/engine/evaluation.js';
import type { Externals } from '../src/engine/external.js';
import { prepareSync } from '../src/engine/prepared.js';
import type { Program } from '../src/program/program.js';
import { ProofChecker } from '../src/provenance/check-proof.js';
import { WhyNotChecker } from '../src/provenance/check-why-not.js';
import { explainAll } from '../src/provenance/explain.js';
import { factText } from '../src/provenance/render.js';
import { whyNot } from '../src/provenance/why-not.js';
import type { Atom, Term } from '../src/syntax/ast.js';
import { parse } from '../src/syntax/parser.js';
import { createSource, type Span } from '../src/text/source.js';
import { fromValue, toValue } from '../src/value/js.js';
import { parseTime } from '../src/value/time-text.js';
import type { Value } from '../src/value/value.js';
import { generatedNow } from './generate/columns.js';
import { externalsOf } from './generate/external.js';
import { type GeneratedProgram, generateProgram, programText, unitText } from './generate/generate-program.js';
import { createRandom } from './generate/random.js';
import { isLong } from './support/long.js';
import { inputKey, inputOf, isOrdered } from './support/source-facts.js';
import { note } from './support/tally.js';
import { readDirectives } from './reference/directives.js';
import { readGoldens } from './reference/goldens.mjs';

// Proofs and refutations are checked by code that shares nothing with the search that finds them.

const goldens = readGoldens(fileURLToPath(new URL('../testdata/golden', import.meta.url)));
const complete = { maxRows: Infinity, maxDepth: Infinity } as const;

/** What was checked, printed at the end. */
const counts = {
  'facts proved': 0,
  derivations: 0,
  'derivations of all': 0,
  'goals refuted': 0,
  'rules that fail': 0,
  'facts on trust': 0,
  'checks given up': 0,
};

function countsText(): string {
  return Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');
}

function analyzed(texts: readonly string[]): Program | undefined {
  const units = texts.map((text, at) => parse(createSource(`unit${at + 1}.mg`, text)).unit);
  return analyze(units, { bounds: 'off', lints: false }).program;
}

function evaluateTexts(texts: readonly string[], options: EvaluateOptions): Evaluation | undefined {
  const program = analyzed(texts);
  if (program === undefined) return undefined;
  try {
    return evaluateSync(program, { bounds: 'off', ...options });
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

/** Every fact has a proof that can be replayed, and every derivation that `all` finds is one. */
function checkProofs(evaluation: Evaluation, name: string, isGiven: (fact: Fact) => boolean = () => false): void {
  const facts = evaluation.facts();
  const checker = new ProofChecker(evaluation, { isGiven });
  explainAll(evaluation, facts, { ...complete, maxFacts: Infinity }).forEach((proof, at) => {
    const text = `${name}: ${factText(facts[at] as Fact)}`;
    expect(proof, text).toBeDefined();
    if (proof === undefined) return;
    const { problems, derivations, assumed } = checker.check(proof);
    expect(problems, text).toEqual([]);
    expect(
      assumed.filter(({ kind }) => kind === 'deeper').map((each) => factText(each.fact)),
      text,
    ).toEqual([]);
    counts['facts proved']++;
    counts.derivations += derivations;
    counts['facts on trust'] += assumed.length;
  });
  const all = new ProofChecker(evaluation, { isGiven });
  for (const proof of explainAll(evaluation, facts.slice(0, 200), { ...complete, all: true, limit: 20 })) {
    if (proof === undefined) continue;
    const { problems, derivations } = all.check(proof);
    expect(problems, name).toEqual([]);
    counts['derivations of all'] += derivations;
  }
}

const span: Span = { source: createSource('goal', ''), start: 0, end: 0 };

function goalOf({ name, args }: Fact, changed: readonly (Value | undefined)[]): Atom {
  const terms = args.map((value, at): Term => {
    const other = changed[at];
    return at in changed && other === undefined
      ? { kind: 'wildcard', span }
      : { kind: 'constant', value: other ?? value, span };
  });
  return { predicate: name, predicateSpan: span, args: terms, span };
}

/** Goals near the facts of each predicate: arguments exchanged, made up, or left open. */
function goalsNear(evaluation: Evaluation, seed: number): Atom[] {
  const random = createRandom(seed);
  const facts = evaluation.facts();
  const pool = facts.flatMap(({ args }) => args).slice(0, 500);
  const strange: Value[] = [
    { kind: 'name', text: '/no/such' },
    { kind: 'number', value: 987_654n },
  ];
  const predicates = [...new Set(facts.map(({ predicate }) => predicate))];
  return predicates.flatMap((key) => {
    const some = facts.filter(({ predicate }) => predicate === key);
    return Array.from({ length: isLong ? 12 : 4 }, () => {
      const fact = random.pick(some);
      if (fact.args.length === 0) return goalOf(fact, []);
      const at = random.int(0, fact.args.length - 1);
      const changed: (Value | undefined)[] = [];
      changed[at] = random.pick(random.chance(0.3) ? strange : pool);
      if (random.chance(0.3))
        changed[random.int(0, fact.args.length - 1)] = random.chance(0.5) ? undefined : random.pick(pool);
      return goalOf(fact, changed);
    });
  });
}

function checkRefutations(evaluation: Evaluation, seed: number, name: string): void {
  const checker = new WhyNotChecker(evaluation);
  for (const goal of goalsNear(evaluation, seed)) {
    const answer = whyNot(evaluation, goal);
    const { problems, failures, tooLong } = checker.check(answer);
    expect(problems, `${name}: why not ${answer.name}`).toEqual([]);
    if (answer.verdict !== 'absent') continue;
    counts['goals refuted']++;
    counts['rules that fail'] += failures;
    counts['checks given up'] += tooLong;
  }
}

function nowOf(text: string): bigint {
  const time = parseTime(text);
  return time.ok ? time.value : BigInt(text);
}

function externalsFor(program: GeneratedProgram): Externals {
  return Object.fromEntries(
    externalsOf(program).map(({ key, answer }) => [
      key,
      { call: ([input]: readonly unknown[]) => answer(toValue(input as never)).map((value) => [fromValue(value)]) },
    ]),
  );
}

function generated(seed: number): Evaluation | undefined {
  const program = generateProgram(seed);
  const externals = externalsFor(program);
  return evaluateTexts(program.units.map(unitText), { now: generatedNow, externals, limits: { maxFacts: 20_000 } });
}

/** A base that gets facts of the program and others, loses the others and some more, and is asked with the rest. */
function requestedFrom(seed: number): { evaluation: Evaluation; isGiven: (fact: Fact) => boolean } | undefined {
  const random = createRandom(seed + 1);
  const program = analyzed(generateProgram(seed).units.map(unitText));
  if (program === undefined) return undefined;
  const apart = new Set(program.facts.filter((fact) => isOrdered(fact, generatedNow) && random.chance(0.9)));
  const rest = { ...program, facts: program.facts.filter((fact) => !apart.has(fact)) };
  const given = [...apart].map((fact) => inputOf(fact, program, generatedNow));
  const externals = externalsFor(generateProgram(seed));
  const limits = { maxFacts: 20_000 };
  try {
    const prepared = prepareSync(rest, given, { bounds: 'off', externals, limits });
    const gone = given.filter(() => random.chance(0.3));
    prepared.updateSync({ remove: gone });
    const again = gone.filter(() => random.chance(0.5));
    const evaluation = prepared.requestSync(again, { now: generatedNow, limits });
    const lost = new Set(gone.map(inputKey));
    for (const input of again) lost.delete(inputKey(input));
    const known = new Set(given.map(inputKey).filter((key) => !lost.has(key)));
    return { evaluation, isGiven: (fact) => known.has(factInputKey(fact)) };
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

function factInputKey({ name, args, interval }: Fact): string {
  const input = { predicate: name, args: args.map((value) => fromValue(value)) };
  return inputKey(interval === undefined ? input : { ...input, interval });
}

describe('reasons', () => {
  it.each(goldens.filter(({ expected }) => expected.ok))('can be checked: $id', ({ id, program }) => {
    const { units, now, limit } = readDirectives(program);
    const evaluation = evaluateTexts(units, {
      now: nowOf(now),
      ...(limit === undefined ? {} : { limits: { maxFacts: limit } }),
    });
    if (evaluation === undefined || evaluation.facts().length > 20_000) return;
    checkProofs(evaluation, id);
    checkRefutations(evaluation, 7, id);
  });

  it('can be checked on random programs', { timeout: 600_000 }, () => {
    for (let seed = 1; seed <= (isLong ? 2500 : 150); seed++) {
      const evaluation = generated(seed);
      if (evaluation === undefined) continue;
      const name = programText(generateProgram(seed));
      checkProofs(evaluation, name);
      checkRefutations(evaluation, seed, name);
    }
  });

  it('can be checked on requests to a base that changed', { timeout: 600_000 }, ({ task }) => {
    for (let seed = 1; seed <= (isLong ? 1500 : 100); seed++) {
      const requested = requestedFrom(seed);
      if (requested === undefined) continue;
      const name = programText(generateProgram(seed));
      checkProofs(requested.evaluation, name, requested.isGiven);
      checkRefutations(requested.evaluation, seed, name);
    }
    // The last test knows what all of them counted.
    note(task, `reasons checked: ${countsText()}`);
  });
});
