import { type ErrorCode, errorSpec } from './registry.js';

export interface ProtocolErrorOptions extends ErrorOptions {
  /** Per code; the registry says which members. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** How long the peer should wait before it tries again. */
  readonly retryAfterMs?: number;
}

/** The payload of an `error` message (Spec 09 §2.2). */
export interface ErrorPayload {
  readonly code: string;
  readonly message: string;
  readonly recoverable: boolean;
  readonly retry_after_ms?: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A failure the peer is told about. Any other error that reaches a boundary is sent as `internal_error`. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, message: string, { details, retryAfterMs, ...options }: ProtocolErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.details = details;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whatever was thrown, as an error for the peer. A defect tells nothing of itself; it travels as the cause. */
  static from(error: unknown): ProtocolError {
    if (error instanceof ProtocolError) return error;
    return new ProtocolError('internal_error', 'the server failed; the operator finds the reason in its log', {
      cause: error,
    });
  }

  toPayload(): ErrorPayload {
    return {
      code: this.code,
      message: this.message,
      recoverable: errorSpec(this.code).recoverable,
      ...(this.retryAfterMs === undefined ? {} : { retry_after_ms: this.retryAfterMs }),
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }
}
