import { setTimeout as pause } from 'node:timers/promises';

/** Behind considered. */
export async function considered([question]) {
  await pause(3);
  return [[question]];
}
