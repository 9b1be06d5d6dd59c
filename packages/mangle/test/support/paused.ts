import type { Mode } from './modes.js';

/** A look at the clock takes so long that the engine has to pause after every step or two. */
export const tickMs = 5;

/** Beyond this an evaluation does not get on any more; many times what any program here needs. */
const timeoutMs = 20_000_000;

/**
 * The same mode with a pause wherever the engine can pause, by a clock that jumps whenever somebody looks at it. What
 * goes on after a pause must go on where it was.
 */
export function paused({ evaluate, ...mode }: Mode): Mode {
  return {
    ...mode,
    name: `${mode.name}, paused`,
    isSlow: true,
    evaluate: (program, { limits = {}, ...options }) =>
      withJumpingClock(() => evaluate(program, { ...options, limits: { ...limits, timeoutMs } })),
  };
}

/** Does work by a clock that jumps ahead whenever somebody looks at it. */
export function withJumpingClock<T>(work: () => T): T {
  const now = performance.now.bind(performance);
  let time = now();
  performance.now = () => (time += tickMs);
  try {
    return work();
  } finally {
    performance.now = now;
  }
}
