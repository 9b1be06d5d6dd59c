import { planProgram } from '../plan/program-plan.js';
import type { PredicateInfo, Program, Rule, SourceFact } from '../program/program.js';
import { ByteWriter } from '../store/byte-writer.js';
import { Checksum } from '../store/checksum.js';
import { writeValues } from '../store/save-values.js';
import { printClause, printDecl } from '../syntax/print-source.js';
import { sourceText } from '../value/format.js';
import type { RevisionPlan } from './revision-plan.js';
import { runSync } from './run-sync.js';

type Words = readonly [number, number];

const known = new WeakMap<Program, Words>();

/**
 * A hash of what a program says: declarations, rules and facts, whatever their layout and comments. Programs with one
 * hash give their constants the same ids. What functions of the host do is not part of it.
 */
export function programHash(program: Program): Words {
  const found = known.get(program) ?? hashProgram(program);
  known.set(program, found);
  return found;
}

/** A hash of which rules run in every request. It depends on which external predicates are deterministic. */
export function volatileHash({ components }: RevisionPlan): Words {
  const sum = new Checksum();
  for (const { volatile } of components) for (const { rule } of volatile) sum.word(rule.index);
  return sum.words;
}

function hashProgram(program: Program): Words {
  const sum = new Checksum();
  const { shapes, constants } = planProgram(program);
  for (const { key, arity, isTemporal } of shapes) sum.text(`${key} ${arity} ${isTemporal}`);
  for (const info of program.predicates.values()) sum.text(predicateText(info));
  for (const rule of program.rules) sum.text(ruleText(rule));
  for (const fact of program.facts) sum.text(factText(fact));
  for (const { predicate, facts } of program.batches) {
    sum.text(`${predicate} ${facts.count}`);
    for (const column of facts.columns) sum.column(column, facts.count);
  }
  const writer = new ByteWriter();
  runSync(writeValues(constants, 0, writer));
  sum.bytes(writer.written());
  return sum.words;
}

function predicateText({ key, decl, isDeferred, isExternal }: PredicateInfo): string {
  return `${key} ${isDeferred} ${isExternal} ${decl === undefined ? '' : printDecl(decl)}`;
}

/** The keys tell what the names in the text stand for in its package. */
function ruleText({ predicate, premises, clause }: Rule): string {
  const read = premises.map((premise) => ('predicate' in premise ? premise.predicate : ''));
  return `${predicate} ${read.join()} ${printClause(clause)}`;
}

function factText({ predicate, args, interval }: SourceFact): string {
  const instants = [interval?.start, interval?.end].map((instant) => {
    if (instant === undefined || instant.kind === 'variable') return '';
    return instant.kind === 'time' ? `${instant.nanos}` : `now ${instant.offset}`;
  });
  return `${predicate} ${args.map(sourceText).join()} ${instants.join()}`;
}
