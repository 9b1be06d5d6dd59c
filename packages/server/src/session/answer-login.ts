import type { AuthenticateResponse } from '@manglecp/protocol';
import { auditExchange } from './audit-exchange.js';
import type { Exchange } from './exchange.js';

/** Logs the connection in; a later login replaces an earlier one (C-51). A login that fails changes nothing. */
export async function answerLogin(exchange: Exchange): Promise<void> {
  const { scheme, token } = exchange.get('login');
  const principal = await exchange.live.authenticator.fromMessage(scheme, token);
  exchange.session.principal = principal;
  exchange.set('principal', principal);
  const payload: AuthenticateResponse = {
    status: 'authenticated',
    identity: principal.identity,
    permissions: [...principal.privileges],
    ...(principal.trustLevel === 'automated'
      ? { trust_level: 'automated', auto_confirm_effects: [...principal.autoConfirmEffects] }
      : {}),
  };
  exchange.reply = { type: 'authenticate_response', payload };
  auditExchange(exchange, { subject: scheme, confirmation: 'none' });
}
