import type { TaskMeta } from 'vitest';

/** So much of something was done in a mode; the run ends with the sums over all tests. */
export interface Tally {
  readonly mode: string;
  /** What was counted, as a plural: `goldens`, `programs`. */
  readonly unit: string;
  readonly count: number;
}

declare module 'vitest' {
  interface TaskMeta {
    tallies?: Tally[];
    /** Lines to be shown at the end of the run. */
    notes?: string[];
  }
}

/** Where a test leaves what the end of the run tells; only tests that pass are told about. */
export interface Task {
  readonly meta: TaskMeta;
}

export function tally({ meta }: Task, mode: string, unit: string, count: number): void {
  (meta.tallies ??= []).push({ mode, unit, count });
}

export function note({ meta }: Task, line: string): void {
  (meta.notes ??= []).push(line);
}
