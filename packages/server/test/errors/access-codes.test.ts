import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Server } from '@manglecp/server';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, expect, vi } from 'vitest';
import { errorOf, invokeTool, toolNames, toolsOf } from '../harness/answers.js';
import { intentRequest, invokeRequest } from '../harness/messages.js';
import { type Message, networkTransports } from '../harness/peer.js';
import type { Subject } from '../harness/subject.js';
import { overTransports } from '../harness/verifies.js';
import { expectError } from './expect-error.js';

const options = { pack: 'faults' };

const credential = (token: string, identity: string, more: object = {}): object => ({
  sha256: createHash('sha256').update(token).digest('hex'),
  identity,
  ...more,
});

const tokens = [credential('ada-token', 'ada'), credential('bot-token', 'bot', { trust_level: 'automated' })];
const guarded = { ...options, config: { auth: { required: true, tokens } } };
const open = { ...options, config: { auth: { tokens } } };

const act = (): Record<string, unknown> & { readonly id: string } =>
  intentRequest({ intent: { name: 'act' }, facts: [] });

function restricted(): Record<string, unknown> & { readonly id: string } {
  return intentRequest({ intent: { name: 'restricted' }, facts: [{ pred: 'question', args: ['meaning'] }] });
}

const scratch = mkdtempSync(path.join(tmpdir(), 'access-codes-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** An issuer of tokens, with the configuration that trusts it. */
async function createIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const file = path.join(scratch, `${Math.random()}.json`);
  writeFileSync(file, JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] }));
  const names = { issuer: 'https://issuer.example', audience: 'desk' };
  return {
    auth: { required: true, jwt: { ...names, jwks_file: file, token_url: 'https://issuer.example/token' } },
    issue: (expiresAtMs: number): Promise<string> =>
      new SignJWT({ scope: 'read' })
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer(names.issuer)
        .setAudience(names.audience)
        .setSubject('ada')
        .setIssuedAt(Math.floor(expiresAtMs / 1000) - 600)
        .setExpirationTime(Math.floor(expiresAtMs / 1000))
        .sign(privateKey),
  };
}

/** Keeps an invocation under way, by a connection of its own, until it is stopped. */
async function occupy(server: Server): Promise<() => void> {
  const connection = server.connect();
  const next = async (fits: (message: Message) => boolean): Promise<Message> => {
    for (;;) {
      const { value, done } = await connection.messages.next();
      if (done === true) throw new Error('the connection is closed');
      const message = JSON.parse(value) as Message;
      if (fits(message)) return message;
    }
  };
  connection.send(JSON.stringify(act()));
  const offered = await next(({ type }) => type === 'intent_response');
  const macroId = toolsOf({ message: offered, text: '' }).get('wait') ?? '';
  connection.send(JSON.stringify(invokeRequest(macroId)));
  await next(({ type }) => type === 'progress');
  return () => connection.close();
}

function serverOf({ server }: Subject): Server {
  if (server === undefined) throw new Error('the server runs elsewhere');
  return server;
}

overTransports('errors about access', (verifies) => {
  verifies(['ERR-007'], 'who shows no credentials where some are needed is asked for them', async ({ connect }) => {
    const peer = await connect(guarded);
    expect(peer.manifest.payload.auth.required).toBe(true);
    for (const request of [act(), invokeRequest('mt_any')]) {
      const expected = { code: 'auth_required', status: 401, recoverable: true, id: request.id };
      const answer = await peer.ask(request);
      expect(expectError(answer, expected).details).toEqual({ schemes: ['bearer', 'api_key'] });
      if (answer.headers !== undefined) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  verifies(['ERR-008'], 'a token that nobody has is refused', async ({ connect }) => {
    for (const token of ['wrong', 'ada-tokens', 'x'.repeat(5000)]) {
      const peer = await connect(guarded);
      const login = await peer.login(token);
      const request = act();
      const answer = login ?? (await peer.ask(request));
      const id = login === undefined ? request.id : login.message.id;
      expectError(answer, { code: 'auth_invalid', status: 401, recoverable: true, id });
      if (login !== undefined) errorOf(await peer.ask(act()), 'auth_required');
    }
  });

  verifies(['ERR-008'], 'a token is good until it expires', async ({ fresh }) => {
    let now = Date.parse('2026-05-01T00:00:00Z');
    const { auth, issue } = await createIssuer();
    const server = await fresh({ ...options, config: { auth }, clock: () => now });
    const peer = await server.connect();
    await peer.login(await issue(now + 60_000));
    now += 59_999;
    expect((await peer.ask(act())).message.type).toBe('intent_response');
    now += 1;
    const request = act();
    const expected = { code: 'auth_invalid', status: 401, recoverable: true, id: request.id };
    expectError(await peer.ask(request), expected);
    // One that has expired before is no better.
    const late = await peer.login(await issue(now - 3_600_000));
    expectError(late ?? (await peer.ask(request)), { ...expected, id: late?.message.id ?? request.id });
    await peer.login(await issue(now + 60_000));
    expect((await peer.ask(act())).message.type).toBe('intent_response');
  });

  verifies(
    ['ERR-007', 'ERR-009'],
    'who could do more after a login is asked to, and nobody else',
    async ({ fresh }) => {
      const peer = await (await fresh(open)).connect();
      const anonymous = restricted();
      const required = { code: 'auth_required', status: 401, recoverable: true, id: anonymous.id };
      expect(expectError(await peer.ask(anonymous), required).details).toEqual({ schemes: ['bearer', 'api_key'] });
      await peer.login('ada-token');
      const request = restricted();
      const expected = { code: 'auth_insufficient', status: 403, recoverable: false, id: request.id };
      expectError(await peer.ask(request), expected);
      expect((await peer.ask(act())).message.type).toBe('intent_response');
      await peer.login('bot-token');
      expect((await peer.ask(restricted())).message.type).toBe('intent_response');
    },
  );

  verifies(['ERR-009'], 'who cannot log in at all is not asked to', async ({ connect }) => {
    const request = restricted();
    const expected = { code: 'auth_insufficient', status: 403, recoverable: false, id: request.id };
    expectError(await (await connect(options)).ask(request), expected);
  });

  verifies(['ERR-027'], 'a server that boots refuses, and says when to come back', async ({ fresh }) => {
    const server = await fresh({ ...options, isBooting: true });
    const peer = await server.connect();
    expect(peer.manifest.payload.status).toBe('booting');
    for (const request of [act(), invokeRequest('mt_any')]) {
      const answer = await peer.ask(request);
      const expected = { code: 'server_not_ready', status: 503, recoverable: true, id: request.id };
      const { retry_after_ms: wait = 0 } = expectError(answer, expected);
      expect(wait).toBeGreaterThan(0);
      if (answer.headers !== undefined)
        expect(Number(answer.headers.get('retry-after'))).toBe(Math.ceil((wait ?? 0) / 1000));
    }
    expect(await serverOf(server).boot()).toEqual([]);
    expect((await peer.ask(act())).message.type).toBe('intent_response');
  });

  verifies(['ERR-027'], 'a server that drains finishes what it has and refuses what comes', async ({ fresh }) => {
    const server = await fresh({ ...options, isBooting: false });
    const peer = await server.connect();
    const release = await occupy(serverOf(server));
    const over = serverOf(server).shutdown();
    for (const request of [act(), invokeRequest('mt_any')]) {
      const expected = { code: 'server_not_ready', status: 503, recoverable: true, id: request.id };
      expect(expectError(await peer.ask(request), expected).retry_after_ms).toBeGreaterThan(0);
    }
    release();
    await over;
  });

  verifies(
    ['ERR-028'],
    'who asks too often waits, exactly as long as told',
    async ({ fresh }) => {
      let now = Date.parse('2026-05-01T00:00:00Z');
      const config = { rate: { per_minute: 3 } };
      const server = await fresh({ ...options, config, clock: () => now });
      const peer = await server.connect();
      const isAnswered = async (): Promise<boolean> => (await peer.ask(act())).message.type === 'intent_response';
      for (let sent = 0; sent < 3; sent += 1) expect(await isAnswered()).toBe(true);
      const request = act();
      const expected = { code: 'rate_limited', status: 429, recoverable: true, id: request.id };
      const { retry_after_ms: wait } = expectError(await peer.ask(request), expected);
      expect(wait).toBe(20_000);
      now += 19_999;
      expect(errorOf(await peer.ask(act()), 'rate_limited').retry_after_ms).toBe(1);
      now += 1;
      expect([await isAnswered(), await isAnswered()]).toEqual([true, false]);
    },
    { on: networkTransports },
  );

  verifies(
    ['ERR-028'],
    'local processes may ask as often as they like',
    async ({ connect }) => {
      const peer = await connect({ ...options, config: { rate: { per_minute: 1 } } });
      for (let sent = 0; sent < 5; sent += 1) expect((await peer.ask(act())).message.type).toBe('intent_response');
    },
    { on: ['stdio'] },
  );

  verifies(['ERR-029'], 'a fault of the server is told as one, and nothing of it', async ({ fresh }) => {
    let isBroken = true;
    const server = await fresh({
      ...options,
      randomBytes: (size) => {
        if (isBroken) throw new Error('no entropy in /dev/hwrng, key hunter2');
        return new Uint8Array(size).fill(7);
      },
    });
    const peer = await server.connect();
    const offered = await peer.ask(act());
    // The challenge of a confirmation needs randomness.
    const request = invokeRequest(toolsOf(offered).get('erase') ?? '', { what: 'all' });
    const answer = await peer.ask(request);
    const payload = expectError(answer, { code: 'internal_error', status: 500, recoverable: false, id: request.id });
    expect(Object.keys(payload).toSorted()).toEqual(['code', 'message', 'recoverable']);
    expect(answer.text).not.toMatch(/entropy|hwrng|hunter2|Error:|\bat /);
    await vi.waitFor(() => expect(server.log()).toContain('no entropy'), 30_000);
    isBroken = false;
    const again = await invokeTool(peer, offered, { name: 'erase', args: { what: 'all' } });
    errorOf(again, 'confirmation_required');
  });

  verifies(
    ['ERR-030'],
    'who hangs up has cancelled, which only the operator can see',
    async ({ fresh }) => {
      const server = await fresh(options);
      const peer = await server.connect();
      const request = invokeRequest(toolsOf(await peer.ask(act())).get('wait') ?? '');
      const hangUp = new AbortController();
      const answer = fetch(`${server.url ?? ''}/manglecp/invoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
        signal: hangUp.signal,
      });
      await vi.waitFor(() => expect(serverOf(server).runtimes[0]?.domain.inFlight).toBe(1), 30_000);
      hangUp.abort();
      await expect(answer).rejects.toThrow();
      await vi.waitFor(() => expect(server.log()).toMatch(/"code":"cancelled"/), 30_000);
      expect(toolNames(await peer.ask(act()))).toContain('wait');
    },
    { on: ['http'] },
  );
});
