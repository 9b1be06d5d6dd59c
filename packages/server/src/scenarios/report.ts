/** What came of one round. */
export interface RoundReport {
  /** From 1. */
  readonly round: number;
  /** What differs from what was expected, a line each; empty if nothing does. */
  readonly diff: readonly string[];
}

/** What came of a scenario. */
export interface ScenarioReport {
  /** The name of its file in `tests/`. */
  readonly file: string;
  /** Its own name; that of the file if it cannot be read. */
  readonly name: string;
  /** Why it could not be run, for people; empty if it was. */
  readonly problems: string;
  readonly rounds: readonly RoundReport[];
}

/** What came of the scenarios of a pack. */
export interface PackReport {
  /** Why the pack does not load, as for `manglecp check`; empty if it does. */
  readonly problems: string;
  /** In the order of their files. */
  readonly scenarios: readonly ScenarioReport[];
}

export function hasPassed({ problems, rounds }: ScenarioReport): boolean {
  return problems === '' && rounds.every(({ diff }) => diff.length === 0);
}
