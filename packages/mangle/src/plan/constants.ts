import type { Instant, Premise, Program, Rule } from '../program/program.js';
import { visitTerm } from '../program/variables.js';
import { ValueTable } from '../store/value-table.js';
import type { Term } from '../syntax/ast.js';

/** A frozen table of the values that the rules of a program name, on top of those of its bulk facts. */
export function constantsOf({ rules, batches }: Program): ValueTable {
  const values = batches[0]?.facts.values;
  const table = new ValueTable(values instanceof ValueTable ? values : undefined);
  for (const rule of rules) {
    for (const term of termsOf(rule)) {
      visitTerm(term, (part) => {
        if (part.kind === 'constant') table.intern(part.value);
      });
    }
    for (const instant of instantsOf(rule)) if (instant?.kind === 'time') table.time(instant.nanos);
  }
  table.freeze();
  return table;
}

/** All terms of a rule. */
export function termsOf({ args, premises, grouping }: Rule): readonly Term[] {
  return [...args, ...premises.flatMap(termsIn), ...(grouping?.lets ?? []).flatMap((each) => each.args)];
}

/** All moments of a rule. */
export function instantsOf({ interval, premises }: Rule): readonly (Instant | undefined)[] {
  return [interval?.start, interval?.end, ...premises.flatMap(instantsIn)];
}

function termsIn(premise: Premise): readonly Term[] {
  return premise.kind === 'compare' ? [premise.left, premise.right] : premise.args;
}

function instantsIn(premise: Premise): readonly (Instant | undefined)[] {
  if (premise.kind !== 'temporal') return [];
  const { window, binds } = premise;
  const sides = [binds?.start, binds?.end].map((side) => (side?.kind === 'equals' ? side.instant : undefined));
  return [window?.from, window?.to, ...sides];
}
