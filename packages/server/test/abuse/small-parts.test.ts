import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { JsonFetcher } from '../../src/externals/fetch-json.js';
import { InboundBudget } from '../../src/hosts/inbound-budget.js';
import { type BodyLimits, readBody } from '../../src/hosts/read-body.js';
import { readLines } from '../../src/hosts/read-lines.js';
import { fetchText } from '../../src/security/fetch-text.js';
import { collectGarbage } from '../harness/footprint.js';

const count = 15_000;
const mebibyte = 1024 * 1024;

function memoryInUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A JSON text of `count` bytes, a byte at a time. Before the last one it is seen how much memory the others take. */
class Trickle {
  grown = 0;

  async *parts(): AsyncGenerator<Uint8Array> {
    const before = memoryInUse();
    for (let at = 1; at < count; at += 1) yield Buffer.alloc(1, at === 1 ? '"' : 'x');
    // Time for what is still between two sockets.
    await delay(200);
    this.grown = memoryInUse() - before;
    yield Buffer.from('"');
  }
}

function limits(): BodyLimits {
  const inbound = new InboundBudget({ maxBytes: mebibyte, maxBytesOfAddress: mebibyte, clock: () => 0 });
  return { maxBytes: 16 * mebibyte, account: (giveWay) => inbound.account('here', giveWay) };
}

async function bodyOf(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return readBody(Readable.from(parts, { objectMode: false }), limits());
}

async function lineOf(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const line of readLines(parts, () => mebibyte)) if ('bytes' in line) return line.bytes;
  throw new Error('there is no line');
}

async function keysOf(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const text = await fetchText('http://issuer.example', async () => new Response(ReadableStream.from(parts)));
  return Buffer.from(text);
}

async function answerOf(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    void (async () => {
      for await (const part of parts) {
        response.write(part);
        // So that each is a packet of its own.
        await nextTurn();
      }
      response.end();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fetcher = new JsonFetcher({ origin, headers: {}, maxBytes: mebibyte, emptyStatus: [] });
  const json = await fetcher.fetch('/', new AbortController().signal);
  await fetcher.close();
  server.close();
  return Buffer.from(JSON.stringify(json));
}

describe('parts of one byte cost a few bytes each', () => {
  for (const [name, read] of Object.entries({
    'a body of HTTP': bodyOf,
    'a line of stdio': lineOf,
    'the keys of an issuer': keysOf,
    'the answer of a server behind an external predicate': answerOf,
  })) {
    it(name, async () => {
      const trickle = new Trickle();
      expect((await read(trickle.parts())).length).toBe(count);
      expect(trickle.grown).toBeLessThan(1.5 * mebibyte);
    });
  }
});

describe('a flood of tiny chunks', () => {
  it('is cut off before it costs much time', async () => {
    const endless = Readable.from(
      (function* () {
        for (let at = 0; at < 100_000; at += 1) yield Buffer.alloc(1);
      })(),
      { objectMode: false },
    );
    await expect(readBody(endless, limits())).rejects.toMatchObject({ code: 'message_too_large' });
    expect(endless.destroyed).toBe(true);
  });
});
