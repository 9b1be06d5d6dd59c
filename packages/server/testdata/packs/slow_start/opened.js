import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Behind opened: the answer comes when the file is there. */
export async function opened(_, { signal }) {
  while (!existsSync(new URL('open', import.meta.url)) && !signal.aborted) await pause(5);
  return [['hall']];
}
