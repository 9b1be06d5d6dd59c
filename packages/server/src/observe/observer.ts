import type { Degradation } from '../pack/pack.js';
import type { AuditEntry } from './audit-log.js';
import type { Logger } from './create-logger.js';
import type { Metrics } from './metrics.js';

/**
 * What operators see of a running server: logs, metrics, traces and an audit log, each of which can be switched off. None
 * of them ever holds a credential, an argument or the content of a fact (SEC-040).
 */
export interface Observer {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** A message has come. The observation must be ended, whatever happens. */
  begin(info: ObservationStart): Observation;
  /** All metrics in the text format of Prometheus; empty if they are off. */
  metricsText(): Promise<string>;
  readonly metricsContentType: string;
  /** Appends to the audit log. Entries are written in the order of the calls. */
  audit(entry: AuditEntry): void;
  /** What does not work any more; the server is then `degraded` (C-60). */
  readonly degraded: readonly Degradation[];
  /** Resolves when the audit log is on disk. */
  close(): Promise<void>;
}

export interface ObservationStart {
  readonly transport: string;
  readonly domain: string;
  readonly type?: string;
  /** The size of the message. */
  readonly bytes?: number;
}

/** One message on its way through the server. */
export interface Observation {
  /** Ours, not the client's: it finds the message in logs, traces and audit log. */
  readonly requestId: string;
  /** What became known of the message. */
  set(info: ObservationInfo): void;
  /** A step begins. Steps have fixed names; nothing of the message may be part of one. */
  mark(step: string): void;
  /** The message is done with. Only the first call counts. */
  end(outcome: ObservationOutcome): void;
}

export interface ObservationInfo {
  readonly type?: string;
  /** As the client sent it. */
  readonly id?: string | null;
  /** The principal's key. */
  readonly principal?: string;
}

export interface ObservationOutcome {
  /** The code of the error; absent if there was none. */
  readonly code?: string;
  /** The status on HTTP. */
  readonly status?: number;
  /** The size of the answer. */
  readonly bytes?: number;
}
