import { createHash } from 'node:crypto';
import {
  type ast,
  compareText,
  equalValues,
  type PredicateKey,
  printClause,
  type Program,
  type Rule,
  type Source,
  type Value,
} from '@manglecp/mangle';
import type { Origin } from './origin.js';
import type { SkillGate } from './pack.js';

export const needsSkill: PredicateKey = 'needs_skill/2';

/** What a clause is about: some arguments are known, others can be anything. */
interface Pattern {
  readonly predicate: PredicateKey;
  readonly args: readonly (Value | undefined)[];
}

/** A clause of the pack. */
interface Written extends Pattern {
  readonly clause: ast.Clause;
  /** What it reads. */
  readonly reads: readonly Pattern[];
  /** Absent for facts. */
  readonly rule?: Rule;
}

export interface GateScope {
  readonly program: Program;
  readonly originOf: (source: Source) => Origin;
  /** Whether a rule for `needs_skill` whose skill is a variable can mean this one. */
  readonly canMean: (rule: Rule, skill: string) => boolean;
}

/**
 * Finds the rules that decide whether a skill is required: those that can derive it, those of the pack's own predicates
 * that these read, and so on. The server's rules are no part of it, nor is what they read: otherwise every change of a
 * tool would be one of every skill. Facts of `facts/` are data, which comes and goes.
 */
export function createGateReader({ program, originOf, canMean }: GateScope): (skill: string) => SkillGate {
  let clauses: ReadonlyMap<PredicateKey, readonly Written[]> | undefined;
  return (skill) => {
    // Nobody pays for a pack without skills.
    const known = (clauses ??= byPredicate(writtenClauses(program, originOf)));
    const roots = (known.get(needsSkill) ?? []).filter(
      ({ args: [, id], rule }) =>
        (id === undefined || (id.kind === 'string' && id.text === skill)) &&
        (rule === undefined || canMean(rule, skill)),
    );
    const found = new Set(roots);
    // A set that grows is walked to its end.
    for (const { reads } of found) {
      for (const read of reads) {
        for (const written of known.get(read.predicate) ?? []) if (fits(read, written)) found.add(written);
      }
    }
    return digestsOf(found);
  };
}

function byPredicate(written: Iterable<Written>): ReadonlyMap<PredicateKey, readonly Written[]> {
  const clauses = new Map<PredicateKey, Written[]>();
  for (const each of written) {
    const known = clauses.get(each.predicate);
    if (known === undefined) clauses.set(each.predicate, [each]);
    else known.push(each);
  }
  return clauses;
}

function* writtenClauses(program: Program, originOf: (source: Source) => Origin): Generator<Written> {
  const isRead = ({ span }: ast.Clause): boolean => {
    const { isKernel, layer } = originOf(span.source);
    return !isKernel && layer !== 'facts';
  };
  for (const rule of program.rules) {
    const { predicate, clause, args } = rule;
    if (isRead(clause)) yield { predicate, clause, args: args.map(valueOf), reads: readsOf(program, rule), rule };
  }
  for (const { predicate, clause, args } of program.facts) {
    if (isRead(clause)) yield { predicate, clause, args, reads: [] };
  }
  for (const { predicate, facts } of program.batches) {
    for (let row = 0; row < facts.count; row += 1) {
      const clause = facts.clauseAt(row);
      if (!isRead(clause)) break;
      yield { predicate, clause, args: clause.head.args.map(valueOf), reads: [] };
    }
  }
}

function readsOf({ predicates }: Program, { predicate, premises }: Rule): readonly Pattern[] {
  const merge = predicates.get(predicate)?.lattice?.merge;
  return [
    ...premises.flatMap((premise) =>
      'predicate' in premise ? [{ predicate: premise.predicate, args: premise.args.map(valueOf) }] : [],
    ),
    ...(merge === undefined ? [] : [{ predicate: merge, args: [] }]),
  ];
}

function valueOf(term: ast.Term): Value | undefined {
  return term.kind === 'constant' ? term.value : undefined;
}

function fits({ args }: Pattern, { args: others }: Pattern): boolean {
  return args.every((value, at) => {
    const other = others[at];
    return value === undefined || other === undefined || equalValues(value, other);
  });
}

/** By their printed form, so that neither layout nor comments nor order matter. */
function digestsOf(found: Iterable<Written>): SkillGate {
  const texts = new Map<PredicateKey, Set<string>>();
  for (const { predicate, clause } of found) {
    const known = texts.get(predicate) ?? new Set();
    texts.set(predicate, known.add(printClause(clause)));
  }
  return new Map(
    [...texts]
      .sort(([one], [other]) => compareText(one, other))
      .map(([predicate, lines]) => [predicate, digestOf([...lines].sort(compareText))]),
  );
}

/** Tells texts apart; nobody has a reason to forge it. */
const digestDigits = 16;

function digestOf(lines: readonly string[]): string {
  return `sha256:${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, digestDigits)}`;
}
