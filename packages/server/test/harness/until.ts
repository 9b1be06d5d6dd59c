/** How long a test looks before it gives up. */
const patienceMs = 30_000;

/** Looks again and again until it holds, for what can only be seen by looking: files, certificates, reloads. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const patience = AbortSignal.timeout(patienceMs);
  while (!(await holds())) {
    if (patience.aborted) throw new Error(`it never holds: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
