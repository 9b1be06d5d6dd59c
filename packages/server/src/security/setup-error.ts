/** Something the operator has to change before the server can start. It is told to the operator and never to a peer. */
export interface SetupProblem {
  readonly message: string;
  /** What to do about it; may have several lines. */
  readonly help?: string;
}

/** Thrown while the server is set up; lists everything that is wrong. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
  readonly problems: readonly SetupProblem[];

  constructor(problems: readonly SetupProblem[], options?: ErrorOptions) {
    super(problems.map(({ message }) => message).join('; '), options);
    this.problems = problems;
  }
}
