/** What some work took: wall and processor time (all threads, user and system) in milliseconds. */
export interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Runs some work and measures it. */
export function measure<T>(work: () => T): { readonly result: T; readonly cost: Cost } {
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const result = work();
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { result, cost: { wallMs, cpuMs: (user + system) / 1000 } };
}

/** The value below which a share of the values lies. INVARIANT: there is a value. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

/** The most memory the process had so far, in megabytes. */
export function peakMemory(): number {
  return process.resourceUsage().maxRSS / 1024;
}
