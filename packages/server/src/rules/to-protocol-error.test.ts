import { createSource, type DiagnosticCode, EvaluationError } from '@manglecp/mangle';
import { ProtocolError } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { toProtocolError } from './to-protocol-error.js';

const failed = {
  limits: { maxFacts: 10, maxIntervals: 20, timeoutMs: 30 },
  serverLimits: { maxFacts: 100, maxIntervals: 100, timeoutMs: 100 },
  elapsedMs: 31.4,
  isPublic: (predicate: string) => predicate === 'known/1',
};

function translated(code: DiagnosticCode, serverLimits = failed.serverLimits): unknown {
  const span = { source: createSource('/srv/policy.mg', 'secret(1).'), start: 0, end: 1 };
  const error = new EvaluationError(
    { code, severity: 'error', stage: 'eval', message: 'about `secret/1`', span, related: [] },
    [
      { predicate: 'secret/1', facts: 9 },
      { predicate: 'known/1', facts: 3 },
    ],
  );
  const made = toProtocolError(error, { ...failed, serverLimits });
  expect(made).toHaveProperty('cause', error);
  return made instanceof ProtocolError ? made.toPayload() : made;
}

describe('an error of the engine', () => {
  it.each<[string, DiagnosticCode, string, object?]>([
    ['EVAL-026', 'fact-limit', 'derivation_limit_exceeded', { limit: 10, consumed: 11, unit: 'derived_facts' }],
    ['EVAL-027', 'interval-limit', 'interval_limit_exceeded', { limit: 20, consumed: 21, unit: 'intervals' }],
    ['EVAL-028', 'time-limit', 'evaluation_timeout', { limit: 30, consumed: 31, unit: 'ms' }],
    ['EVAL-024', 'memory-limit', 'derivation_limit_exceeded'],
    ['WIRE-064', 'cancelled', 'cancelled'],
    ['EVAL-063', 'external-failed', 'evaluation_failed'],
    ['ERR-020', 'function-failed', 'evaluation_failed'],
    ['ERR-020', 'invalid-interval', 'evaluation_failed'],
    ['ERR-020', 'merge-failed', 'evaluation_failed'],
    ['ERR-020', 'value-too-deep', 'evaluation_failed'],
    ['ERR-020', 'value-too-large', 'evaluation_failed'],
    ['ERR-020', 'invalid-fact', 'evaluation_failed'],
  ])('%s %s is told as %s', (_, code, told, budget) => {
    expect(translated(code)).toMatchObject({ code: told, ...(budget === undefined ? {} : { details: { budget } }) });
  });

  it.each(['fact-limit', 'memory-limit', 'function-failed'] as const)('tells nothing of rules: %s', (code) => {
    expect(JSON.stringify(translated(code))).not.toMatch(/secret|srv/);
  });

  it.each<[DiagnosticCode, string]>([
    ['fact-limit', 'max_facts_created'],
    ['interval-limit', 'max_intervals_per_atom'],
    ['time-limit', 'max_compute_ms'],
  ])('ERR-016 advises to raise a limit that the client set, and no other: %s', (code, constraint) => {
    const own = translated(code);
    const ofServer = translated(code, failed.limits);
    expect(own).toMatchObject({
      details: { suggestion: expect.stringContaining(`allow more with \`${constraint}\``) },
    });
    expect(ofServer).toMatchObject({ details: { suggestion: expect.stringContaining('the limit of the server') } });
    expect(JSON.stringify(ofServer)).not.toContain(constraint);
  });

  it('EVAL-030 never comes with a part of the answer', () => {
    for (const code of ['fact-limit', 'interval-limit', 'time-limit', 'memory-limit'] as const) {
      expect(translated(code)).toMatchObject({ details: { partial_results_available: false } });
    }
  });

  it('passes other errors unchanged: they are defects, or meant for the peer already', () => {
    for (const error of [new TypeError('x'), new ProtocolError('auth_required', 'y'), 'z']) {
      expect(toProtocolError(error, failed)).toBe(error);
    }
  });
});
