import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Rule } from '../../program/program.js';
import { textOf } from '../../text/source.js';
import { isAnonymous, instantVariables, namesIn, variablesOfAll } from '../../program/variables.js';
import { type LintContext, storedPremises, type StoredPremise } from './context.js';
import { factCount, noProducers } from './producers.js';

/** Conditions that share no variable, neither directly nor through others: their rows are multiplied. */
export function productJoin(context: LintContext): Diagnostic[] {
  return context.program.rules.flatMap((rule) => {
    const [first, second] = separateParts(context, rule);
    return first === undefined || second === undefined ? [] : [finding(context, first, second)];
  });
}

/**
 * The first atom of each group of connected atoms whose rows are multiplied. A group that gives nothing to the head only
 * asks whether there is a row, unless rows are counted.
 */
function separateParts(context: LintContext, rule: Rule): StoredPremise[] {
  const groups = new Groups();
  for (const premise of rule.premises) groups.join(namesIn(premise));
  const used = new Set(resultNames(rule).map((name) => groups.of(name)));
  const seen = new Set<string>();
  return storedPremises(rule).filter((premise) => {
    const name = Array.from(namesIn(premise)).find((each) => !isAnonymous(each));
    if (name === undefined || isSingleRow(context, premise)) return false;
    const group = groups.of(name);
    const isNew = used.has(group) && !seen.has(group);
    seen.add(group);
    return isNew;
  });
}

/** The variables whose bindings make different results. */
function resultNames({ args, interval, premises, grouping }: Rule): string[] {
  if (grouping !== undefined) return premises.flatMap((premise) => Array.from(namesIn(premise)));
  return [...variablesOfAll(args), ...instantVariables(interval?.start, interval?.end)].map(({ name }) => name);
}

/** A predicate with one source fact and no rules is a setting, and joining a setting costs nothing. */
function isSingleRow({ producers }: LintContext, { predicate }: StoredPremise): boolean {
  const found = producers.get(predicate) ?? noProducers;
  return factCount(found) === 1 && found.rules.length === 0;
}

function finding(context: LintContext, first: StoredPremise, second: StoredPremise): Diagnostic {
  const pair = `\`${textOf(first.span)}\` and \`${textOf(second.span)}\``;
  return diagnostic('product-join', second.span, `${pair} share no variable${rowsText(context, first, second)}`, {
    help: 'Every row of one is combined with every row of the other. Add a shared column if that is not meant.',
    related: [{ span: first.span, message: 'the other condition' }],
  });
}

function rowsText(context: LintContext, first: StoredPremise, second: StoredPremise): string {
  const [a, b] = [rowCount(context, first), rowCount(context, second)];
  return a === undefined || b === undefined ? '' : `: ${a} x ${b} rows`;
}

/** Known only for predicates that have facts and no rules. */
function rowCount({ producers }: LintContext, { predicate }: StoredPremise): number | undefined {
  const found = producers.get(predicate) ?? noProducers;
  const count = factCount(found);
  return count > 0 && found.rules.length === 0 ? count : undefined;
}

/** Disjoint sets of variable names. */
class Groups {
  readonly #parents = new Map<string, string>();

  of(name: string): string {
    const parent = this.#parents.get(name) ?? name;
    return parent === name ? name : this.of(parent);
  }

  join(names: Iterable<string>): void {
    const [first, ...rest] = names;
    if (first !== undefined) for (const name of rest) this.#parents.set(this.of(name), this.of(first));
  }
}
