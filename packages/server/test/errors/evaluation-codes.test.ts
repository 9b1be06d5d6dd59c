import { expect, vi } from 'vitest';
import { toolNames } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import type { Answer, Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';
import { expectError } from './expect-error.js';

const options = { pack: 'faults' };

type Request = Record<string, unknown> & { readonly id: string };

function derive(facts: readonly unknown[], constraints: object = {}): Request {
  return intentRequest({ intent: { name: 'derive' }, facts, constraints, eval_time: '2026-03-01T09:15:00Z' });
}

const countTo = (value: number): object => ({ pred: 'count_to', args: [value] });

/** Enough for seconds of work that derives nothing. */
const numbers = Array.from({ length: 400 }, (_, value) => ({ pred: 'number', args: [value] }));

function sightings(count: number, gapMs: number): readonly object[] {
  const start = Date.parse('2026-03-01T09:00:00Z');
  return Array.from({ length: count }, (_, at) => ({
    pred: 'sighting',
    args: ['fox'],
    t: { start: start + at * gapMs, end: start + at * gapMs + 1000 },
  }));
}

function factsDerived({ message }: Answer): number {
  return message.payload.diagnostics.facts_derived as number;
}

/** The server goes on as if nothing had been. */
async function expectAlive(peer: Peer): Promise<void> {
  expect(toolNames(await peer.ask(derive([countTo(3)])))).toEqual(['report']);
}

overTransports('errors of evaluations', (verifies) => {
  verifies(['ERR-016', 'ERR-034'], 'an evaluation ends when its time is over', async ({ connect }) => {
    const peer = await connect(options);
    for (const limit of [1, 5, 20]) {
      const request = derive(numbers, { max_compute_ms: limit });
      const expected = { code: 'evaluation_timeout', status: 408, recoverable: true, id: request.id };
      const { details } = expectError(await peer.ask(request), expected);
      expect(details).toMatchObject({
        budget: { limit, unit: 'ms' },
        partial_results_available: false,
        suggestion: expect.stringContaining('max_compute_ms'),
      });
      expect(details.budget.consumed).toBeGreaterThanOrEqual(limit);
    }
    await expectAlive(peer);
  });

  verifies(
    ['ERR-016'],
    'the limit of the server holds where the client has a larger one or none',
    async ({ connect }) => {
      const peer = await connect({ ...options, config: { limits: { max_compute_ms: 30 } } });
      for (const constraints of [{}, { max_compute_ms: 60_000 }, { max_compute_ms: null }]) {
        const request = derive(numbers, constraints);
        const expected = { code: 'evaluation_timeout', status: 408, recoverable: true, id: request.id };
        expect(expectError(await peer.ask(request), expected).details.budget).toMatchObject({ limit: 30, unit: 'ms' });
      }
    },
  );

  verifies(['ERR-017', 'ERR-034'], 'an evaluation ends at the first fact too many', async ({ connect }) => {
    const peer = await connect(options);
    const request = derive([countTo(1_000_000)], { max_facts_created: 10 });
    const expected = { code: 'derivation_limit_exceeded', status: 413, recoverable: true, id: request.id };
    expect(expectError(await peer.ask(request), expected).details).toEqual({
      budget: { limit: 10, consumed: 11, unit: 'derived_facts' },
      partial_results_available: false,
      suggestion: expect.stringContaining('max_facts_created'),
    });
    await expectAlive(peer);
  });

  verifies(['ERR-017'], 'exactly as many facts as allowed are allowed', async ({ connect }) => {
    const peer = await connect(options);
    const free = await peer.ask(derive([countTo(50)]));
    const needed = factsDerived(free);
    expect(needed).toBeGreaterThan(51);
    expect(factsDerived(await peer.ask(derive([countTo(51)])))).toBe(needed + 1);
    const exact = await peer.ask(derive([countTo(50)], { max_facts_created: needed }));
    expect([toolNames(exact), factsDerived(exact)]).toEqual([['report'], needed]);
    for (const limit of [needed - 1, 0]) {
      const request = derive([countTo(50)], { max_facts_created: limit });
      const expected = { code: 'derivation_limit_exceeded', status: 413, recoverable: true, id: request.id };
      const { budget } = expectError(await peer.ask(request), expected).details;
      expect(budget).toEqual({ limit, consumed: limit + 1, unit: 'derived_facts' });
    }
  });

  verifies(['ERR-017'], 'facts of the client count against no limit of derived ones', async ({ connect }) => {
    const peer = await connect(options);
    const needed = factsDerived(await peer.ask(derive([])));
    const facts = Array.from({ length: 50 }, (_, at) => ({ pred: 'question', args: [`unanswered ${at}`] }));
    const answer = await peer.ask(derive(facts, { max_facts_created: needed + 10 }));
    expect(toolNames(answer)).toEqual(['report']);
    expect(factsDerived(answer)).toBeLessThan(needed + 10);
  });

  verifies(['ERR-018', 'ERR-034'], 'a fact has no more separate intervals than allowed', async ({ connect }) => {
    const peer = await connect(options);
    const limit = { max_intervals_per_atom: 5 };
    expect(toolNames(await peer.ask(derive(sightings(5, 10_000), limit)))).toEqual(['report']);
    // Those that touch or overlap are one.
    expect(toolNames(await peer.ask(derive(sightings(50, 500), limit)))).toEqual(['report']);
    expect(toolNames(await peer.ask(derive(sightings(50, 1000), limit)))).toEqual(['report']);
    const request = derive(sightings(6, 10_000), limit);
    const expected = { code: 'interval_limit_exceeded', status: 413, recoverable: true, id: request.id };
    expect(expectError(await peer.ask(request), expected).details).toEqual({
      budget: { limit: 5, consumed: 6, unit: 'intervals' },
      partial_results_available: false,
      suggestion: expect.stringContaining('max_intervals_per_atom'),
    });
    await expectAlive(peer);
  });

  verifies(
    ['ERR-019'],
    'rules that extend their own intervals are not begun where the pack refuses them',
    async ({ connect }) => {
      const peer = await connect({ ...options, config: { temporal_recursion: 'refuse' } });
      expect(peer.manifest.payload.status).toBe('degraded');
      await expectAlive(peer);
      for (const t of [{ at: '2026-03-01T09:00:00Z' }, { start: '_', end: '_' }, undefined]) {
        const request = derive([{ pred: 'pulse', args: ['fox'], ...(t === undefined ? {} : { t }) }]);
        const expected = { code: 'invalid_temporal_pattern', status: 400, recoverable: false, id: request.id };
        const { message } = expectError(await peer.ask(request), expected);
        expect(message).not.toMatch(/pulse|fn:|domain/);
      }
      await expectAlive(peer);
    },
  );

  verifies(['EVAL-029'], 'rules that extend their own intervals are stopped by a limit', async ({ connect }) => {
    const peer = await connect(options);
    expect(peer.manifest.payload.status).toBe('ready');
    const at = '2026-03-01T09:00:00Z';
    for (const [t, code] of [
      [{ at }, 'interval_limit_exceeded'],
      // What follows lies in it, so that there is one interval all the time.
      [{ start: at, end: '_' }, 'derivation_limit_exceeded'],
    ] as const) {
      const request = derive([{ pred: 'pulse', args: ['fox'], t }], { max_facts_created: 2000 });
      const { message } = expectError(await peer.ask(request), {
        code,
        status: 413,
        recoverable: true,
        id: request.id,
      });
      expect(message).not.toMatch(/pulse|fn:|domain/);
    }
    await expectAlive(peer);
  });

  verifies(
    ['ERR-020'],
    'a function of the host that fails, or answers nonsense, fails the evaluation',
    async ({ subject }) => {
      const server = await subject(options);
      const peer = await server.connect();
      const consult = (question: string): Request => {
        return intentRequest({ intent: { name: 'consult' }, facts: [{ pred: 'question', args: [question] }] });
      };
      expect(toolNames(await peer.ask(consult('meaning')))).toEqual(['report']);
      for (const question of ['throw', 'reject', 'babble']) {
        const request = consult(question);
        const expected = { code: 'evaluation_failed', status: 500, recoverable: false, id: request.id };
        const { message, details } = expectError(await peer.ask(request), expected);
        expect(`${message} ${JSON.stringify(details)}`).not.toMatch(/oracle|secret|hunter2|verdict/);
      }
      expect(toolNames(await peer.ask(consult('meaning')))).toEqual(['report']);
      // What clients are not told, operators are.
      await vi.waitFor(() => expect(server.log()).toContain('oracle'), 30_000);
    },
  );

  verifies(['ERR-020'], 'a function of the language that fails does so too', async ({ connect }) => {
    const peer = await connect(options);
    expect(toolNames(await peer.ask(derive([{ pred: 'divisor', args: [2] }])))).toEqual(['report']);
    const request = derive([{ pred: 'divisor', args: [0] }]);
    const expected = { code: 'evaluation_failed', status: 500, recoverable: false, id: request.id };
    const { message, details } = expectError(await peer.ask(request), expected);
    expect(`${message} ${JSON.stringify(details)}`).not.toMatch(/fn:|div|quotient|zero/);
    await expectAlive(peer);
  });
});
