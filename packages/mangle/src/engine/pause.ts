/** What the evaluation waits for: nothing (others may run) or an answer from outside. */
export type Pause = Promise<void> | undefined;
