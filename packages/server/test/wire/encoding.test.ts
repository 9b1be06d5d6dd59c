import { expect } from 'vitest';
import { invokeTool } from '../harness/answers.js';
import type { Peer } from '../harness/peer.js';
import { openRawHttp } from '../harness/raw-http.js';
import { openRawWebSocket } from '../harness/raw-websocket.js';
import { startStdio } from '../harness/stdio-process.js';
import { work, workInvocation, workRequest } from '../harness/tools.js';
import { overTransports } from '../harness/verifies.js';

const workshop = { pack: 'workshop' };

/** What the rules made of the text of a fact. */
async function echoNote(peer: Peer, text: string): Promise<unknown> {
  const { message } = await work(peer, 'echo_note', {}, [{ pred: 'note', args: [text] }]);
  return message.payload.result.value;
}

async function echoAmount(peer: Peer, value: unknown): Promise<unknown> {
  const { message } = await work(peer, 'echo_amount', {}, [{ pred: 'amount', args: [value] }]);
  return message.payload.result.value;
}

overTransports('the text of messages', (verifies) => {
  verifies(['WIRE-015'], 'may hold any character, in facts and in arguments', async ({ connect }) => {
    const peer = await connect(workshop);
    const texts = [
      'grüße 変数 🜚 \u{10ffff} e\u0301',
      '\u0000\u0001\u001f\u007f',
      '"\\/\b\f\n\r\t',
      '\u2028\u2029\ufeff\ufffd\ufffe\uffff',
      '$& ${x} {/arg} %s',
    ];
    for (const text of texts) {
      expect(await echoNote(peer, text)).toBe(text);
      const { message } = await work(peer, 'echo', { text });
      expect(message.payload.result.value).toBe(text);
    }
  });

  verifies(['WIRE-015'], 'may be escaped', async ({ connect }) => {
    const peer = await connect(workshop);
    const request = workRequest({ facts: [{ pred: 'note', args: ['HERE'] }] });
    const text = JSON.stringify(request).replace('HERE', String.raw`\u0000 \ud83d\uDE00 \u00fc \/ \n`);
    const answer = await invokeTool(peer, await peer.ask(text), { name: 'echo_note' });
    expect(answer.message.payload.result.value).toBe('\u0000 😀 ü / \n');
  });

  verifies(['WIRE-015'], 'is JSON and nothing like it', async ({ connect }) => {
    const peer = await connect(workshop);
    const good = JSON.stringify(workRequest({ facts: [{ pred: 'note', args: ['HERE'] }] }));
    const broken = [
      good.replace('"HERE"', "'HERE'"),
      good.replace('"HERE"', '"HERE",'),
      good.replace('"HERE"', '"HERE" // yes'),
      good.replace('"HERE"', 'NaN'),
      good.replace('"HERE"', '01'),
      good.replace('"HERE"', '+1'),
      good.replace('"HERE"', '.5'),
      good.replace('HERE', String.raw`\x41`),
      good.replace('HERE', 'tab\there'),
      good.replace('HERE', String.raw`\ud83d`),
      good.replace('HERE', String.raw`\ude00\ud83d`),
      `${good}}`,
      `${good} ${good}`,
    ];
    for (const text of broken) {
      const { message } = await peer.ask(text);
      expect(message, text).toMatchObject({ type: 'error', id: null, payload: { code: 'malformed_message' } });
    }
    expect((await peer.ask(good)).message.type).toBe('intent_response');
  });

  verifies(['WIRE-016'], 'keeps whole numbers up to 2^53 exactly', async ({ connect }) => {
    const peer = await connect(workshop);
    for (const value of [9007199254740991, -9007199254740991, 9007199254740990, 0, -1]) {
      expect(await echoAmount(peer, value)).toBe(value);
    }
  });

  verifies(['WIRE-017'], 'has larger whole numbers as text that says what it is', async ({ connect }) => {
    const peer = await connect(workshop);
    for (const value of ['9007199254740993', '9223372036854775807', '-9223372036854775808']) {
      const wrapped = { _type: 'int64', value };
      expect(await echoAmount(peer, wrapped)).toEqual(wrapped);
    }
    const bare = JSON.stringify(workRequest({ facts: [{ pred: 'amount', args: ['HERE'] }] }));
    const { message } = await peer.ask(bare.replace('"HERE"', '9007199254740993'));
    expect(message.payload.code).toBe('invalid_facts');
  });

  verifies(['WIRE-021'], 'comes in as UTF-8 without a byte order mark', async ({ connect }) => {
    const peer = await connect(workshop);
    const good = JSON.stringify(workRequest({ facts: [{ pred: 'note', args: ['HERE'] }] }));
    const [before = '', after = ''] = good.split('HERE');
    const around = (...bytes: number[]): Buffer =>
      Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(good)]);
    const broken: readonly (readonly [string, Buffer])[] = [
      ['byte_order_mark', marked],
      ['invalid_utf8', around(0xff)],
      ['invalid_utf8', around(0x80)],
      ['invalid_utf8', around(0xc3)],
      ['invalid_utf8', around(0xc0, 0xaf)],
      ['invalid_utf8', around(0xed, 0xa0, 0x80)],
      ['invalid_utf8', around(0xf4, 0x90, 0x80, 0x80)],
      ['invalid_utf8', Buffer.concat([Buffer.from(good), Buffer.from([0xe2, 0x82])])],
    ];
    for (const [reason, bytes] of broken) {
      const { message } = await peer.ask(bytes);
      expect(message, bytes.toString('hex')).toMatchObject({
        type: 'error',
        id: null,
        payload: { code: 'malformed_message', details: { reason } },
      });
    }
    for (const encoding of ['utf16le', 'latin1'] as const) {
      const { message } = await peer.ask(Buffer.from(good.replace('HERE', 'ü'), encoding));
      expect(message.payload.code).toBe('malformed_message');
    }
    expect((await peer.ask(good)).message.type).toBe('intent_response');
  });

  verifies(
    ['WIRE-021'],
    'goes out as UTF-8 without a byte order mark',
    async ({ connect, subject, transport }) => {
      const text = 'ü 変 🜚';
      const peer = transport === 'stdio' ? undefined : await connect(workshop);
      const { url = '' } = peer === undefined ? {} : await subject(workshop);
      const outputs =
        peer === undefined
          ? await linesOf(text)
          : transport === 'http'
            ? await bodiesOf(url, await workInvocation(peer, 'echo', { text }))
            : await framesOf(url, await workInvocation(peer, 'echo', { text }));
      expect(outputs.length).toBeGreaterThanOrEqual(2);
      for (const bytes of outputs) {
        expect(bytes[0]).toBe('{'.charCodeAt(0));
        expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).not.toThrow();
      }
      expect(outputs.at(-1)?.includes(Buffer.from(JSON.stringify(text)))).toBe(true);
    },
    { on: ['http', 'websocket', 'stdio'] },
  );
});

async function bodiesOf(url: string, request: object): Promise<readonly Buffer[]> {
  const http = await openRawHttp(url);
  const manifest = await http.ask('GET', '/.well-known/manglecp/manifest.json');
  const headers = { 'Content-Type': 'application/json' };
  const answer = await http.ask('POST', '/manglecp/invoke', { headers, body: JSON.stringify(request) });
  http.destroy();
  return [manifest.body, answer.body];
}

async function framesOf(url: string, request: object & { readonly id: string }): Promise<readonly Buffer[]> {
  const socket = await openRawWebSocket(url);
  const frames = [(await socket.next()).payload];
  socket.send(JSON.stringify(request));
  while (!frames.at(-1)?.includes('"invoke_response"')) frames.push((await socket.next()).payload);
  socket.destroy();
  return frames;
}

/** On stdio a fact is answered with itself by an error, which needs no second request. */
async function linesOf(text: string): Promise<readonly Buffer[]> {
  const server = startStdio('workshop');
  server.write(`${JSON.stringify(workRequest({}, { id: text }))}\n`);
  server.end();
  await server.exited;
  const output = server.output();
  const end = output.indexOf('\n');
  return [output.subarray(0, end), output.subarray(end + 1, -1)];
}
