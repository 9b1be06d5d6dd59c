import {
  evaluate,
  type Evaluation,
  type FactInput,
  type PredicateInfo,
  type PredicateKey,
  type Program,
  type Rule,
} from '@manglecp/mangle';
import { readBy, rulesByHead } from '../pack/read-by.js';

/**
 * The part of a program that some predicates depend on: their rules, those of what these read, and so on, with their
 * declarations and facts. What it says about them is what the whole program says.
 */
export function sliceProgram(program: Program, roots: readonly PredicateKey[]): Program {
  const needed = neededBy(program, roots);
  const isNeeded = ({ predicate }: { readonly predicate: PredicateKey }): boolean => needed.has(predicate);
  const { strata, ...rest } = keepRules(program, isNeeded);
  return {
    ...rest,
    predicates: new Map([...program.predicates].filter(([key]) => needed.has(key))),
    facts: program.facts.filter(isNeeded),
    batches: program.batches.filter(isNeeded),
    strata: strata.flatMap((stratum) => {
      const predicates = stratum.predicates.filter((key) => needed.has(key));
      return predicates.length === 0 ? [] : [{ ...stratum, predicates }];
    }),
  };
}

/** The program without some of its rules. */
export function keepRules(program: Program, isKept: (rule: Rule) => boolean): Program {
  const kept = program.rules.filter(isKept);
  const places = new Map(kept.map(({ index }, at) => [index, at]));
  return {
    ...program,
    rules: kept.map((rule, index) => ({ ...rule, index })),
    strata: program.strata.map((stratum) => {
      return { ...stratum, rules: stratum.rules.flatMap((at) => places.get(at) ?? []) };
    }),
  };
}

/** The facts that are given to a program, by its text and by the host, without what rules derive. */
export function givenFacts(program: Program, facts: readonly FactInput[]): Promise<Evaluation> {
  return evaluate(factsOfProgram(program), { facts, now: 0n, bounds: 'off' });
}

/** The facts of a program without its rules: nothing is derived, asked or merged. */
export function factsOfProgram(program: Program): Program {
  const plain = ({ lattice: _, ...info }: PredicateInfo): PredicateInfo => ({ ...info, isDeferred: false });
  const predicates = new Map([...program.predicates].map(([key, info]) => [key, plain(info)]));
  return { ...program, predicates, rules: [], strata: [] };
}

function neededBy(program: Program, roots: readonly PredicateKey[]): ReadonlySet<PredicateKey> {
  const rulesOf = rulesByHead(program.rules);
  const needed = new Set(roots.filter((key) => program.predicates.has(key)));
  // A set that grows is walked to its end.
  for (const key of needed) {
    const merge = program.predicates.get(key)?.lattice?.merge;
    if (merge !== undefined) needed.add(merge);
    for (const rule of rulesOf.get(key) ?? []) for (const read of readBy(rule)) needed.add(read);
  }
  return needed;
}
