/** The first pause; each one after it is twice as long, up to the longest. */
const firstPauseMs = 250;
const longestPauseMs = 30_000;

/** Tries something again after pauses that grow, for as long as it is asked to. It keeps no process alive. */
export class Backoff {
  readonly #attempt: () => void;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = firstPauseMs;

  constructor(attempt: () => void) {
    this.#attempt = attempt;
  }

  /** Makes another attempt after the next pause; an earlier one that is still to come is not made. */
  again(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#attempt, this.#pauseMs);
    this.#timer.unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
  }

  /** Makes no further attempt, and begins with the first pause the next time. */
  end(): void {
    clearTimeout(this.#timer);
    this.#pauseMs = firstPauseMs;
  }
}
