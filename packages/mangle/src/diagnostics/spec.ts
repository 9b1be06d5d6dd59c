export type Severity = 'error' | 'warning' | 'hint';

/** Where a program stopped; the words are those of `mangle eval`. */
export type Stage = 'parse' | 'analysis' | 'stratify' | 'eval';

/** One row of the table of codes. */
export interface DiagnosticSpec {
  readonly severity: Severity;
  readonly stage: Stage;
  /** What the code stands for, for the reference page and SARIF. */
  readonly summary: string;
  /**
   * The fixes of this code need a person's judgment: they change what a legal program derives, or take one of several
   * meanings that the text may have.
   */
  readonly fix?: 'judgment';
  /** It only matters to somebody who runs the program on another engine as well. */
  readonly isAboutPortability?: true;
}
