import type { Manifest } from '@manglecp/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { toolsOf } from '../harness/answers.js';
import { invokeRequest, withFacts } from '../harness/messages.js';
import type { Peer, TransportName } from '../harness/peer.js';
import { startSubject, type Subject } from '../harness/subject.js';

const names: readonly TransportName[] = ['http', 'websocket', 'stdio', 'memory'];
const subjects: Subject[] = [];
afterAll(() => Promise.all(subjects.map((subject) => subject.stop())));

/** What a client is told, from its first look to the end of an invocation. Nothing of it depends on the clock. */
async function converse(peer: Peer): Promise<readonly unknown[]> {
  const missed = { pred: 'shipment_event', args: ['S-881', 'missed_slot'], t: { at: '2026-03-01T09:00:00Z' } };
  const request = (...facts: object[]): object => {
    const { payload, ...rest } = withFacts(...facts);
    return { ...rest, payload: { ...(payload as object), eval_time: '2026-03-01T09:15:00Z' } };
  };
  const tools = toolsOf(await peer.ask(request(missed)));
  const trace = tools.get('trace_missed_slot') ?? '';
  const messages = [
    request(missed),
    request(),
    invokeRequest(trace, { shipment: 'S-881' }),
    invokeRequest(trace, {}),
    invokeRequest(trace, { shipment: 'S-881' }, { eval_time: '2026-03-02T00:00:00Z' }),
    invokeRequest('mt_0'),
    request({ pred: 'queue_depth', args: ['q'] }),
    request({ pred: 'queue_depths', args: ['q', 1] }),
    { ...request(), manglecp: '1999-01-draft' },
    { ...request(), payload: { intent: {} } },
    { ...request(), payload: {} },
    { ...request(), id: null },
    { ...request(), type: 'progress' },
  ];
  const answers: unknown[] = [Object.fromEntries(tools), withoutPlaces(peer.manifest.payload as Manifest)];
  for (const message of messages) {
    const answer = (await peer.ask(message)).message;
    answers.push([answer.type, answer.id === null, withoutTimes(answer.payload as object)]);
  }
  return answers;
}

/** Endpoints are only on transports that have some. */
function withoutPlaces({ endpoints: _, extensions = {}, ...rest }: Manifest): object {
  return { ...rest, extensions: Object.entries(extensions).filter(([key]) => key !== 'x-websocket') };
}

/** How long something took is not the same twice, and what is accepted depends on the endpoint. */
function withoutTimes(payload: object): unknown {
  return JSON.parse(
    JSON.stringify(payload, (key, value: unknown) => (/duration_ms$|^accepted$/.test(key) ? undefined : value)),
  );
}

describe('a conversation', () => {
  it('WIRE-022 WIRE-023 is the same over every transport', async () => {
    const conversations = await Promise.all(
      names.map(async (name) => {
        const subject = await startSubject(name, { isProcess: true });
        subjects.push(subject);
        return converse(await subject.connect());
      }),
    );
    const [first, ...others] = conversations;
    expect(first).toHaveLength(15);
    expect(JSON.stringify(first)).toMatch(/intent_response.*invoke_response.*schema_validation_failed.*macro_expired/);
    for (const other of others) expect(other).toEqual(first);
  });
});
