import path from 'node:path';
import { trace, type TracerProvider } from '@opentelemetry/api';
import type { ObserveConfig } from '../config/config.js';
import type { Degradation } from '../pack/pack.js';
import { type AuditLog, openAuditLog } from './audit-log.js';
import type { LogDestination } from './bounded-log.js';
import { createLogger, type Logger } from './create-logger.js';
import { createMetrics, type Metrics, noMetrics } from './metrics.js';
import { type ObservationContext, RequestObservation } from './request-observation.js';
import type { Observer } from './observer.js';

export interface ObserverOptions {
  /** Names the server in logs and traces. */
  readonly service: string;
  /** The ids of all domains, which are labels of metrics; another name becomes `other`. */
  readonly domains: readonly string[];
  /** Standard error, never standard output. */
  readonly logDestination: LogDestination;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Milliseconds since some moment, for durations; the clock if absent. */
  readonly timer?: () => number;
  /** The audit log is relative to this folder. */
  readonly folder: string;
  /** Who gets the spans; the one that is registered globally if absent. */
  readonly tracerProvider?: TracerProvider;
  /** A new id for each message. If absent, ids count up and begin with the time of the start. */
  readonly newRequestId?: () => string;
  /** Something stopped working for good; it is also in `degraded`. */
  readonly onDegraded?: (degradation: Degradation) => void;
}

/** An observer for a pack's `observe`. Throws a `SetupError` if the audit log cannot be opened. */
export function createObserver(config: ObserveConfig, options: ObserverOptions): Observer {
  const { service, clock, logDestination } = options;
  const metrics = config.metrics ? createMetrics(options.domains) : noMetrics;
  const onLost = (lines: number): void => metrics.logLost(lines);
  const log = createLogger(config.log_level, { service, destination: logDestination, clock, onLost });
  const degraded: Degradation[] = [];
  const audit = openAudit(config, options, { log, metrics, degraded });
  const context: ObservationContext = {
    log,
    metrics,
    timer: options.timer ?? clock,
    newRequestId: options.newRequestId ?? countingIds(clock()),
    tracer: config.tracing ? (options.tracerProvider ?? trace.getTracerProvider()).getTracer(service) : undefined,
  };
  return {
    log,
    metrics,
    begin: (info) => new RequestObservation(context, info),
    metricsText: () => metrics.text(),
    metricsContentType: metrics.contentType,
    audit: (entry) => audit?.append(entry),
    degraded,
    close: async () => audit?.close(),
  };
}

interface AuditTargets {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly degraded: Degradation[];
}

/** A gap in the audit log stays one, so the first failure degrades the server until it is started again. */
function openAudit(
  { audit_log: file }: ObserveConfig,
  { folder, clock, onDegraded }: ObserverOptions,
  { log, metrics, degraded }: AuditTargets,
): AuditLog | undefined {
  if (file === null) return undefined;
  return openAuditLog(path.resolve(folder, file), {
    clock,
    onFailure: (error, entries) => {
      metrics.auditFailed(entries);
      log.error({ err: error, entries }, 'audit entries were lost');
      if (degraded.length > 0) return;
      const degradation = { component: 'audit_log', reason: 'audit entries were lost' };
      degraded.push(degradation);
      onDegraded?.(degradation);
    },
  });
}

function countingIds(startMs: number): () => string {
  const prefix = Math.floor(startMs).toString(36);
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
