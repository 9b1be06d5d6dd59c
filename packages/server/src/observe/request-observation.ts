import { type Span, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { Logger } from './create-logger.js';
import { createLabels } from './labels.js';
import type { Metrics } from './metrics.js';
import type { Observation, ObservationInfo, ObservationOutcome, ObservationStart } from './observer.js';
import { scrubText } from './scrub.js';

/** What all observations of an observer share. */
export interface ObservationContext {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Milliseconds since some moment. */
  readonly timer: () => number;
  readonly newRequestId: () => string;
  /** Absent if traces are switched off. */
  readonly tracer: Tracer | undefined;
}

const labels = createLabels([]);

/** One message, told to logs, metrics and traces as it goes. */
export class RequestObservation implements Observation {
  readonly requestId: string;
  readonly #context: ObservationContext;
  readonly #start: ObservationStart;
  readonly #startedMs: number;
  readonly #leave: () => void;
  readonly #span: Span | undefined;
  #type: string | undefined;
  #id: string | null = null;
  #principal: string | undefined;
  #step: string | undefined;
  #isOver = false;

  constructor(context: ObservationContext, start: ObservationStart) {
    this.#context = context;
    this.#start = start;
    this.requestId = context.newRequestId();
    this.#startedMs = context.timer();
    this.#leave = context.metrics.requestBegan(start.domain, start.transport);
    if (start.bytes !== undefined) context.metrics.messageBytes('in', start.transport, start.bytes);
    this.#span = context.tracer?.startSpan('manglecp', {
      attributes: {
        'manglecp.domain': start.domain,
        'manglecp.transport': start.transport,
        'manglecp.request_id': this.requestId,
      },
    });
    if (start.type !== undefined) this.set({ type: start.type });
  }

  set({ type, id, principal }: ObservationInfo): void {
    if (type !== undefined) {
      this.#type = type;
      // An unknown type is the client's invention and would make span names endless.
      const label = labels.type(type);
      this.#span?.updateName(`manglecp ${label}`).setAttribute('manglecp.type', label);
    }
    if (id !== undefined) this.#id = id;
    if (principal !== undefined) this.#principal = principal;
  }

  mark(step: string): void {
    this.#step = step;
    this.#span?.addEvent(step);
  }

  end(outcome: ObservationOutcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { metrics, timer } = this.#context;
    const { domain, transport } = this.#start;
    const durationMs = Math.max(0, timer() - this.#startedMs);
    this.#leave();
    metrics.requestEnded({ domain, transport, type: this.#type, code: outcome.code, durationMs });
    if (outcome.bytes !== undefined) metrics.messageBytes('out', transport, outcome.bytes);
    this.#endSpan(outcome);
    this.#log(outcome, durationMs);
  }

  #endSpan({ code }: ObservationOutcome): void {
    const span = this.#span;
    if (span === undefined) return;
    span.setAttribute('manglecp.code', code ?? 'ok');
    if (this.#id !== null) span.setAttribute('manglecp.message_id', scrubText(this.#id));
    if (code !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  }

  #log({ code, status }: ObservationOutcome, durationMs: number): void {
    const { log } = this.#context;
    // A message that was answered is worth a line only to those who look for something.
    const level = code === undefined ? 'debug' : 'info';
    if (!log.isEnabled(level)) return;
    const { domain, transport } = this.#start;
    const fields = {
      request_id: this.requestId,
      domain,
      transport,
      type: this.#type,
      id: this.#id,
      principal: this.#principal,
      code: code ?? 'ok',
      status,
      // How far a message came that was refused.
      step: code === undefined ? undefined : this.#step,
      duration_ms: Math.round(durationMs * 1000) / 1000,
    };
    log[level](fields, 'message');
  }
}
