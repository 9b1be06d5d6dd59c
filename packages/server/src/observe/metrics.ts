import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createLabels } from './labels.js';

export type ConfirmationOutcome = 'required' | 'waived' | 'verified' | 'invalid';

/** Everything that is counted. Names that come from outside may be given: they are mapped to closed sets. */
export interface Metrics {
  /** A message has come; returns how to end that. */
  requestBegan(domain: string, transport: string): () => void;
  requestEnded(request: EndedRequest): void;
  messageBytes(direction: 'in' | 'out', transport: string, bytes: number): void;
  evaluationEnded(domain: string, durationMs: number): void;
  /** A connection was opened; returns how to close it, of which only the first call counts. */
  connectionOpened(transport: string): () => void;
  macroStoreSize(domain: string, size: number): void;
  macroStoreEvicted(domain: string, count: number): void;
  confirmation(outcome: ConfirmationOutcome): void;
  reload(domain: string, result: 'ok' | 'refused'): void;
  auditFailed(entries: number): void;
  /** Lines of the log that nobody took. */
  logLost(lines: number): void;
  text(): Promise<string>;
  readonly contentType: string;
}

export interface EndedRequest {
  readonly domain: string;
  readonly transport: string;
  readonly type: string | undefined;
  readonly code: string | undefined;
  readonly durationMs: number;
}

const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const byteBuckets = [256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];

/** Metrics in a registry of their own, so that two servers in a process do not mix. */
export function createMetrics(domains: readonly string[]): Metrics {
  const label = createLabels(domains);
  const registry = new Registry();
  const instruments = createInstruments(registry);
  return {
    requestBegan: (domain, transport) =>
      counted(instruments.inFlight, { domain: label.domain(domain), transport: label.transport(transport) }),
    requestEnded: ({ durationMs, ...request }) => {
      const [domain, transport] = [label.domain(request.domain), label.transport(request.transport)];
      const type = label.type(request.type);
      instruments.requests.inc({ domain, transport, type, code: label.code(request.code) });
      instruments.requestDuration.observe({ domain, transport, type }, durationMs / 1000);
    },
    messageBytes: (direction, transport, bytes) =>
      instruments.messageBytes.observe({ direction, transport: label.transport(transport) }, bytes),
    evaluationEnded: (domain, durationMs) =>
      instruments.evaluationDuration.observe({ domain: label.domain(domain) }, durationMs / 1000),
    connectionOpened: (transport) => counted(instruments.connections, { transport: label.transport(transport) }),
    macroStoreSize: (domain, size) => instruments.storeSize.set({ domain: label.domain(domain) }, size),
    macroStoreEvicted: (domain, count) => instruments.storeEvictions.inc({ domain: label.domain(domain) }, count),
    confirmation: (outcome) => instruments.confirmations.inc({ outcome }),
    reload: (domain, result) => instruments.reloads.inc({ domain: label.domain(domain), result }),
    auditFailed: (entries) => instruments.auditFailures.inc(entries),
    logLost: (lines) => instruments.logLost.inc(lines),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

const nothing = (): void => undefined;

/** What takes the place of metrics that are switched off. */
export const noMetrics: Metrics = {
  requestBegan: () => nothing,
  requestEnded: nothing,
  messageBytes: nothing,
  evaluationEnded: nothing,
  connectionOpened: () => nothing,
  macroStoreSize: nothing,
  macroStoreEvicted: nothing,
  confirmation: nothing,
  reload: nothing,
  auditFailed: nothing,
  logLost: nothing,
  text: async () => '',
  contentType: 'text/plain; charset=utf-8',
};

/** Adds one and returns how to take it away again, once. */
function counted<Label extends string>(gauge: Gauge<Label>, labels: Record<Label, string>): () => void {
  let isOver = false;
  gauge.inc(labels);
  return () => {
    if (!isOver) gauge.dec(labels);
    isOver = true;
  };
}

function createInstruments(register: Registry) {
  const describe = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) => ({
    name: `manglecp_${name}`,
    help,
    labelNames,
    registers: [register],
  });
  return {
    requests: new Counter(
      describe('requests_total', 'Messages by their outcome.', ['domain', 'transport', 'type', 'code']),
    ),
    requestDuration: new Histogram({
      ...describe('request_duration_seconds', 'From the message to its last answer.', ['domain', 'transport', 'type']),
      buckets: durationBuckets,
    }),
    evaluationDuration: new Histogram({
      ...describe('evaluation_duration_seconds', 'Time spent on the rules of one request.', ['domain']),
      buckets: durationBuckets,
    }),
    inFlight: new Gauge(describe('requests_in_flight', 'Messages under way.', ['domain', 'transport'])),
    connections: new Gauge(describe('connections', 'Connections that are open.', ['transport'])),
    messageBytes: new Histogram({
      ...describe('message_bytes', 'Size of messages.', ['direction', 'transport']),
      buckets: byteBuckets,
    }),
    storeSize: new Gauge(describe('macro_store_size', 'Plans that are kept.', ['domain'])),
    storeEvictions: new Counter(
      describe('macro_store_evictions_total', 'Plans dropped before their time for lack of room.', ['domain']),
    ),
    confirmations: new Counter(describe('confirmations_total', 'Confirmations by their outcome.', ['outcome'])),
    reloads: new Counter(describe('reloads_total', 'Changes of a pack, taken or refused.', ['domain', 'result'])),
    logLost: new Counter(describe('log_lines_lost_total', 'Lines of the log that nobody took in time.', [])),
    auditFailures: new Counter(describe('audit_failures_total', 'Audit entries that could not be written.', [])),
  };
}
