import type * as fs from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { DomainRuntime } from './domain-runtime.js';
import type * as serving from './open-server.js';
import { writeFiles, writePack } from './pack/tiny-pack.suite.js';
import type { Server } from './server.js';

/** What the system answers instead of reading a file; undefined if it reads. */
let refusal: { readonly code: string; readonly file: RegExp } | undefined;
let refused = 0;

vi.mock('node:fs/promises', async (importActual) => {
  const actual = await importActual<typeof fs>();
  const readFile = (...args: Parameters<typeof fs.readFile>): Promise<unknown> => {
    const [file] = args;
    if (typeof file !== 'string' || refusal?.file.test(file) !== true) return actual.readFile(...args);
    refused += 1;
    return Promise.reject(Object.assign(new Error(`${refusal.code}: open`), { code: refusal.code }));
  };
  return { ...actual, readFile };
});

/** Other files of this worker may have loaded the server with the real file system. */
let openServer: (typeof serving)['openServer'];
beforeAll(async () => {
  vi.resetModules();
  ({ openServer } = await import('./open-server.js'));
});

beforeEach(() => {
  refusal = undefined;
  refused = 0;
});

async function serve(folder: string): Promise<{ readonly server: Server; readonly log: () => string }> {
  const logDestination = new PassThrough();
  let log = '';
  logDestination.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const opened = await openServer([folder], { logDestination });
  if (!('server' in opened)) throw new Error(JSON.stringify(opened.problems));
  await opened.server.boot();
  return { server: opened.server, log: () => log };
}

function runtimeOf({ runtimes: [runtime] }: Server): DomainRuntime {
  if (runtime === undefined) throw new Error('there is no domain');
  return runtime;
}

it.each(['EMFILE', 'EIO'])('a reload that fails with %s is tried again until it succeeds', async (code) => {
  const folder = await writePack({ 'policy.mg': 'safe_action("a").' });
  const { server } = await serve(folder);
  const runtime = runtimeOf(server);
  const { domain } = runtime;
  await writeFiles(folder, { 'policy.mg': 'safe_action("b").' });
  refusal = { code, file: /policy\.mg$/ };
  expect(await runtime.reload()).toMatchObject([{ code: 'unreadable', file: 'policy.mg', isTemporary: true }]);
  expect(domain.status).toBe('degraded');
  await vi.waitFor(() => expect(refused).toBeGreaterThan(1), { timeout: 20_000 });
  const { policyDigest } = domain.live.pack;
  refusal = undefined;
  await vi.waitFor(() => expect(domain.status).toBe('ready'), { timeout: 20_000 });
  expect(domain.live.pack.policyDigest).not.toBe(policyDigest);
  await server.close();
});

it('a policy that may not be read keeps a server from starting', async () => {
  const folder = await writePack({ 'policy.mg': 'safe_action("a").' });
  refusal = { code: 'EACCES', file: /policy\.mg$/ };
  expect(await openServer([folder], { logDestination: new PassThrough() })).toMatchObject({
    problems: [{ code: 'unreadable', file: 'policy.mg' }],
  });
});

it('a reload that fails for another reason is not', async () => {
  const folder = await writePack({ 'policy.mg': 'safe_action("a").' });
  const { server } = await serve(folder);
  refusal = { code: 'EACCES', file: /policy\.mg$/ };
  expect(await runtimeOf(server).reload()).toMatchObject([{ code: 'unreadable', file: 'policy.mg' }]);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(refused).toBe(1);
  await server.close();
});

it('nothing is tried again when the server is closed', async () => {
  const folder = await writePack({ 'policy.mg': 'safe_action("a").' });
  const { server } = await serve(folder);
  refusal = { code: 'EMFILE', file: /policy\.mg$/ };
  await runtimeOf(server).reload();
  await server.close();
  const before = refused;
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(refused).toBe(before);
});

it('the operator reads the warnings of a pack when it is served', async () => {
  const { server, log } = await serve(await writePack({}));
  await vi.waitFor(() => expect(log()).toContain('"code":"no-policy"'));
  await server.close();
});
