import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { openServer, type Server } from '@manglecp/server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openHttpPeer } from '../harness/http-peer.js';
import { openRawHttp, type RawAnswer, type RawHttp } from '../harness/raw-http.js';
import type { Message, Peer } from '../harness/peer.js';
import { packFolder, startSubject, type Subject } from '../harness/subject.js';
import { work, workInvocation, workRequest } from '../harness/tools.js';

const wellKnown = '/.well-known/manglecp/manifest.json';
const evaluate = '/manglecp/evaluate';
const invoke = '/manglecp/invoke';
const json = { 'Content-Type': 'application/json' };

let server: Server;
let url: string;
let peer: Peer;
const connections: RawHttp[] = [];

async function connect(at = url): Promise<RawHttp> {
  const connection = await openRawHttp(at);
  connections.push(connection);
  return connection;
}

function envelopeOf({ body, headers }: RawAnswer): Message {
  expect(headers.get('content-type')).toMatch(/^application\/json(?:; charset=utf-8)?$/);
  const message = JSON.parse(body.toString()) as Message;
  expect(Object.keys(message)).toEqual(['type', 'id', 'manglecp', 'payload']);
  return message;
}

function expectRefusal(answer: RawAnswer, status: number, payload: object): void {
  expect(answer.status).toBe(status);
  expect(envelopeOf(answer)).toMatchObject({ type: 'error', id: null, payload });
}

beforeAll(async () => {
  const opened = await openServer([packFolder('workshop')], { logDestination: new PassThrough().resume() });
  if ('problems' in opened) throw new Error(JSON.stringify(opened.problems));
  ({ server } = opened);
  url = await server.listen({ host: '127.0.0.1', port: 0 });
  await server.boot();
  peer = await openHttpPeer(url);
});

afterEach(() => {
  for (const connection of connections.splice(0)) connection.destroy();
});

afterAll(() => server.close());

describe('the well-known place', () => {
  it('WIRE-034 MAN-001 MAN-002 has the manifest', async () => {
    const answer = await (await connect()).ask('GET', wellKnown);
    expect(answer.status).toBe(200);
    expect(envelopeOf(answer)).toMatchObject({ type: 'manifest', id: null, payload: { status: 'ready' } });
  });

  it('WIRE-034 WIRE-040 takes no other method', async () => {
    const connection = await connect();
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await connection.ask(method, wellKnown, { headers: json, body: '{}' });
      expectRefusal(answer, 405, { code: 'x-method_not_allowed', recoverable: false });
      expect(answer.headers.get('allow')?.split(', ')).toContain('GET');
    }
  });

  it('WIRE-034 tells the head alone, if only that is asked for', async () => {
    const connection = await connect();
    const whole = await connection.ask('GET', wellKnown);
    const head = await connection.ask('HEAD', wellKnown);
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      expect(head.headers.get(name), name).toBe(whole.headers.get(name));
    }
    expect((await connection.ask('GET', wellKnown)).body).toEqual(whole.body);
  });
});

describe('the endpoints', () => {
  it('WIRE-035 WIRE-036 MAN-012 are where the manifest says', async () => {
    const { endpoints } = peer.manifest.payload as { endpoints: Readonly<Record<string, string>> };
    const { intent_eval: evaluation = '', macro_invoke: invocation = '' } = endpoints;
    expect([evaluation, invocation]).toEqual([evaluate, invoke]);
    const connection = await connect();
    const request = workRequest();
    const evaluated = await connection.ask('POST', evaluation, { headers: json, body: JSON.stringify(request) });
    expect(evaluated.status).toBe(200);
    expect(envelopeOf(evaluated)).toMatchObject({ type: 'intent_response', id: request.id });
    const call = await workInvocation(peer, 'echo', { text: 'a' });
    const invoked = await connection.ask('POST', invocation, { headers: json, body: JSON.stringify(call) });
    expect(invoked.status).toBe(200);
    expect(envelopeOf(invoked)).toMatchObject({
      type: 'invoke_response',
      id: call.id,
      payload: { result: { value: 'a' } },
    });
  });

  it('WIRE-035 WIRE-036 MAN-012 may be elsewhere', async () => {
    const subject = await startSubject('http', { pack: 'workshop', config: { http: { base_path: '/api/v2/desk' } } });
    const { url: at = '' } = subject;
    const elsewhere = await openHttpPeer(at);
    expect(elsewhere.manifest.payload.endpoints).toEqual({
      intent_eval: '/api/v2/desk/evaluate',
      macro_invoke: '/api/v2/desk/invoke',
    });
    expect(elsewhere.manifest.payload.extensions['x-websocket']).toBe('/api/v2/desk/ws');
    const { message } = await work(elsewhere, 'echo', { text: 'b' });
    expect(message).toMatchObject({ type: 'invoke_response', payload: { result: { value: 'b' } } });
    const connection = await connect(at);
    const body = JSON.stringify(workRequest());
    expectRefusal(await connection.ask('POST', evaluate, { headers: json, body }), 404, { code: 'x-not_found' });
    await subject.stop();
  });

  it('WIRE-040 take POST alone', async () => {
    const connection = await connect();
    for (const path of [evaluate, invoke]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await connection.ask(method, path);
        expectRefusal(answer, 405, { code: 'x-method_not_allowed', details: { allowed: ['POST'] } });
        expect(answer.headers.get('allow')).toBe('POST');
      }
    }
  });

  it('WIRE-040 answer with an envelope, also where there is nothing', async () => {
    const connection = await connect();
    for (const path of [
      '/',
      '/manglecp',
      '/manglecp/evaluate/',
      '/manglecp/Evaluate',
      '/.well-known/manglecp',
      '/%2e%2e/x',
    ]) {
      expectRefusal(await connection.ask('GET', path), 404, { code: 'x-not_found', recoverable: false });
      const answer = await connection.ask('POST', path, { headers: json, body: JSON.stringify(workRequest()) });
      expectRefusal(answer, 404, { code: 'x-not_found' });
    }
  });

  it('WIRE-038 take JSON alone', async () => {
    const connection = await connect();
    const body = JSON.stringify(workRequest());
    const types = [
      'text/plain',
      'application/jsonp',
      'application/json-patch+json',
      'text/json',
      'multipart/form-data',
      '',
    ];
    for (const type of types) {
      const headers = type === '' ? {} : { 'Content-Type': type };
      const answer = await connection.ask('POST', evaluate, { headers, body });
      expectRefusal(answer, 400, { code: 'malformed_message', details: { reason: 'content_type' } });
    }
  });

  it('WIRE-038 take parameters of the content type, if they tell the truth', async () => {
    const connection = await connect();
    const body = JSON.stringify(workRequest());
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON;charset="UTF-8"',
      'application/json; a=b',
    ]) {
      const answer = await connection.ask('POST', evaluate, { headers: { 'content-type': type }, body });
      expect(answer.status, type).toBe(200);
    }
    const latin = await connection.ask('POST', evaluate, {
      headers: { 'Content-Type': 'application/json; charset=iso-8859-1' },
      body,
    });
    expectRefusal(latin, 400, { code: 'malformed_message', details: { reason: 'charset' } });
    const zipped = await connection.ask('POST', evaluate, {
      headers: { ...json, 'Content-Encoding': 'gzip' },
      body: gzipSync(body),
    });
    expectRefusal(zipped, 400, { code: 'malformed_message', details: { reason: 'content_encoding' } });
  });

  it('WIRE-039 answer clients that accept JSON, or do not say', async () => {
    const connection = await connect();
    const body = JSON.stringify(workRequest());
    const accepting = [
      undefined,
      '*/*',
      'application/json',
      'application/*',
      'text/html, application/json;q=0.5',
      'APPLICATION/JSON',
    ];
    for (const accept of accepting) {
      const headers = accept === undefined ? json : { ...json, Accept: accept };
      expect((await connection.ask('POST', evaluate, { headers, body })).status, accept).toBe(200);
    }
    for (const accept of ['text/html', 'text/*', 'application/xml', 'application/json;q=0', 'application/jsonp']) {
      const answer = await connection.ask('POST', evaluate, { headers: { ...json, Accept: accept }, body });
      expectRefusal(answer, 400, { code: 'malformed_message', details: { reason: 'accept' } });
    }
  });

  it('WIRE-028 WIRE-070 take one message a request, which is an object', async () => {
    const connection = await connect();
    const one = JSON.stringify(workRequest());
    for (const body of [`[${one}]`, `${one}\n${one}`, '7', 'null', '']) {
      const answer = await connection.ask('POST', evaluate, { headers: json, body });
      expectRefusal(answer, 400, { code: 'malformed_message' });
    }
    expect((await connection.ask('POST', evaluate, { headers: json, body: one })).status).toBe(200);
  });

  it('WIRE-035 take bodies in chunks', async () => {
    const connection = await connect();
    const request = workRequest({}, { id: 'chunked-ü' });
    const bytes = Buffer.from(JSON.stringify(request));
    connection.write(
      `POST ${evaluate} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    for (let at = 0; at < bytes.length; at += 7) {
      const chunk = bytes.subarray(at, at + 7);
      connection.write(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]));
    }
    connection.write('0\r\n\r\n');
    expect(envelopeOf(await connection.next())).toMatchObject({ type: 'intent_response', id: request.id });
  });

  it('WIRE-035 answer many requests on one connection, in order', async () => {
    const connection = await connect();
    const requests = Array.from({ length: 20 }, () => workRequest());
    const answers = await Promise.all(
      requests.map((request) => connection.ask('POST', evaluate, { headers: json, body: JSON.stringify(request) })),
    );
    expect(answers.map((answer) => envelopeOf(answer).id)).toEqual(requests.map(({ id }) => id));
    expectRefusal(await connection.ask('POST', evaluate, { headers: json, body: '{' }), 400, {
      code: 'malformed_message',
    });
    expectRefusal(await connection.ask('GET', '/nowhere'), 404, { code: 'x-not_found' });
    expect((await connection.ask('GET', wellKnown)).status).toBe(200);
  });

  it('WIRE-040 answer what is no HTTP with an envelope', async () => {
    const connection = await connect();
    connection.write('nonsense\r\n\r\n');
    const answer = await connection.next();
    expectRefusal(answer, 400, { code: 'malformed_message', details: { reason: 'http_syntax' } });
    await connection.ended;
  });

  it('WIRE-040 refuse a WebSocket at the wrong place with an envelope', async () => {
    const connection = await connect();
    const headers = {
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      'Sec-WebSocket-Version': '13',
    };
    expectRefusal(await connection.ask('GET', '/manglecp/other', { headers }), 404, { code: 'x-not_found' });
    const old = await (
      await connect()
    ).ask('GET', '/manglecp/ws', { headers: { ...headers, 'Sec-WebSocket-Version': '7' } });
    expectRefusal(old, 400, { code: 'malformed_message' });
  });
});

describe('pages of browsers', () => {
  const origin = 'https://app.example';
  const preflight = {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type, authorization',
  };

  const subjects = new Map<string, Promise<Subject>>();
  afterAll(async () => {
    for (const subject of subjects.values()) await (await subject).stop();
  });

  async function ask(
    config: object,
    headers: Readonly<Record<string, string>>,
    method = 'OPTIONS',
  ): Promise<RawAnswer> {
    const key = JSON.stringify(config);
    const subject = subjects.get(key) ?? startSubject('http', { pack: 'workshop', config });
    subjects.set(key, subject);
    const connection = await connect((await subject).url);
    const body = method === 'POST' ? { body: JSON.stringify(workRequest()) } : {};
    return connection.ask(method, evaluate, { headers: { ...json, ...headers }, ...body });
  }

  it('WIRE-048 of an origin that is listed may call', async () => {
    const config = { http: { cors_origins: [origin] } };
    const asked = await ask(config, preflight);
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
    expect(asked.headers.get('access-control-allow-methods')).toContain('POST');
    expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).toMatch(/content-type.*authorization/);
    expect(asked.headers.get('vary')).toMatch(/origin/i);
    const posted = await ask(config, { Origin: origin }, 'POST');
    expect(posted.status).toBe(200);
    expect(posted.headers.get('access-control-allow-origin')).toBe(origin);
  });

  it('WIRE-048 of another origin are told nothing, and may not call', async () => {
    const config = { http: { cors_origins: [origin] } };
    const headers = { ...preflight, Origin: 'https://evil.example' };
    const asked = await ask(config, headers);
    expect(asked.headers.has('access-control-allow-origin')).toBe(false);
    const posted = await ask(config, { Origin: 'https://evil.example' }, 'POST');
    expectRefusal(posted, 403, { code: 'auth_insufficient' });
    expect(posted.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('WIRE-049 are never allowed wholesale where credentials are required', async () => {
    const digest = 'a'.repeat(64);
    const auth = { required: true, tokens: [{ sha256: digest, identity: 'ann' }] };
    for (const cors of [['*'], ['*', origin]]) {
      const answer = await ask({ auth, http: { cors_origins: cors } }, preflight);
      expect(answer.headers.get('access-control-allow-origin') ?? '').not.toContain('*');
      expect(answer.headers.get('access-control-allow-origin')).toBe(cors.length === 2 ? origin : undefined);
      const posted = await ask({ auth, http: { cors_origins: cors } }, { Origin: 'https://evil.example' }, 'POST');
      expect(posted.headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  it('WIRE-048 need no preflight to learn which methods there are', async () => {
    const answer = await (await connect()).ask('OPTIONS', evaluate);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  });
});
