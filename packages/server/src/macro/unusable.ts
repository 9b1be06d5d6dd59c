import { ProtocolError } from '@manglecp/protocol';

/**
 * The error for rules that made a plan nobody could carry out. Clients learn only that; the reason is for the operator's
 * log.
 */
export function unusable(macro: string, reason: string): ProtocolError {
  return new ProtocolError('evaluation_failed', 'the rules made a plan that cannot be carried out', {
    cause: new Error(`the plan of \`${macro}\` cannot be carried out: ${reason}`),
  });
}
