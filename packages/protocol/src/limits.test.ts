import { describe, expect, it } from 'vitest';
import { defaultLimits, stricterLimits } from './limits.js';

describe('limits', () => {
  it('are these by default', () => {
    expect(defaultLimits).toEqual({
      max_message_bytes: 16_777_216,
      max_facts_per_request: 10_000,
      max_derived_facts: 100_000,
      max_intervals_per_atom: 1000,
      max_compute_ms: 30_000,
    });
  });

  it('are those of the server if the client asks for nothing', () => {
    const expected = { max_facts_created: 100_000, max_intervals_per_atom: 1000, max_compute_ms: 30_000 };
    expect(stricterLimits(defaultLimits)).toEqual(expected);
    const nulls = { max_facts_created: null, max_compute_ms: null, max_tools_returned: null, max_tokens_budget: null };
    expect(stricterLimits(defaultLimits, nulls)).toEqual(expected);
  });

  it('are the stricter of both', () => {
    const constraints = {
      max_facts_created: 0,
      max_intervals_per_atom: 5000,
      max_compute_ms: 7,
      max_tools_returned: 0,
      max_tokens_budget: 900,
    };
    expect(stricterLimits(defaultLimits, constraints)).toEqual({
      max_facts_created: 0,
      max_intervals_per_atom: 1000,
      max_compute_ms: 7,
      max_tools_returned: 0,
      max_tokens_budget: 900,
    });
  });

  it('have the defaults where a server names none', () => {
    const limits = { max_message_bytes: 16_777_216, max_facts_per_request: 1, max_derived_facts: 2 };
    expect(stricterLimits(limits)).toEqual({
      max_facts_created: 2,
      max_intervals_per_atom: 1000,
      max_compute_ms: 30_000,
    });
  });
});
