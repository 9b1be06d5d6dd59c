import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What keeps this process alive and which failures nobody caught, since the watch began. */
export interface Footprint {
  /** Handles that there are now and were not at the beginning, such as `TCPSocketWrap`; waits for those that are closing. */
  leftovers(): Promise<readonly string[]>;
  /** Rejections and exceptions that nobody handled. */
  readonly failures: readonly string[];
  /** Ends the watch. */
  end(): void;
}

const patienceMs = 10_000;

export function watchFootprint(): Footprint {
  const before = countHandles();
  const failures: string[] = [];
  const note = (error: unknown): void => void failures.push(error instanceof Error ? `${error.stack}` : String(error));
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  const newHandles = (): string[] =>
    [...countHandles()].flatMap(([name, count]) => {
      const more = count - (before.get(name) ?? 0);
      return more > 0 ? [`${name} x ${more}`] : [];
    });
  return {
    leftovers: async () => {
      const end = performance.now() + patienceMs;
      while (newHandles().length > 0 && performance.now() < end) await delay(5, undefined, { ref: false });
      return newHandles();
    },
    failures,
    end: () => {
      process.off('unhandledRejection', note);
      process.off('uncaughtException', note);
    },
  };
}

/** Only what lasts: requests of files and names come and go. */
const lasting = ['TCPSocketWrap', 'TCPServerWrap', 'PipeWrap', 'ProcessWrap', 'Timeout', 'FSEventWrap', 'TLSWrap'];

function countHandles(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo()) {
    if (lasting.includes(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Collects all garbage, so that memory can be compared. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
