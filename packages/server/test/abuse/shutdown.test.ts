import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawnServer, onLines } from '../harness/child.js';
import { type Footprint, watchFootprint } from '../harness/footprint.js';
import { invokeRequest, newId } from '../harness/messages.js';
import { metric } from '../harness/metrics.js';
import type { Message } from '../harness/peer.js';
import { openRawWebSocket } from '../harness/raw-websocket.js';
import { startSubject, type Subject } from '../harness/subject.js';
import { workInvocation, workRequest } from '../harness/tools.js';
import { until } from '../harness/until.js';
import { openAuthority, openCertificateFiles } from '../security/certificates.js';
import { RawSocket } from './raw-socket.js';
import { postText } from './siege.js';

const scratch = mkdtempSync(path.join(tmpdir(), 'manglecp-shutdown-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let footprint: Footprint;
beforeEach(() => {
  footprint = watchFootprint();
});
afterEach(async () => {
  expect(await footprint.leftovers()).toEqual([]);
  expect(footprint.failures).toEqual([]);
  footprint.end();
});

/** How an invocation ended: the type or code of its answer, or `closed`. */
type Ending = string;

interface Waiting {
  readonly subject: Subject;
  /** Lets all invocations finish. */
  readonly release: () => void;
  /** What became of each of them. */
  readonly endings: Promise<readonly Ending[]>;
}

const count = 5;

/** A server on which several invocations wait for a file. */
async function keepBusy(transport: 'memory' | 'http' | 'websocket'): Promise<Waiting> {
  const subject = await startSubject(transport, { pack: 'workshop' });
  const peer = await subject.connect();
  const file = path.join(scratch, newId());
  const files = Array.from({ length: count }, (_, at) => `${file}-${at}`);
  const template = await workInvocation(peer, 'wait', {});
  const macroId = (template['payload'] as { macro_id: string }).macro_id;
  const requests = files.map((each) => invokeRequest(macroId, { file: each }));
  const send = { memory: sendByMemory, http: sendByHttp, websocket: sendByWebSocket }[transport];
  const endings = send(subject, requests);
  await until(() => files.every((each) => existsSync(`${each}.begun`)));
  return { subject, endings, release: () => files.forEach((each) => writeFileSync(each, '')) };
}

async function sendByMemory({ server }: Subject, requests: readonly { id: string }[]): Promise<readonly Ending[]> {
  const connection = server?.connect();
  if (connection === undefined) throw new Error('the server is not here');
  for (const request of requests) connection.send(JSON.stringify(request));
  const endings = new Map<string | null, Ending>();
  for await (const text of connection.messages) note(endings, JSON.parse(text) as Message);
  return requests.map(({ id }) => endings.get(id) ?? 'closed');
}

async function sendByHttp({ url = '' }: Subject, requests: readonly object[]): Promise<readonly Ending[]> {
  const ends = requests.map(async (request) => {
    const socket = await RawSocket.open(url);
    socket.write(postText(url, JSON.stringify(request), { path: '/manglecp/invoke' }));
    const response = await socket.response();
    await socket.ended();
    socket.destroy();
    return response === undefined ? 'closed' : endingOf(JSON.parse(response.body) as Message);
  });
  return Promise.all(ends);
}

async function sendByWebSocket({ url = '' }: Subject, requests: readonly { id: string }[]): Promise<readonly Ending[]> {
  const socket = await openRawWebSocket(url);
  for (const request of requests) socket.send(JSON.stringify(request));
  const endings = new Map<string | null, Ending>();
  for (;;) {
    const frame = await socket.next().catch(() => undefined);
    if (frame === undefined) break;
    if (frame.opcode === 8) socket.send(frame.payload, { opcode: 8 });
    if (frame.opcode === 1) note(endings, JSON.parse(frame.payload.toString()) as Message);
  }
  return requests.map(({ id }) => endings.get(id) ?? 'closed');
}

function note(endings: Map<string | null, Ending>, message: Message): void {
  if (message.type === 'manifest' || message.type === 'progress') return;
  endings.set(message.id, endings.has(message.id) ? 'twice' : endingOf(message));
}

function endingOf({ type, payload }: Message): Ending {
  return type === 'error' ? (payload as { code: string }).code : type;
}

describe.each(['memory', 'http', 'websocket'] as const)('a server that ends while it works [%s]', (transport) => {
  it('cuts requests off cleanly when it closes', async () => {
    const { subject, endings } = await keepBusy(transport);
    const { server } = subject;
    await server?.close();
    for (const ending of await endings) expect(['closed', 'cancelled']).toContain(ending);
    await until(() => server?.runtimes.every(({ domain }) => domain.inFlight === 0) === true);
    await subject.stop();
  });

  it('finishes requests when it shuts down, and takes no new ones', async () => {
    const { subject, endings, release } = await keepBusy(transport);
    const { server } = subject;
    const shutdown = server?.shutdown({ graceMs: 60_000 });
    const peer = transport === 'websocket' ? undefined : await subject.connect();
    if (peer !== undefined)
      expect((await peer.ask(workRequest())).message.payload).toMatchObject({ code: 'server_not_ready' });
    release();
    await shutdown;
    expect(await endings).toEqual(Array.from({ length: count }, () => 'invoke_response'));
    await subject.stop();
  });

  it('does not wait for ever when it shuts down', async () => {
    const { subject, endings } = await keepBusy(transport);
    await subject.server?.shutdown({ graceMs: 50 });
    for (const ending of await endings) expect(['closed', 'cancelled']).toContain(ending);
    await subject.stop();
  });

  it('can be closed twice, and again while it closes', async () => {
    const { subject, endings } = await keepBusy(transport);
    await Promise.all([subject.server?.close(), subject.server?.close()]);
    await subject.server?.close();
    await endings;
    await subject.stop();
  });
});

describe('a server that closes', () => {
  it('does not wait for connections on which nothing or half a request came', async () => {
    const subject = await startSubject('http');
    const { url = '' } = subject;
    const host = `Host: ${new URL(url).host}`;
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket';
    const parts = [
      '',
      'POST /manglecp',
      postText(url, '{', { length: 100 }),
      `GET /x HTTP/1.1\r\n${host}\r\n${upgrade}\r\n\r\n`,
    ];
    const sockets = await Promise.all(parts.map(() => RawSocket.open(url)));
    sockets.forEach((socket, at) => socket.write(parts[at] ?? ''));
    const webSocket = await openRawWebSocket(url);
    webSocket.write(Buffer.from([0x81]));
    await subject.stop();
    await Promise.all(sockets.map((socket) => socket.ended()));
    await webSocket.ended;
    for (const socket of sockets) socket.destroy();
  });

  it('lets a client read the answer that it has begun to send', async () => {
    const subject = await startSubject('http', { pack: 'workshop' });
    const { url = '', server } = subject;
    const request = await workInvocation(await subject.connect(), 'blob', { bytes: 4_000_000 });
    const socket = await RawSocket.open(url);
    socket.socket.pause();
    socket.write(postText(url, JSON.stringify(request), { path: '/manglecp/invoke' }));
    const requests = { transport: 'http', type: 'invoke_request', code: 'ok' };
    await until(async () => (await metric(url, 'manglecp_requests_total', requests)) === 1);
    const closed = server?.close();
    socket.socket.resume();
    const response = await socket.response();
    expect(JSON.parse(response?.body ?? '')).toMatchObject({ type: 'invoke_response', id: request.id });
    await closed;
    socket.destroy();
    await subject.stop();
  });

  it('does not wait for handshakes of TLS that do not go on', async () => {
    const authority = await openAuthority();
    const files = openCertificateFiles(await authority.issue('closing.example'));
    const subject = await startSubject('memory', { config: { tls: files.settings } });
    const url = (await subject.server?.listen({ host: '127.0.0.1', port: 0 })) ?? '';
    const sockets = await Promise.all(Array.from({ length: 2 }, () => RawSocket.open(url)));
    sockets[1]?.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01]));
    await subject.stop();
    await Promise.all(sockets.map((socket) => socket.ended()));
    for (const socket of sockets) socket.destroy();
    files.dispose();
  });
});

describe('a server on stdio that is told to stop', () => {
  it('finishes requests first', async () => {
    const child = spawnServer({ pack: 'workshop' });
    const messages: Message[] = [];
    onLines(child.process.stdout, (line) => messages.push(JSON.parse(line) as Message));
    const send = (message: object): unknown => child.process.stdin.write(`${JSON.stringify(message)}\n`);
    const question = workRequest();
    send(question);
    const answerTo = (id: string): Message | undefined =>
      messages.find((each) => each.id === id && each.type !== 'progress');
    await until(() => answerTo(question.id) !== undefined);
    const tools = (answerTo(question.id)?.payload as { macro_tools: { name: string; macro_id: string }[] }).macro_tools;
    const file = path.join(scratch, 'stdio');
    const request = invokeRequest(tools.find(({ name }) => name === 'wait')?.macro_id ?? '', { file });
    send(request);
    await until(() => existsSync(`${file}.begun`));
    child.process.kill('SIGTERM');
    await until(
      () =>
        messages.some(({ payload }) => (payload as { status?: string }).status === 'draining') ||
        child.process.exitCode !== null,
    );
    writeFileSync(file, '');
    expect(await child.exited).toBe(0);
    expect(answerTo(request.id)).toMatchObject({ type: 'invoke_response' });
  });
});
