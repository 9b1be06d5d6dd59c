import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ProtocolError } from '@manglecp/protocol';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { expect, it } from 'vitest';
import { argsDigest } from '../security/args-digest.js';
import { createConfirmations } from '../security/confirmation.js';
import { createMemoryConfirmationStore } from '../security/confirmation-store.js';
import { makeConfirmationToken } from '../security/confirmation-token.js';
import { createAuthenticator } from '../security/create-authenticator.js';
import type { Principal } from '../security/principal.js';
import { createObserver } from './create-observer.js';
import type { Observer } from './observer.js';

const token = 'marker-token-7f3a';
const wrong = 'marker-wrong-19c2';
const argument = 'marker-argument-55d0';
const clock = () => Date.parse('2026-03-01T12:00:00Z');
const tool = { macroId: 'm-1', effects: ['network'] };

const credential = {
  sha256: createHash('sha256').update(token).digest('hex'),
  identity: 'ops',
  privileges: [],
  trust_level: 'interactive' as const,
  auto_confirm_effects: [],
};

/** A login, one that fails, and an invocation with its confirmation, each of them observed as a server would. */
async function exercise(observer: Observer): Promise<readonly unknown[]> {
  const authenticator = await createAuthenticator(
    { required: true, tokens: [credential], api_keys: [], jwt: null },
    { clock, folder: '.' },
  );
  const confirmations = createConfirmations({
    store: createMemoryConfirmationStore(),
    lifetimeMs: 1000,
    clock,
    random: (size) => Buffer.alloc(size, 7),
  });
  const errors: unknown[] = [];
  const observe = async (type: string, work: (requestId: string) => Promise<unknown>): Promise<void> => {
    const observation = observer.begin({ transport: 'http', domain: 'warehouse', type });
    const failure = await work(observation.requestId).then(
      () => undefined,
      (error: unknown) => ProtocolError.from(error),
    );
    if (failure !== undefined) {
      errors.push(failure.toPayload());
      observer.log.error({ err: failure, headers: { authorization: `Bearer ${wrong}` } }, 'a request failed');
    }
    observation.end(failure === undefined ? {} : { code: failure.code });
  };

  let principal: Principal | undefined;
  await observe('authenticate', async () => {
    principal = await authenticator.fromHeaders({ authorization: `Bearer ${token}` });
    observer.log.info({ principal, args: { argument } }, 'logged in');
  });
  await observe('authenticate', () => authenticator.fromHeaders({ authorization: `Bearer ${wrong}` }));
  await observe('authenticate', () => authenticator.fromMessage('api_key', wrong));
  await observe('invoke_request', async (request) => {
    if (principal === undefined) throw new Error('nobody is logged in');
    const args = { argument };
    const challenge = await confirmations.challenge({ principal, address: '192.0.2.1' }, tool, args);
    const confirmation = makeConfirmationToken({
      nonce: challenge.nonce,
      macroId: tool.macroId,
      argsDigest: challenge.args_digest,
      madeAt: new Date(clock()).toISOString(),
      credential: token,
    });
    await confirmations.verify(principal, tool, args, confirmation);
    observer.log.debug({ confirmation_token: confirmation, seen: `token ${confirmation}` }, 'confirmed');
    observer.audit({
      request,
      domain: 'warehouse',
      transport: 'http',
      principal: principal.key,
      type: 'invoke_request',
      subject: tool.macroId,
      argsDigest: argsDigest(args),
      decision: 'allowed',
      confirmation: 'verified',
    });
    await confirmations.verify(principal, tool, args, confirmation);
  });
  return errors;
}

it('SEC-040 no credential, confirmation token or argument is in logs, metrics, traces, audit log or errors', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'manglecp-secrets-'));
  const lines: string[] = [];
  const exporter = new InMemorySpanExporter();
  const observer = createObserver(
    { log_level: 'debug', metrics: true, tracing: true, audit_log: 'audit.jsonl' },
    {
      service: 'warehouse',
      domains: ['warehouse'],
      logDestination: { write: (line: string) => lines.push(line) },
      clock,
      folder,
      tracerProvider: new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
    },
  );
  const errors = await exercise(observer);
  await observer.close();
  const audit = await readFile(path.join(folder, 'audit.jsonl'), 'utf8');
  await rm(folder, { recursive: true });

  expect(errors).toMatchObject([{ code: 'auth_invalid' }, { code: 'auth_invalid' }, { code: 'confirmation_invalid' }]);
  expect(audit).toContain('"confirmation":"verified"');
  const spans = exporter.getFinishedSpans().map(({ name, attributes, events }) => ({ name, attributes, events }));
  const everything = [...lines, audit, await observer.metricsText(), JSON.stringify(spans), JSON.stringify(errors)];
  const nonce = Buffer.alloc(16, 7).toString('base64url');
  for (const secret of ['marker', credential.sha256, nonce]) {
    expect(everything.filter((text) => text.includes(secret))).toEqual([]);
  }
});
