import { describe, expect, it } from 'vitest';
import { type Issue, issues, type Violation, violationError } from './violation.js';

function violation(issue: Issue, index = 0): Violation {
  return { fact_index: index, predicate: 'p', issue, message: 'it is wrong' };
}

describe('violationError', () => {
  it.each(Object.entries(issues))('ERR-053 %s alone is %s', (issue, code) => {
    expect(violationError([violation(issue as Issue), violation(issue as Issue, 1)]).code).toBe(code);
  });

  it('ERR-053 several kinds are invalid_facts, which is recoverable', () => {
    const error = violationError([violation('reserved_predicate'), violation('arity_mismatch', 1)]);
    expect(error.toPayload()).toEqual({
      code: 'invalid_facts',
      message: '2 violations; `details.violations` lists them',
      recoverable: true,
      details: { violations: [violation('reserved_predicate'), violation('arity_mismatch', 1)] },
    });
  });

  it('ERR-014 a reserved name alone is not recoverable', () => {
    expect(violationError([violation('reserved_predicate')]).toPayload().recoverable).toBe(false);
  });

  it('says what it is if it is one thing', () => {
    expect(violationError([violation('not_ground', 3)]).message).toBe('fact 3: it is wrong');
    expect(violationError([violation('missing_required_fact', -1)]).message).toBe('it is wrong');
  });

  it('tells once what two checks have found', () => {
    const error = violationError([violation('reserved_predicate'), violation('reserved_predicate')]);
    expect(error.details).toEqual({ violations: [violation('reserved_predicate')] });
  });
});
