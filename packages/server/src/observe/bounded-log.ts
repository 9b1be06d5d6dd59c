/** Anything that takes lines; `process.stderr` is one. */
export interface LogDestination {
  write(line: string): unknown;
  /** What was written and is not taken yet, as streams count it. */
  readonly writableLength?: number;
  /** A person reads along. */
  readonly isTTY?: boolean;
}

export interface BoundedLogOptions {
  /** Lines were thrown away. */
  readonly onLost: (lines: number) => void;
  /** The line that says how many are missing at its place. */
  readonly lostLine: (lines: number) => string;
}

/** Bytes that wait for a reader who is slow, or gone; more are lost. */
const maxWaiting = 1024 * 1024;

/** Writes lines as long as they are taken. Lines that are not would fill the memory, so they are counted and thrown away. */
export function boundLog(destination: LogDestination, options: BoundedLogOptions): (line: string) => void {
  let lost = 0;
  return (line) => {
    if ((destination.writableLength ?? 0) > maxWaiting) {
      lost += 1;
      options.onLost(1);
      return;
    }
    if (lost > 0) destination.write(options.lostLine(lost));
    lost = 0;
    destination.write(line);
  };
}
