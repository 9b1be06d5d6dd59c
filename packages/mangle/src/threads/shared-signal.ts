/** A signal that another thread can set. */
export interface SharedSignal {
  readonly signal: AbortSignal;
  /** Tells those who listen; whoever looks at `aborted` sees the flag by itself. */
  readonly abort: () => void;
}

/**
 * A signal whose `aborted` is a flag in memory that threads share: it can be seen in the midst of a computation, while
 * no message arrives.
 */
export function sharedSignal(flag: Int32Array<SharedArrayBuffer>): SharedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  Object.defineProperty(signal, 'aborted', { get: () => Atomics.load(flag, 0) !== 0 });
  return { signal, abort: () => controller.abort() };
}

/** A flag that is not set. */
export function createFlag(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Sets a flag, for all threads. */
export function raise(flag: Int32Array<SharedArrayBuffer>): void {
  Atomics.store(flag, 0, 1);
}
