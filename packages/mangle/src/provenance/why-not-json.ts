import { printClause } from '../syntax/print-source.js';
import { oracleText, sourceIntervalText } from '../value/format.js';
import type { Value } from '../value/value.js';
import { premiseText } from './premise-text.js';
import { factText } from './render.js';
import type { FailureReason, RuleFailure, WhyNot, WhyNotVerdict } from './why-not-result.js';
import { goalText } from './why-not-text.js';
import type { Interval } from './proof.js';

/** An answer to "why not" as data for other programs; facts, values and rules are texts. */
export interface JsonWhyNot {
  readonly goal: string;
  readonly verdict: WhyNotVerdict;
  readonly fact?: string;
  readonly suggestion?: string;
  readonly rules: readonly JsonRuleFailure[];
  readonly omittedRules: number;
  readonly nearest: readonly string[];
  readonly misspelled: readonly { readonly argument: number; readonly value: string; readonly nearest: string }[];
}

export interface JsonRuleFailure {
  readonly rule: string;
  readonly satisfied: readonly string[];
  /** The premise that fails; absent if all hold and the head is the problem. */
  readonly failing?: string;
  readonly bindings: Readonly<Record<string, string>>;
  readonly reason: Readonly<Record<string, unknown>> & { readonly kind: FailureReason['kind'] };
  readonly isExhaustive: boolean;
}

export function whyNotToJson(whyNot: WhyNot): JsonWhyNot {
  const { verdict, fact, suggestion, rules, omittedRules, nearest, misspelled } = whyNot;
  return {
    goal: goalText(whyNot),
    verdict,
    ...(fact === undefined ? {} : { fact: factText(fact) }),
    ...(suggestion === undefined ? {} : { suggestion }),
    rules: rules.map(jsonFailure),
    omittedRules,
    nearest: nearest.map(factText),
    misspelled: misspelled.map(({ argument, value, nearest: near }) => ({
      argument,
      value: oracleText(value),
      nearest: oracleText(near),
    })),
  };
}

function jsonFailure({ rule, satisfied, bindings, reason, isExhaustive }: RuleFailure): JsonRuleFailure {
  const failing = reason.kind === 'head' ? undefined : rule.premises[satisfied];
  return {
    rule: printClause(rule.clause),
    satisfied: rule.premises.slice(0, satisfied).map((premise) => premiseText(premise, bindings)),
    ...(failing === undefined ? {} : { failing: premiseText(failing, bindings) }),
    bindings: Object.fromEntries(bindings.map(({ variable, value }) => [variable, oracleText(value)])),
    reason: jsonReason(reason),
    isExhaustive,
  };
}

function jsonReason(reason: FailureReason): JsonRuleFailure['reason'] {
  switch (reason.kind) {
    case 'missing': {
      const { kind, predicate, nearest, why } = reason;
      const rest = why === undefined ? {} : { why: whyNotToJson(why) };
      return { kind, predicate, nearest: nearest.map(factText), ...rest };
    }
    case 'present':
      return { kind: reason.kind, fact: factText(reason.fact) };
    case 'replaced':
      return { kind: reason.kind, by: factText(reason.by) };
    case 'time': {
      const { kind, window, covered } = reason;
      return {
        kind,
        ...(window === undefined ? {} : { window: boundsText(window) }),
        covered: covered.map(boundsText),
      };
    }
    case 'head':
      return { kind: reason.kind, argument: reason.argument, found: oracleText(reason.found) };
    case 'result':
      return { kind: reason.kind, args: reason.args.map((value) => oracleText(value)) };
    case 'false':
      return { kind: reason.kind, values: reason.values.map(textOrNull) };
    case 'failed':
      return { kind: reason.kind, message: reason.message };
  }
}

function textOrNull(value: Value | undefined): string | null {
  return value === undefined ? null : oracleText(value);
}

function boundsText({ start, end }: Interval): string {
  return sourceIntervalText(start, end);
}
