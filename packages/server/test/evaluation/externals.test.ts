import { afterAll, beforeAll, expect, vi } from 'vitest';
import { expectError } from '../errors/expect-error.js';
import { toolNames, violationsOf } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import type { Answer, Peer } from '../harness/peer.js';
import type { Context } from '../harness/verifies.js';
import { overTransports } from '../harness/verifies.js';
import { externalsAt, openOutsideSources, type OutsideSources, token } from './outside-sources.js';

let outside: OutsideSources;

beforeAll(async () => {
  outside = await openOutsideSources();
  // Servers of this process have its environment.
  Object.assign(process.env, outside.options.environment);
});
afterAll(async () => {
  for (const variable of Object.keys(outside.options.environment ?? {})) Reflect.deleteProperty(process.env, variable);
  await outside.close();
});

type Request = Record<string, unknown> & { readonly id: string };

function request(
  intent: string,
  facts: readonly (readonly [string, ...string[]])[],
  constraints: object = {},
): Request {
  return intentRequest({
    intent: { name: intent },
    facts: facts.map(([pred, ...args]) => ({ pred, args })),
    constraints,
  });
}

const reorder = (...pairs: (readonly [string, string])[]): Request =>
  request(
    'reorder',
    pairs.map(([site, item]) => ['wanted', site, item] as const),
  );
const quote = (...items: string[]): Request =>
  request(
    'quote',
    items.map((item) => ['priced', item] as const),
  );
const ship = (carrier: string, constraints: object = {}): Request =>
  request('ship', [['carrier', carrier]], constraints);
const consult = (text: string, constraints: object = {}): Request =>
  request('consult', [['question', text]], constraints);

const failed = { code: 'evaluation_failed', status: 500, recoverable: false };
const late = { code: 'evaluation_timeout', status: 408, recoverable: true };

/** What the client is told of a failure has nothing of the inside. */
async function expectFailure(peer: Peer, asked: Request, expected = failed): Promise<void> {
  const { message, details } = expectError(await peer.ask(asked), { ...expected, id: asked.id });
  expect(`${message} ${JSON.stringify(details)}`).not.toMatch(/hunter2|stock|price|delay|oracle|SQL|127\.0/i);
}

function factsEvaluated({ message }: Answer): number {
  return message.payload.diagnostics.facts_evaluated as number;
}

const connect = ({ connect: open }: Context): Promise<Peer> => open(outside.options);

overTransports('external predicates', (verifies) => {
  verifies(['ARCH-004'], 'rules see what tables, servers and functions say', async (context) => {
    const peer = await connect(context);
    expect(toolNames(await peer.ask(reorder(['HAM', 'bolt'])))).toEqual(['reorder']);
    expect(toolNames(await peer.ask(reorder(['HAM', 'nut'], ['BER', 'bolt'])))).toEqual([]);
    expect(toolNames(await peer.ask(reorder(['KIE', 'bolt'])))).toEqual(['count_up']);
    expect(toolNames(await peer.ask(quote('bolt')))).toEqual(['quote']);
    expect(toolNames(await peer.ask(quote('gift', 'nothing')))).toEqual([]);
    expect(toolNames(await peer.ask(ship('late')))).toEqual(['wait']);
    expect(toolNames(await peer.ask(ship('unknown')))).toEqual([]);
    expect(toolNames(await peer.ask(consult('meaning')))).toEqual(['tell']);
    expect(outside.delays.requests.at(-1)?.headers.authorization).toBe(token);
  });

  verifies(['ARCH-004'], 'what they say is no fact that the evaluation began with (C-79)', async (context) => {
    const peer = await connect(context);
    const none = factsEvaluated(await peer.ask(reorder()));
    expect(factsEvaluated(await peer.ask(reorder(['HAM', 'bolt'])))).toBe(none + 1);
    expect(factsEvaluated(await peer.ask(reorder(['BER', 'bolt'])))).toBe(none + 1);
  });

  verifies(['ARCH-004'], 'what changes outside is seen by the next request', async (context) => {
    const peer = await connect(context);
    const item = `new ${context.transport}`;
    expect(toolNames(await peer.ask(reorder(['HAM', item])))).toEqual([]);
    outside.sqlite(`INSERT INTO stock VALUES ('HAM', '${item}', 1)`);
    expect(toolNames(await peer.ask(reorder(['HAM', item])))).toEqual(['reorder']);
    expect(toolNames(await peer.ask(quote(item)))).toEqual([]);
    await outside.postgres.exec(`INSERT INTO price VALUES ('${item}', 1)`);
    expect(toolNames(await peer.ask(quote(item)))).toEqual(['quote']);
  });

  verifies(['EVAL-045'], 'the manifest says which of them may change their mind', async (context) => {
    const { manifest } = await connect(context);
    const declared = manifest.payload.capabilities.external_predicates as readonly {
      predicate: string;
      deterministic: boolean;
    }[];
    expect(declared.map(({ predicate, deterministic }) => [predicate, deterministic])).toEqual(
      expect.arrayContaining([
        ['delay', false],
        ['oracle', true],
        ['price', false],
        ['stock', false],
      ]),
    );
  });

  verifies(['EVAL-015'], 'a request that is refused asks nobody', async (context) => {
    const peer = await connect(context);
    const before = outside.delays.requests.length;
    const facts = [
      { pred: 'carrier', args: ['late'] },
      { pred: 'carrier', args: [5] },
    ];
    const refused = await peer.ask(intentRequest({ intent: { name: 'ship' }, facts }));
    expect(violationsOf(refused, 'type_mismatch')).toHaveLength(1);
    await peer.ask(
      intentRequest({ intent: { name: 'ship' }, facts: facts.slice(0, 1), constraints: { max_compute_ms: -1 } }),
    );
    expect(outside.delays.requests).toHaveLength(before);
    await peer.ask(ship('late'));
    expect(outside.delays.requests).toHaveLength(before + 1);
  });

  verifies(['EVAL-063', 'ERR-020'], 'one that fails ends the evaluation, and the next one works', async (context) => {
    const server = await context.subject(outside.options);
    const peer = await server.connect();
    for (const text of ['throw', 'reject', 'hang']) await expectFailure(peer, consult(text));
    expect(toolNames(await peer.ask(consult('meaning')))).toEqual(['tell']);
    for (const item of ['text', 'null', 'many']) await expectFailure(peer, reorder(['HAM', 'bolt'], ['BAD', item]));
    expect(toolNames(await peer.ask(reorder(['HAM', 'bolt'])))).toEqual(['reorder']);
    for (const carrier of ['broken', 'moved', 'wordy', 'huge', 'hang', '..', ''])
      await expectFailure(peer, ship(carrier));
    expect(toolNames(await peer.ask(ship('late')))).toEqual(['wait']);
    // What clients are not told, operators are; secrets and values nobody is.
    for (const reason of ['expected /number in `units`, got a text', 'more than 5 rows', 'got 500', 'within 300 ms']) {
      await vi.waitFor(() => expect(server.log()).toContain(reason), 30_000);
    }
    expect(server.log()).not.toMatch(/hunter2|"five"/);
  });

  verifies(['EVAL-063', 'ERR-016'], 'the time they take counts against that of the evaluation', async (context) => {
    const peer = await connect(context);
    for (const asked of [ship('hang', { max_compute_ms: 40 }), consult('hang', { max_compute_ms: 40 })]) {
      await expectFailure(peer, asked, late);
    }
    expect(toolNames(await peer.ask(ship('late')))).toEqual(['wait']);
  });

  verifies(['EVAL-063'], 'a database that is not there fails the evaluations that need it', async (context) => {
    const environment = { ...outside.options.environment, STOCKROOM_OTHER_URL: 'postgres://u:hunter2@127.0.0.1:1/d' };
    process.env['STOCKROOM_OTHER_URL'] = environment.STOCKROOM_OTHER_URL;
    const externals = JSON.parse(
      JSON.stringify(externalsAt(outside.pack, outside.delays.url)).replace('STOCKROOM_DB_URL', 'STOCKROOM_OTHER_URL'),
    ) as readonly object[];
    const server = await context.subject({ ...outside.options, config: { externals }, environment });
    const peer = await server.connect();
    await expectFailure(peer, quote('bolt'));
    expect(toolNames(await peer.ask(reorder(['HAM', 'bolt'])))).toEqual(['reorder']);
    await vi.waitFor(() => expect(server.log()).toContain('ECONNREFUSED'), 30_000);
    expect(server.log()).not.toContain('hunter2');
  });

  verifies(['ARCH-004'], 'values are never taken for a part of a query', async (context) => {
    const peer = await connect(context);
    const hostile = [
      "' OR 1 = 1 --",
      "'; DROP TABLE stock; --",
      '" OR ""="',
      '\\',
      '{}',
      '%',
      '\u0000',
      '😀',
      '?',
      '$1',
    ];
    expect(toolNames(await peer.ask(reorder(...hostile.map((text) => ['HAM', text] as const))))).toEqual([]);
    expect(toolNames(await peer.ask(quote(...hostile)))).toEqual([]);
    expect(toolNames(await peer.ask(reorder(['HAM', 'bolt'])))).toEqual(['reorder']);
    expect(toolNames(await peer.ask(quote('bolt')))).toEqual(['quote']);
  });

  verifies(['ARCH-004'], 'thousands of questions are answered in one evaluation', async (context) => {
    const peer = await connect(context);
    const items = Array.from({ length: 9_999 }, (_, at) => `item ${at}`);
    expect(toolNames(await peer.ask(reorder(...items.map((item) => ['HAM', item] as const), ['HAM', 'bolt'])))).toEqual(
      ['reorder'],
    );
    expect(toolNames(await peer.ask(quote(...items, 'bolt')))).toEqual(['quote']);
  });

  verifies(
    ['ARCH-009'],
    'connections are closed when the pack is replaced and when the server ends',
    async ({ fresh }) => {
      const before = outside.delays.connections;
      const server = await fresh({ ...outside.options, isWatched: true });
      const peer = await server.connect();
      expect(toolNames(await peer.ask(ship('late')))).toEqual(['wait']);
      expect(outside.delays.connections).toBe(before + 1);
      outside.pack.write('domain.mg', `${outside.pack.read('domain.mg')}\n`);
      await vi.waitFor(() => expect(server.log()).toContain('the changed pack is served'), 30_000);
      await vi.waitFor(() => expect(outside.delays.connections).toBe(before), 30_000);
      expect(toolNames(await peer.ask(ship('late')))).toEqual(['wait']);
      expect(toolNames(await peer.ask(quote('bolt')))).toEqual(['quote']);
      await server.stop();
      await vi.waitFor(() => expect(outside.delays.connections).toBe(before), 30_000);
    },
    { on: ['memory'] },
  );
});
