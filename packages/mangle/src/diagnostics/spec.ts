export type Severity = 'error' | 'warning' | 'hint';

/** Where a program stopped; the words are those of `mangle eval`. */
export type Stage = 'parse' | 'analysis' | 'stratify' | 'eval';

/** One row of the table of codes. */
export interface DiagnosticSpec {
  readonly severity: Severity;
  readonly stage: Stage;
  /** What the code stands for, for the reference page and SARIF. */
  readonly summary: string;
}
