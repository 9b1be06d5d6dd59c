import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { expect, vi } from 'vitest';
import { invokeTool } from '../harness/answers.js';
import { invokeRequest } from '../harness/messages.js';
import { metric } from '../harness/metrics.js';
import type { Answer, Peer } from '../harness/peer.js';
import { work, workInvocation, workRequest } from '../harness/tools.js';
import { type Context, overTransports } from '../harness/verifies.js';

const workshop = { pack: 'workshop' };

function credential(secret: string, privileges: readonly string[] = []): object {
  return { sha256: createHash('sha256').update(secret).digest('hex'), identity: secret, privileges };
}

const guarded = {
  pack: 'workshop',
  config: { auth: { required: true, tokens: [credential('guest'), credential('boss', ['manager'])] } },
};
const patient = { pack: 'workshop', config: { limits: { max_derived_facts: 2 ** 40 } } };

function countRequest(value: number, constraints: object): object {
  return workRequest({ intent: { name: 'unlisted' }, facts: [{ pred: 'count_to', args: [value] }], constraints });
}

function machineRequest(count: number, constraints: object): object {
  const facts = Array.from({ length: count }, (_, at) => {
    const hour = String(at).padStart(2, '0');
    return {
      pred: 'machine_on',
      args: ['lathe'],
      t: { start: `2026-03-01T${hour}:00:00Z`, end: `2026-03-01T${hour}:30:00Z` },
    };
  });
  return workRequest({ intent: { name: 'watch_machines' }, facts, constraints });
}

async function ask({ connect }: Context, message: object, options: object = workshop): Promise<Answer> {
  return (await connect(options)).ask(message);
}

/** The answer is an error with this status and code, and its body is an envelope. */
function expectStatus({ status, message, headers }: Answer, expected: number, code: string): void {
  expect({ status, type: message.type, code: message.payload.code }).toEqual({ status: expected, type: 'error', code });
  expect(headers?.get('content-type')).toMatch(/^application\/json/);
}

async function ticksOf(peer: Peer): Promise<number> {
  const { message } = await work(peer, 'read_ticks');
  return Number(message.payload.result.ticks);
}

overTransports('the status of an answer', (verifies) => {
  const verifiesHttp = (ids: readonly string[], title: string, body: (context: Context) => Promise<void>): void => {
    verifies([...ids, 'WIRE-040', 'WIRE-041'], title, body, { on: ['http'] });
  };

  verifiesHttp([], 'is 200 for responses and the manifest', async (context) => {
    const peer = await context.connect(workshop);
    const intent = await peer.ask(workRequest());
    const invoke = await work(peer, 'echo', { text: 'a' });
    expect([intent.status, intent.message.type]).toEqual([200, 'intent_response']);
    expect([invoke.status, invoke.message.type]).toEqual([200, 'invoke_response']);
    expect(intent.headers?.get('content-type')).toMatch(/^application\/json/);
  });

  verifiesHttp(['WIRE-042'], 'is 400 for what is broken', async (context) => {
    const peer = await context.connect(workshop);
    const withFact = (fact: object): object => workRequest({ facts: [fact] });
    const broken: readonly (readonly [string, object | string])[] = [
      ['malformed_message', '{"type":'],
      ['malformed_message', workRequest({ facts: 'none' })],
      ['unsupported_version', workRequest({}, { manglecp: '1999-01-draft' })],
      ['invalid_type', workRequest({}, { type: 'nope' })],
      ['arity_mismatch', withFact({ pred: 'note', args: ['a', 'b'] })],
      ['type_mismatch', withFact({ pred: 'note', args: [1] })],
      ['unknown_predicate', withFact({ pred: 'nobody_knows', args: [] })],
      ['reserved_predicate', withFact({ pred: '_manglecp_x', args: [] })],
      ['invalid_facts', withFact({ pred: 'note', args: [null] })],
      ['schema_validation_failed', await workInvocation(peer, 'echo', { text: 5 })],
      ['schema_validation_failed', await workInvocation(peer, 'echo')],
    ];
    for (const [code, message] of broken) expectStatus(await peer.ask(message), 400, code);
  });

  verifiesHttp(['WIRE-042'], 'is 400 for rules that would never end', async (context) => {
    const facts = [{ pred: 'call', args: ['ann'], t: { at: '2026-03-01T00:00:00Z' } }];
    const answer = await ask(context, workRequest({ intent: { name: 'listen' }, facts }), { pack: 'echoes' });
    expectStatus(answer, 400, 'invalid_temporal_pattern');
  });

  verifiesHttp(['WIRE-043'], 'is 401 without credentials, or with wrong ones', async (context) => {
    const peer = await context.connect(guarded);
    const without = await peer.ask(workRequest());
    expectStatus(without, 401, 'auth_required');
    expect(without.headers?.get('www-authenticate')).toMatch(/^Bearer/);
    await peer.login('nobody');
    expectStatus(await peer.ask(workRequest()), 401, 'auth_invalid');
    await peer.login('guest');
    expect((await peer.ask(workRequest())).status).toBe(200);
  });

  verifiesHttp(['WIRE-043'], 'is 403 with credentials that do not suffice', async (context) => {
    const peer = await context.connect(guarded);
    const request = workRequest({ intent: { name: 'manage' } });
    await peer.login('guest');
    expectStatus(await peer.ask(request), 403, 'auth_insufficient');
    await peer.login('boss');
    expect((await peer.ask(request)).status).toBe(200);
  });

  verifiesHttp(['WIRE-043'], 'is 403 where a user must confirm', async (context) => {
    const peer = await context.connect();
    const facts = [{ pred: 'active_site', args: ['HAM-2'] }];
    const offered = await peer.ask(workRequest({ intent: { name: 'rebook_shipment' }, facts }));
    const call = { name: 'rebook', args: { shipment: 'S-881' } };
    expectStatus(await invokeTool(peer, offered, call), 403, 'confirmation_required');
    const payload = { confirmation_token: 'yes' };
    expectStatus(await invokeTool(peer, offered, { ...call, payload }), 403, 'confirmation_invalid');
  });

  verifiesHttp(['WIRE-044'], 'is 408 for what takes too long', async (context) => {
    expectStatus(await ask(context, countRequest(2 ** 40, { max_compute_ms: 1 }), patient), 408, 'evaluation_timeout');
  });

  verifiesHttp(['WIRE-045'], 'is 413 for what is too much, by three codes', async (context) => {
    expectStatus(await ask(context, countRequest(100, { max_facts_created: 1 })), 413, 'derivation_limit_exceeded');
    expectStatus(await ask(context, machineRequest(3, { max_intervals_per_atom: 2 })), 413, 'interval_limit_exceeded');
    expectStatus(await (await context.connect(workshop)).ask(Buffer.alloc(16_777_217, 0x20)), 413, 'message_too_large');
  });

  verifiesHttp(['WIRE-046'], 'is 429 for who asks too often', async (context) => {
    const clock = (): number => 1_800_000_000_000;
    const subject = await context.fresh({ pack: 'workshop', config: { rate: { per_minute: 3 } }, clock });
    const peer = await subject.connect();
    const answers: Answer[] = [];
    for (let count = 0; count < 4; count += 1) answers.push(await peer.ask(workRequest()));
    expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200]);
    const [, , , last] = answers;
    if (last === undefined) throw new Error('there are four answers');
    expectStatus(last, 429, 'rate_limited');
    expect(Number(last.headers?.get('retry-after'))).toBeGreaterThan(0);
  });

  verifiesHttp(['WIRE-046'], 'is 500 for failures of the server', async (context) => {
    const peer = await context.connect(workshop);
    expectStatus(await work(peer, 'fail'), 500, 'execution_failed');
    const facts = [{ pred: 'note', args: ['drill'] }];
    const measuring = workRequest({ intent: { name: 'measure' }, facts });
    expectStatus(await peer.ask(measuring), 500, 'evaluation_failed');
  });

  verifiesHttp(['WIRE-046', 'MAN-033'], 'is 503 before the server is ready', async (context) => {
    const { connect, server } = await context.fresh({ pack: 'workshop', isBooting: true });
    const peer = await connect();
    for (const message of [workRequest(), invokeRequest('mt_0')]) {
      const answer = await peer.ask(message);
      expectStatus(answer, 503, 'server_not_ready');
      expect(Number(answer.headers?.get('retry-after'))).toBeGreaterThan(0);
    }
    await server?.boot();
    expect((await peer.ask(workRequest())).status).toBe(200);
  });

  verifiesHttp(
    ['WIRE-047'],
    'is 404 for tools that were not issued, and 410 for those that lapsed',
    async (context) => {
      const peer = await context.connect(workshop);
      expectStatus(await peer.ask(invokeRequest('mt_00000000000000000000000000000000')), 404, 'macro_not_found');
      const call = await workInvocation(peer, 'echo', { text: 'a' });
      const { macro_id: macroId } = call['payload'] as { macro_id: string };
      const late = invokeRequest(macroId, { text: 'a' }, { eval_time: '2200-01-01T00:00:00Z' });
      expectStatus(await peer.ask(late), 410, 'macro_expired');
    },
  );

  verifies(
    ['WIRE-047', 'WIRE-067'],
    'is 499 for clients that went, and their work stops',
    async (context) => {
      const { url = '', log } = await context.subject(workshop);
      const peer = await context.connect(workshop);
      const labels = { transport: 'http', type: 'invoke_request', code: 'cancelled' };
      const cancelled = await metric(url, 'manglecp_requests_total', labels);
      const ticks = await ticksOf(peer);
      const call = await workInvocation(peer, 'tick', { times: 100_000 });
      const post = httpRequest(`${url}/manglecp/invoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      });
      post.on('error', () => undefined);
      post.end(JSON.stringify(call));
      await vi.waitFor(async () => expect(await ticksOf(peer)).toBeGreaterThan(ticks), { timeout: 20_000 });
      post.destroy();
      await vi.waitFor(async () => expect(await metric(url, 'manglecp_requests_total', labels)).toBe(cancelled + 1), {
        timeout: 20_000,
      });
      const before = await ticksOf(peer);
      const { message } = await work(peer, 'tick', { times: 3 });
      expect(message.payload.result.ticks).toBe(before + 3);
      expect(await metric(url, 'manglecp_requests_in_flight')).toBe(0);
      const line = log()
        .split('\n')
        .find((each) => each.includes(`"id":"${call.id}"`));
      expect(line).toContain('"code":"cancelled"');
    },
    { on: ['http'] },
  );
});
