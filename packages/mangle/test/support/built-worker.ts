import { ensureBuilt } from '../../../../scripts/build.mjs';

let built: Promise<void> | undefined;

/** The script of threads, which is plain JavaScript only in the built package. */
export async function builtWorker(): Promise<URL> {
  await (built ??= ensureBuilt());
  return new URL('../../dist/threads/worker.js', import.meta.url);
}
