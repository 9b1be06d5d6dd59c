/**
 * Looks again and again until it holds, for what can only be seen by looking: files, certificates, reloads. Whatever
 * never holds is ended by the time limit of the test.
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 25));
}
