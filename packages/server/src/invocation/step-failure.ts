/** Why a step did not succeed. The message is for the client and reveals nothing; the cause is for the log. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';

  constructor(message: string, cause: unknown) {
    super(message, { cause });
  }
}
