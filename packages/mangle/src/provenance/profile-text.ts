import type { Profile, RuleProfile } from '../engine/profile.js';
import type { Program } from '../program/program.js';
import { printClause } from '../syntax/print-source.js';
import { positionAt } from '../text/source.js';

/** A profile as data for other programs. */
export interface JsonProfile {
  readonly rules: readonly (Omit<RuleProfile, 'rule'> & {
    readonly rule: string;
    readonly line: number;
    /** Null for a rule that runs on demand. */
    readonly stratum: number | null;
    /** Of the time of all rules, from 0 to 1. */
    readonly share: number;
  })[];
  readonly strata: readonly {
    readonly stratum: number;
    readonly predicates: readonly string[];
    readonly rounds: number;
    readonly timeMs: number;
    readonly solutions: number;
    readonly facts: number;
  }[];
}

export function profileToJson(profile: Profile, program: Program): JsonProfile {
  const stratumOf = new Map(program.strata.flatMap(({ rules: own }, stratum) => own.map((index) => [index, stratum])));
  const rules = profile.rules();
  const total = rules.reduce((sum, { timeMs }) => sum + timeMs, 0);
  return {
    rules: rules.map(({ rule, ...counts }) => ({
      rule: printClause(rule.clause),
      line: positionAt(rule.clause.span.source, rule.clause.span.start).line,
      stratum: stratumOf.get(rule.index) ?? null,
      ...counts,
      share: total === 0 ? 0 : counts.timeMs / total,
    })),
    strata: profile.strata(program),
  };
}

/** Where time and facts went: the rules, the slowest first, then the strata that took time. */
export function renderProfile(
  profile: Profile,
  program: Program,
  { most = 30 }: { readonly most?: number } = {},
): string {
  const { rules, strata } = profileToJson(profile, program);
  const slow = strata.toSorted((a, b) => b.timeMs - a.timeMs || a.stratum - b.stratum);
  const ruleRows = rules
    .slice(0, most)
    .map((each) => [
      each.timeMs.toFixed(2),
      `${(each.share * 100).toFixed(1)}%`,
      String(each.runs),
      String(each.solutions),
      String(each.facts),
      each.stratum === null ? '-' : String(each.stratum),
      shortened(each.rule),
    ]);
  const stratumRows = slow
    .slice(0, most)
    .map((each) => [
      each.timeMs.toFixed(2),
      String(each.rounds),
      String(each.solutions),
      String(each.facts),
      String(each.stratum),
      shortened(each.predicates.join(' ')),
    ]);
  return [
    ...table(['ms', 'share', 'runs', 'solutions', 'facts', 'stratum', 'rule'], ruleRows),
    ...more(rules.length - ruleRows.length, 'rules'),
    '',
    ...table(['ms', 'rounds', 'solutions', 'facts', 'stratum', 'predicates'], stratumRows),
    ...more(strata.length - stratumRows.length, 'strata'),
  ].join('\n');
}

/** Columns of figures, flush right, and a last column of text. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), title.length),
  );
  return [head, ...rows].map((row) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padStart(widths[column] ?? 0))).join('  '),
  );
}

function more(count: number, what: string): string[] {
  return count > 0 ? [`… and ${count} more ${what}`] : [];
}

const maxText = 100;

function shortened(text: string): string {
  return text.length <= maxText ? text : `${text.slice(0, maxText - 1)}…`;
}
