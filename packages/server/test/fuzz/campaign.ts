import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRandom } from '../../../mangle/test/generate/random.js';
import { collectGarbage } from '../harness/footprint.js';
import type { SubjectOptions } from '../harness/subject.js';
import { goodToken, type Issued, MessageSource } from './message-source.js';

/** Overridden by `FUZZ_SEED`, to see a failure again. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_214);
export const isLong = process.env['MANGLE_LONG'] === '1';
/** Messages for each transport. */
export const messageCount = Number(process.env['FUZZ_COUNT'] ?? (isLong ? 100_000 : 1_000));

/** How the servers under test are set up: with a login, with plans that are soon forgotten, and with a quiet log. */
export const fuzzOptions: SubjectOptions = {
  config: {
    auth: {
      tokens: [
        {
          sha256: createHash('sha256').update(goodToken).digest('hex'),
          identity: 'fuzzer',
          privileges: ['admin'],
        },
      ],
    },
    tools: { store_max: 500 },
    limits: { max_compute_ms: 10_000 },
    observe: { log_level: 'error' },
  },
  // A process that keeps something of each message does not live to the end of a long run.
  environment: { NODE_OPTIONS: '--max-old-space-size=200' },
};

/** Requests that are good whatever came before; their answers issue macro-tools. */
export function goodRequests(id: string): readonly Buffer[] {
  const intents = ['find_late_shipments', 'rebook_shipment', 'check_stock'];
  return intents.map((name) =>
    Buffer.from(
      JSON.stringify({
        type: 'intent_request',
        id: `${id}-${name}`,
        manglecp: '2026-02-draft',
        payload: {
          intent: { name },
          facts: [
            { pred: 'active_site', args: ['HAM-2'] },
            { pred: 'late_flag', args: [true] },
            { pred: 'shipment_event', args: ['S-881', 'missed_slot'], t: { at: 'now' } },
          ],
        },
      }),
    ),
  );
}

/** The macro-tools in an answer to a good request. */
export function issuedBy(text: string): readonly (readonly [string, string])[] {
  const { type, payload } = JSON.parse(text) as {
    readonly type: string;
    readonly payload: { readonly macro_tools?: readonly { readonly name: string; readonly macro_id: string }[] };
  };
  if (type !== 'intent_response') throw new Error(`a good request is answered with ${text}`);
  return (payload.macro_tools ?? []).map((tool) => [tool.name, tool.macro_id]);
}

/** Kinds of answers that every campaign gets, or it does not reach what it should: types of responses and codes. */
export const commonKinds: readonly string[] = [
  ...['intent_response', 'invoke_response', 'malformed_message', 'unsupported_version', 'invalid_type', 'auth_invalid'],
  ...['invalid_facts', 'type_mismatch', 'arity_mismatch', 'macro_not_found', 'schema_validation_failed'],
  ...['confirmation_required'],
];

/** One batch of messages to a server and back. Throws a `FuzzFailure` for whatever a server must not do. */
export type Batch = (messages: readonly Buffer[], round: number) => Promise<Issued>;

/** Sends all messages in batches of `size`. What `heap` tells at the end must not be much more than halfway. */
export async function runCampaign(batch: Batch, { size, heap }: { size: number; heap: () => number }): Promise<void> {
  const source = new MessageSource(createRandom(seed));
  const rounds = Math.ceil(messageCount / size);
  const makeMessages = (issued: Issued): readonly Buffer[] => {
    source.beginBatch(issued);
    return Array.from({ length: size }, () => source.next());
  };
  let messages = makeMessages(await batch([], -1));
  let issued: Issued = new Map();
  let heapAtHalf = 0;
  for (let round = 0; round < rounds; round++) {
    const answered = batch(messages, round);
    // Made while a server in another process works.
    messages = makeMessages(issued);
    issued = await answered;
    if (round === Math.floor(rounds / 2)) heapAtHalf = heap();
  }
  const growth = heap() - heapAtHalf;
  if (isLong && growth > maxGrowth) throw new Error(`${growth} bytes are kept of the second half of all messages`);
}

/** Far less than a server would gain that keeps each of 50,000 messages. */
const maxGrowth = 16 * 1024 * 1024;

/** Bytes in use by this process or by another one, which cannot be asked to collect first. */
export function heapOf(pid: number | undefined): number {
  if (pid === undefined) {
    for (let times = 0; times < 3; times++) collectGarbage();
    return process.memoryUsage().heapUsed;
  }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

/** Something that a server must not do, with the messages that may be the reason. */
export class FuzzFailure extends Error {
  override readonly name = 'FuzzFailure';
  readonly suspects: readonly Buffer[];
  /** Whether it is an answer that is wrong, and not that there is none. */
  readonly isAnswered: boolean;

  constructor(what: string, suspects: readonly Buffer[], answer: string, log: string) {
    const [first] = suspects;
    const shown = first === undefined ? 'not known' : `${first.toString('base64')}\n${first.toString().slice(0, 2000)}`;
    const lines = [`${what} (FUZZ_SEED=${seed})`, `message (perhaps one of ${suspects.length}): ${shown}`];
    super([...lines, `answer: ${answer.slice(0, 2000)}`, `log: ${log.slice(-4000)}`].join('\n'));
    this.suspects = suspects;
    this.isAnswered = answer !== '';
  }
}
