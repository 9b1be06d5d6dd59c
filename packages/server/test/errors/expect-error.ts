import { expect } from 'vitest';
import { type ErrorPayload, errorOf } from '../harness/answers.js';
import type { Answer } from '../harness/peer.js';

export interface ExpectedError {
  readonly code: string;
  /** On HTTP. */
  readonly status: number;
  readonly recoverable: boolean;
  /** The id of the request; null where it could not be read. */
  readonly id: string | null;
}

/** Checks all that every error has, and returns its payload. */
export function expectError(answer: Answer, { code, status, recoverable, id }: ExpectedError): ErrorPayload {
  const payload = errorOf(answer, code);
  expect(payload.recoverable).toBe(recoverable);
  expect(answer.message.id).toBe(id);
  expect(answer.status ?? status).toBe(status);
  expect(answer.message.manglecp).toBe('2026-02-draft');
  return payload;
}
