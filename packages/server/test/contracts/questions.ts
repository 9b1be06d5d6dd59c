import fc from 'fast-check';
import { intentRequest } from '../harness/messages.js';
import type { Answer, Peer } from '../harness/peer.js';
import { logIn, requestOf } from './arena.js';
import { type ClientFact, factsOf, type Wishes } from './graph.js';
import { contents, graphs, queries } from './graph-arbitrary.js';

/** A question that can be asked again and again. */
export interface Question {
  readonly privileges: readonly string[];
  readonly facts: readonly object[];
  /** The same message for the same facts, apart from its id. */
  readonly request: (facts: readonly object[]) => Record<string, unknown> & { id: string };
}

/** Questions to the pack `graphs`, with hints, skills, resources and budgets. */
export function graphQuestions(count: number, seed: number): readonly Question[] {
  const wishes: fc.Arbitrary<Wishes> = fc.record(
    {
      hints: fc.constant(true),
      maxTools: fc.integer({ min: 1, max: 6 }),
      maxTokens: fc.integer({ min: 50, max: 1500 }),
    },
    { requiredKeys: ['hints'] },
  );
  return fc
    .sample(fc.tuple(graphs, contents, queries, wishes), { numRuns: count, seed })
    .map(([graph, texts, query, each]) => ({
      privileges: query.privileges,
      facts: [...factsOf(graph), ...factsOf(texts)],
      request: (facts) => requestOf(facts as readonly ClientFact[], query, each),
    }));
}

/** Questions to packs that are in use: facts over time, externals, skills, resources, confirmation. */
export const packQuestions: Readonly<Record<string, readonly Question[]>> = {
  warehouse: [
    question({ name: 'find_late_shipments' }, '2026-03-01T09:15:00Z', [
      { pred: 'active_site', args: ['HAM-2'] },
      { pred: 'shipment_event', args: ['S-881', 'missed_slot'], t: { at: '2026-03-01T09:12:00Z' } },
      { pred: 'shipment_event', args: ['S-882', 'missed_slot'], t: { at: '2026-03-01T09:01:00Z' } },
      { pred: 'queue_depth', args: ['dock', 4] },
      { pred: 'late_flag', args: [true] },
    ]),
    question({ name: 'rebook_shipment', params: { shipment: 'S-881' } }, '2026-03-01T09:15:00Z', [
      { pred: 'active_site', args: ['HAM-2'] },
      { pred: 'active_site', args: ['BRE-1'] },
      { pred: 'slot_load', args: ['16:30', 'closed'] },
      { pred: 'slot_load', args: ['17:30', 40] },
    ]),
  ],
  'browser-diagnosis': [
    question({ name: 'diagnose_error', params: { severity: 'critical' } }, '2026-02-19T14:30:05Z', [
      { pred: 'current_url', args: ['https://app.example.com/dashboard'] },
      {
        pred: 'console_event',
        args: ['s1', 'error', 'TypeError: Cannot read properties of null', 1771510200000],
        t: { at: '2026-02-19T14:30:00Z' },
      },
      {
        pred: 'net_request',
        args: ['s1', 'r42', 'GET', 'https://api.example.com/users', 1771510199000],
        t: { start: '2026-02-19T14:29:59Z', end: '2026-02-19T14:30:01Z' },
      },
    ]),
  ],
  codebase: [
    question({ name: 'find_data_surface', params: { entity: 'UserProfile' } }, '2026-02-19T14:30:05Z', [
      { pred: 'current_file', args: ['src/components/UserList.tsx'] },
    ]),
    question({ name: 'check_storage_drift' }, '2026-02-19T14:30:05Z', []),
  ],
  workflow: [
    question({ name: 'get_ready_phases', params: { spec_id: 'spec-2026-001' } }, '2026-02-19T14:30:05Z', [
      {
        pred: 'phase_status',
        args: ['spec-2026-001', 1, 'done'],
        t: { start: '2026-02-19T12:00:00Z', end: '2026-02-20T12:00:00Z' },
      },
    ]),
  ],
};

/** Where a pack of this name lies, seen from the packs of the tests. */
export function packPlace(name: string): string {
  return name in packQuestions && name !== 'warehouse' ? `../../../../domains/${name}` : name;
}

function question(intent: object, evalTime: string, facts: readonly object[]): Question {
  const options = { include_proof_hints: true };
  return {
    privileges: [],
    facts,
    request: (given) => intentRequest({ intent, facts: given, eval_time: evalTime, options }),
  };
}

/** The bytes of an answer, apart from its id and how long it took. */
export function bytesOf({ text, message }: Answer): string {
  const { id } = message;
  const same = text.replace(`"id":${JSON.stringify(id)}`, '"id":""');
  return same.replace(/"eval_duration_ms":\d+/, '"eval_duration_ms":0');
}

/** A client for each set of privileges that the questions are asked with. */
export async function clientsFor(
  questions: readonly Question[],
  connect: () => Promise<Peer>,
): Promise<(question: Question) => Peer> {
  const peers = new Map<string, Peer>();
  for (const { privileges } of questions) {
    const key = privileges.join();
    if (!peers.has(key)) peers.set(key, await logIn(await connect(), privileges));
  }
  return ({ privileges }) => {
    const peer = peers.get(privileges.join());
    if (peer === undefined) throw new Error(`nobody has the privileges ${privileges.join()}`);
    return peer;
  };
}
