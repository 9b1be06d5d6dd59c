import type { Progress } from '@manglecp/protocol';
import type { ActionContext } from '../pack/pack.js';
import { type Bucket, takeToken } from '../security/token-bucket.js';

export interface ProgressOptions {
  /** What fails here fails silently: nobody depends on progress (Spec 07 §7.1). Absent: there is no progress. */
  readonly send?: ((progress: Progress) => void) | undefined;
  readonly clock: () => number;
  readonly stepCount: number;
}

/** Actions may report as often as they like; these many are sent at once, and then one each interval. */
const rate = { capacity: 20, intervalMs: 100 };
const maxDetailLength = 200;

/** Tells a client how far a plan is. The percentage never falls, and nothing is sent after the end. */
export class ProgressReport {
  readonly #options: ProgressOptions;
  #bucket: Bucket | undefined;
  #percent = 0;
  #isOver = false;

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  start(): void {
    this.#send({ status: 'started', percent: 0 });
  }

  /** What an action reports through. It works until `close`, so that an action that was given up is no longer heard. */
  openStep(index: number, action: string): { readonly report: ActionContext['progress']; readonly close: () => void } {
    let isOpen = true;
    if (index > 0) this.#run(index, action, 0);
    return {
      report: (detail, percent) => {
        if (isOpen) this.#run(index, detail, percent);
      },
      close: () => {
        isOpen = false;
      },
    };
  }

  finish(): void {
    this.#send({ status: 'finalizing', percent: 100 });
  }

  end(): void {
    this.#isOver = true;
  }

  /** INVARIANT: never throws, whatever an action passes. */
  #run(index: number, detail: unknown, percent: unknown): void {
    if (this.#isOver || this.#options.send === undefined) return;
    const { bucket, waitMs } = takeToken(this.#bucket, rate, this.#options.clock());
    this.#bucket = bucket;
    if (waitMs > 0) return;
    const share = typeof percent === 'number' && percent >= 0 ? Math.min(percent, 100) / 100 : 0;
    const reached = Math.floor((100 * (index + share)) / this.#options.stepCount);
    this.#percent = Math.max(this.#percent, reached);
    const text = typeof detail === 'string' ? oneLine(detail) : '';
    this.#send({ status: 'running', ...(text === '' ? {} : { detail: text }), percent: this.#percent });
  }

  #send(progress: Progress): void {
    if (this.#isOver) return;
    try {
      this.#options.send?.(progress);
    } catch {
      this.#isOver = true;
    }
  }
}

/** Control characters and half characters become spaces. */
function oneLine(text: string): string {
  const line = text
    .slice(0, maxDetailLength)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return text.length > maxDetailLength ? `${line}…` : line;
}
