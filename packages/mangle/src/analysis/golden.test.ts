import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Premise, Program, Rule } from '../program/program.js';
import { check } from './analyze.suite.js';
import { variablesOf, variablesOfAll } from '../program/variables.js';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../testdata/golden');
/** How far a program gets. */
const stages = ['parse', 'analysis', 'stratify', 'eval', 'ok'];

interface Golden {
  readonly ok: boolean;
  readonly stage?: string;
}

/** Programs that we accept and the reference refuses, with the reason. */
const accepted: Readonly<Record<string, string>> = {
  'decl-modes/stored_input_unbound': 'a mode says nothing about facts that are stored',
  'engine-quirks/crash_match_cons_typed': 'the type checker of the reference crashes',
  'engine-quirks/crash_match_entry_untyped': 'the type checker of the reference crashes',
  'engine-quirks/crash_match_nil_typed': 'the type checker of the reference crashes',
  'engine-quirks/crash_pair_from_let': 'the type checker of the reference crashes',
  'engine-quirks/modes_equality_to_input': 'an equality with a value binds the other side',
  'engine-quirks/types_replace_in_rule': 'fn:string:replace has its real type',
  'list-builtins/member_bound_untyped': 'what a built-in gives is compared with what is there',
  'list-builtins/member_checks': 'what a built-in gives is compared with what is there',
  'list-builtins/member_constant': 'what a built-in gives is compared with what is there',
  'maps/match_entry_constant_value': 'what a built-in gives is compared with what is there',
  'match-predicates/filter_name': 'a name may be a boolean; the newest reference accepts it too',
  'match-predicates/prefix_variable_pattern': 'any name may be a prefix',
  'pairs/match_pair_bound_variable': 'what a built-in gives is compared with what is there',
  'pairs/match_pair_constant_arg': 'what a built-in gives is compared with what is there',
  'pairs/match_pair_same_variable': 'the second half is compared with the first',
  'range-restriction-errors/comparison_before_binding': 'a comparison waits for its variables',
  'range-restriction-errors/equality_then_function': 'an equality with a value binds the other side',
  'range-restriction-errors/function_of_own_variable': 'the function is computed after the condition',
  'range-restriction-errors/function_before_binding': 'a function waits for its variables',
  'recursion/path_lists_untyped_rejected': 'a value of any type may be a list',
  'structs/match_field_constant': 'what a built-in gives is compared with what is there',
  'structs/match_field_filter': 'what a built-in gives is compared with what is there',
  'structs/match_field_variable_name': 'the name of a field may be a variable',
  'structs/struct_get_variable_name': 'the name of a field may be a variable',
  'type-bounds-bad/negated_type_mismatch': 'a negated condition that always holds is a warning',
};

/** Programs that we refuse and the reference accepts, with the reason. */
const refused: Readonly<Record<string, string>> = {
  'aggregation/do_without_group_by': 'a `do` without grouping silently derives nothing in the reference',
  'engine-quirks/negated_unbound_dropped': 'the reference drops a negated condition whose variable nothing binds',
};

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mg'))
  .map((name) => name.slice(0, -'.mg'.length).replaceAll('\\', '/'))
  .sort();

function checkGolden(name: string) {
  const text = readFileSync(join(folder, `${name}.mg`), 'utf8');
  const bounds = /^#! bounds off$/m.test(text) ? 'off' : 'error';
  return check(text, { bounds, lints: true });
}

/** Where we stop, or `ok`. */
function verdict(name: string): string {
  const errors = checkGolden(name).diagnostics.filter(({ severity }) => severity === 'error');
  return stages.find((stage) => errors.some((each) => each.stage === stage)) ?? 'ok';
}

function expected(name: string): string {
  const { ok, stage = '' } = JSON.parse(readFileSync(join(folder, `${name}.golden.json`), 'utf8')) as Golden;
  return ok ? 'ok' : stage;
}

describe('golden programs', () => {
  it.each(names)('%s is accepted or refused as by the reference', (name) => {
    const [ours, theirs] = [verdict(name), expected(name)];
    if (name in accepted) expect([ours, theirs]).toEqual(['ok', expect.not.stringMatching('ok')]);
    else if (name in refused) expect([ours, theirs]).toEqual([expect.not.stringMatching('ok'), 'ok']);
    else if (theirs === 'ok') expect(ours).toBe('ok');
    else if (theirs !== 'eval')
      expect(stages.indexOf(ours), `${ours} instead of ${theirs}`).toBeLessThanOrEqual(stages.indexOf(theirs));
  });
});

/** The variables without a value when a premise needs one, if premises run in the given order. */
function unboundIn(rule: Rule, { predicates }: Program): string[] {
  const info = predicates.get(rule.predicate);
  const given = info?.isDeferred === true ? rule.args.filter((_, at) => info.mode?.[at] === '+') : [];
  const bound = new Set(variablesOfAll(given).map(({ name }) => name));
  const missing: string[] = [];
  for (const premise of rule.premises) {
    missing.push(...neededBy(premise, bound).filter((name) => !bound.has(name)));
    for (const name of mentionedBy(premise)) bound.add(name);
  }
  if (rule.grouping !== undefined) return missing;
  return [...missing, ...variablesOfAll(rule.args).flatMap(({ name }) => (bound.has(name) ? [] : [name]))];
}

function neededBy(premise: Premise, bound: ReadonlySet<string>): string[] {
  if (premise.kind === 'compare') {
    const sides = [premise.left, premise.right].map((term) => variablesOf(term).map(({ name }) => name));
    const canBind = premise.operator === '=' && [premise.left, premise.right].some((term) => term.kind === 'variable');
    const ready = sides.find((names) => names.every((name) => bound.has(name)));
    return canBind && ready !== undefined ? ready : sides.flat();
  }
  const isNegated = premise.kind !== 'temporal' && premise.isNegated;
  const modes = premise.kind === 'builtin' ? premise.builtin.modes : [];
  const inputs = premise.args.filter((arg, at) => isNegated || arg.kind === 'apply' || modes[at] === '+');
  return variablesOfAll(inputs).flatMap(({ name }) => (name.startsWith('_') ? [] : [name]));
}

function mentionedBy(premise: Premise): string[] {
  if (premise.kind === 'compare') return variablesOfAll([premise.left, premise.right]).map(({ name }) => name);
  const binds = premise.kind === 'temporal' ? premise.binds : undefined;
  const times = [binds?.start, binds?.end].flatMap((side) =>
    side?.kind === 'equals' && side.instant.kind === 'variable' ? [side.instant.name] : [],
  );
  return [...variablesOfAll(premise.args).map(({ name }) => name), ...times];
}

describe('the rules of golden programs', () => {
  it.each(names)('of %s find every value they need', (name) => {
    const { program } = checkGolden(name);
    const missing = program?.rules.flatMap((rule) => unboundIn(rule, program)) ?? [];
    expect(missing).toEqual([]);
  });
});
