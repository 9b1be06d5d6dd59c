import type { StandardErrorCode } from '../errors/registry.js';
import { ProtocolError } from '../errors/protocol-error.js';

interface IssueSpec {
  /** The code of an error that is about this alone. */
  readonly code: StandardErrorCode;
  readonly meaning: string;
}

/** Every way in which a fact can be refused. The reference of errors is made from it. */
export const issueSpecs = {
  unknown_predicate: { code: 'unknown_predicate', meaning: 'the predicate is not declared' },
  arity_mismatch: { code: 'arity_mismatch', meaning: 'there are more or fewer arguments than declared' },
  type_mismatch: { code: 'type_mismatch', meaning: 'an argument is of another type than declared' },
  reserved_predicate: { code: 'reserved_predicate', meaning: 'the name begins with `_manglecp_`' },
  invalid_fact: { code: 'invalid_facts', meaning: 'it is not an object' },
  unknown_member: { code: 'invalid_facts', meaning: 'it has a member that facts do not have' },
  invalid_predicate: { code: 'invalid_facts', meaning: 'the name is missing, too long, or not written as names are' },
  invalid_arguments: { code: 'invalid_facts', meaning: 'it has neither `args` nor `named_args`, or both' },
  named_args_not_allowed: { code: 'invalid_facts', meaning: 'the arguments of the predicate have no names' },
  unknown_argument: { code: 'invalid_facts', meaning: 'no argument has this name' },
  missing_argument: { code: 'invalid_facts', meaning: 'the argument of this name is missing' },
  not_ground: { code: 'invalid_facts', meaning: 'an argument is or holds null or a variable' },
  unsafe_integer: { code: 'invalid_facts', meaning: 'a whole number beyond ±(2^53 - 1) is not in the int64 wrapper' },
  invalid_int64: { code: 'invalid_facts', meaning: 'the int64 wrapper is malformed or holds more than 64 bits' },
  number_out_of_range: { code: 'invalid_facts', meaning: 'a number does not fit into a 64-bit float' },
  invalid_value: { code: 'invalid_facts', meaning: 'an argument stands for no value that rules can handle' },
  direction_violation: { code: 'invalid_facts', meaning: 'the server derives the predicate, clients cannot assert it' },
  invalid_temporal: { code: 'invalid_facts', meaning: '`t` is malformed, empty or outside the clock' },
  temporal_not_allowed: { code: 'invalid_facts', meaning: 'the predicate or the server does not know time' },
  invalid_provenance: { code: 'invalid_facts', meaning: '`source` is malformed' },
  invalid_category: { code: 'invalid_facts', meaning: '`category` is not one of the three' },
  invalid_structure: { code: 'invalid_facts', meaning: 'the structured form is malformed, a rule, or not taken here' },
  not_permitted: { code: 'invalid_facts', meaning: 'policy does not let this client assert the predicate' },
  missing_required_fact: { code: 'invalid_facts', meaning: 'the intent needs a fact of the predicate' },
} as const satisfies Record<string, IssueSpec>;

export type Issue = keyof typeof issueSpecs;

/** By issue the code of an error that is about this alone. */
export const issues = Object.fromEntries(Object.entries(issueSpecs).map(([issue, { code }]) => [issue, code])) as {
  readonly [Key in Issue]: (typeof issueSpecs)[Key]['code'];
};

/** Why a fact was refused (Spec 09 §4.1). */
export interface Violation {
  /** The place of the fact in the request, from 0; -1 if it is about a fact that is not there. */
  readonly fact_index: number;
  readonly predicate: string;
  readonly issue: Issue;
  readonly message: string;
  readonly expected_arity?: number;
  readonly actual_arity?: number;
  readonly expected_type?: string;
  readonly actual_type?: string;
  readonly argument_index?: number;
  readonly suggestion?: string;
}

/** Notes what is wrong with the fact that is being checked. */
export type Refuse = (
  issue: Issue,
  message: string,
  more?: Omit<Partial<Violation>, 'issue' | 'message' | 'fact_index' | 'predicate'>,
) => undefined;

/**
 * The error for these violations: of their own code if they are all of one, else `invalid_facts` (C-17). Several checks
 * may have found the same; it is told once.
 */
export function violationError(found: readonly Violation[]): ProtocolError {
  const violations = withoutRepetition(found);
  const codes = new Set(violations.map(({ issue }) => issueSpecs[issue].code));
  const [code = 'invalid_facts'] = codes.size === 1 ? codes : [];
  return new ProtocolError(code, errorText(violations), { details: { violations } });
}

function withoutRepetition(found: readonly Violation[]): readonly Violation[] {
  const violations = new Map<string, Violation>();
  for (const violation of found) {
    const { fact_index: fact, predicate, issue, argument_index: argument = -1, message } = violation;
    // What is reserved is told by two checks; of the others each message is one of its own.
    const key = JSON.stringify([fact, predicate, issue, argument, message]);
    if (!violations.has(key)) violations.set(key, violation);
  }
  return [...violations.values()];
}

function errorText(violations: readonly Violation[]): string {
  const [first] = violations;
  if (first === undefined) return 'some facts were refused';
  if (violations.length > 1) return `${violations.length} violations; \`details.violations\` lists them`;
  return first.fact_index < 0 ? first.message : `fact ${first.fact_index}: ${first.message}`;
}
