import type { Fact } from '../engine/evaluation.js';
import { printClause } from '../syntax/print-source.js';
import { intervalText, readableText, sourceIntervalText } from '../value/format.js';
import type { Value } from '../value/value.js';
import { premiseText } from './premise-text.js';
import { readableFactText, type RuleText } from './render.js';
import type { FailureReason, Misspelling, RuleFailure, WhyNot } from './why-not-result.js';
import type { Interval } from './proof.js';

/** An answer to "why not" as indented text, rule by rule. Rules are printed as source text unless told otherwise. */
export function renderWhyNot(whyNot: WhyNot, ruleText: RuleText = ({ clause }) => printClause(clause)): string {
  return answerLines(whyNot, ruleText).join('\n');
}

/** A goal as it was asked. */
export function goalText({ name, args, variables }: Pick<WhyNot, 'name' | 'args' | 'variables'>): string {
  return `${name}(${args.map((value, at) => (value === undefined ? (variables[at] ?? '_') : readableText(value))).join(',')})`;
}

function answerLines(whyNot: WhyNot, ruleText: RuleText): string[] {
  const goal = goalText(whyNot);
  switch (whyNot.verdict) {
    case 'holds': {
      const fact = whyNot.fact === undefined ? goal : readableFactText(whyNot.fact);
      return [`${fact} holds; ask why it does`];
    }
    case 'unknown': {
      const { suggestion } = whyNot;
      const help = suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`;
      return [`the program has no predicate \`${whyNot.predicate}\`${help}`];
    }
    case 'unasked':
      return [`${goal} cannot be asked: the predicate is computed from arguments that the goal leaves open`];
    case 'absent':
      return [`${goal} does not hold`, ...indented(reasonLines(whyNot, ruleText))];
  }
}

function reasonLines(whyNot: WhyNot, ruleText: RuleText): string[] {
  const { rules, omittedRules, nearest, misspelled, predicate } = whyNot;
  const possible = rules.filter(({ reason }) => reason.kind !== 'head');
  const others = rules.length - possible.length;
  const lines = possible.flatMap((failure) => failureLines(failure, ruleText));
  if (others > 0) lines.push(`${rulesText(others)} cannot give it: ${headsText(rules)}`);
  if (omittedRules > 0) lines.push(`${rulesText(omittedRules)} more ${omittedRules === 1 ? 'was' : 'were'} not tried`);
  if (rules.length + omittedRules === 0) {
    lines.push(
      nearest.length === 0 ? `\`${predicate}\` has no rules and no facts` : 'no rule derives it, and it was not given',
    );
  }
  return [...lines, ...misspelled.map(misspellingLine), ...nearestLines(nearest)];
}

function misspellingLine({ argument, value, nearest }: Misspelling): string {
  return `argument ${argument + 1}: no fact has ${readableText(value)}; did you mean ${readableText(nearest)}?`;
}

function rulesText(count: number): string {
  return `${count} ${count === 1 ? 'rule' : 'rules'}`;
}

/** What the heads say instead, for one argument if they differ in one. */
function headsText(rules: readonly RuleFailure[]): string {
  const found = rules.flatMap(({ reason }) => (reason.kind === 'head' ? [reason] : []));
  const shown = [...new Set(found.map((each) => `argument ${each.argument + 1} is ${readableText(each.found)} there`))];
  return shown.length <= 3 ? shown.join('; ') : `${shown.slice(0, 3).join('; ')}; and so on`;
}

function failureLines(failure: RuleFailure, ruleText: RuleText): string[] {
  const { rule, satisfied, bindings, reason, isExhaustive } = failure;
  const held = rule.premises.slice(0, satisfied).map((premise) => premiseText(premise, bindings, readableText));
  const variables = bindings.map(({ variable, value }) => `${variable} = ${readableText(value)}`);
  const premise = rule.premises[satisfied];
  const failing = premise === undefined ? '' : premiseText(premise, bindings, readableText);
  return [
    `by  ${ruleText(rule)}`,
    ...indented([
      ...(variables.length === 0 ? [] : [`with  ${variables.join(', ')}`]),
      ...held.map((text) => `✓ ${text}`),
      `✗ ${failingText(failing, reason)}`,
      ...indented(detailLines(reason, ruleText)),
      ...(isExhaustive ? [] : ['the search ended at its limit; other values may come further']),
    ]),
  ];
}

function failingText(premise: string, reason: FailureReason): string {
  switch (reason.kind) {
    case 'missing':
      return `${premise}  (no such fact)`;
    case 'present':
      return `${premise}  (${readableFactText(reason.fact)} holds)`;
    case 'time':
      return `${premise}  (not at that time)`;
    case 'false':
      return `${premise}  (false${valuesText(reason.values, premise)})`;
    case 'failed':
      return `${premise === '' ? 'the head' : premise}  (cannot be computed: ${reason.message})`;
    case 'result':
      return `the rule comes to (${reason.args.map((value) => readableText(value)).join(', ')}) instead`;
    case 'replaced':
      return `derived, but replaced by ${readableFactText(reason.by)}`;
    case 'head':
      return `argument ${reason.argument + 1} is ${readableText(reason.found)} there`;
  }
}

/** The values of a test's sides, if its text does not show them. */
function valuesText(values: readonly (Value | undefined)[], premise: string): string {
  if (!premise.includes('fn:')) return '';
  return `: ${values.map((value) => (value === undefined ? '_' : readableText(value))).join(' and ')}`;
}

function detailLines(reason: FailureReason, ruleText: RuleText): string[] {
  if (reason.kind === 'time') return timeLines(reason.window, reason.covered);
  if (reason.kind !== 'missing') return [];
  if (reason.why !== undefined) return reasonLines(reason.why, ruleText);
  if (reason.nearest.length === 0) return ['the predicate has no facts'];
  return [...reason.misspelled.map(misspellingLine), ...nearestLines(reason.nearest)];
}

function timeLines(window: Interval | undefined, covered: readonly Interval[]): string[] {
  const known = covered.map(({ start, end }) => sourceIntervalText(start, end)).join(', ');
  const wanted = window === undefined ? [] : [`wanted: ${intervalText(window.start, window.end) || '@[_, _]'}`];
  return [...wanted, `known: ${known}`];
}

function nearestLines(facts: readonly Fact[]): string[] {
  return facts.length === 0 ? [] : [`nearest: ${facts.map(readableFactText).join(', ')}`];
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
