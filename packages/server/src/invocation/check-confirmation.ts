import { type JsonObject, ProtocolError } from '@manglecp/protocol';
import type { Plan } from '../macro/plan.js';
import { type Confirmations, isConfirmationWaived } from '../security/confirmation.js';
import type { Principal } from '../security/principal.js';

export interface ConfirmationRequest {
  readonly principal: Principal;
  readonly address: string;
  /** As the client sent them: what a user agrees to is what the client shows, without defaults. */
  readonly sent: JsonObject;
  readonly token?: string | null | undefined;
}

/** What a user may have to agree to, as it is judged now. */
export type Consent = Pick<Plan, 'macroId' | 'effects' | 'needsConfirmation'>;

/** How an invocation that may go on was confirmed. */
export type Confirmed = 'none' | 'waived' | 'verified';

/**
 * Lets an invocation pass that needs no consent of a user or has it (Spec 07 §2.3, Spec 08 §4.2). Throws
 * `confirmation_required` with a fresh challenge if there is no token, `confirmation_invalid` if it is not good. A token
 * is used up by this, so no check that a client could fail by mistake may come later.
 */
export async function checkConfirmation(
  confirmations: Confirmations,
  plan: Consent,
  { principal, address, sent, token }: ConfirmationRequest,
): Promise<Confirmed> {
  if (!plan.needsConfirmation) return 'none';
  if (isConfirmationWaived(principal, plan.effects)) return 'waived';
  if (token === undefined || token === null) {
    throw new ProtocolError('confirmation_required', 'a user has to agree to this macro-tool first', {
      details: { challenge: await confirmations.challenge({ principal, address }, plan, sent) },
    });
  }
  await confirmations.verify(principal, plan, sent, token);
  return 'verified';
}
