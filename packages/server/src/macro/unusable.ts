import { ProtocolError } from '@manglecp/protocol';

/** Why nobody could carry out a plan, for the operator. */
export class PlanFault extends Error {
  override readonly name = 'PlanFault';
  readonly lacks: Lack | undefined;

  constructor(macro: string, reason: string, lacks?: Lack) {
    super(`the plan of \`${macro}\` cannot be carried out: ${reason}`);
    this.lacks = lacks;
  }
}

/** What a plan refers to and does not find, though it may be there another time. */
export type Lack = 'fact' | 'step';

/** The error for rules that made a plan nobody could carry out. Clients learn only that; the reason is for the log. */
export function unusable(macro: string, reason: string, lacks?: Lack): ProtocolError {
  return new ProtocolError('evaluation_failed', 'the rules made a plan that cannot be carried out', {
    cause: new PlanFault(macro, reason, lacks),
  });
}
