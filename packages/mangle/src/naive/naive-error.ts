/** The program asks for something that has no meaning or that the naive evaluator leaves out. */
export class NaiveError extends Error {
  override readonly name = 'NaiveError';
}
