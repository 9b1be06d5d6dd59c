import type { Exchange } from './exchange.js';

/** A notification: the only answer is that of the request it stops. An unknown or finished one is no error (C-92). */
export function cancelRequest(exchange: Exchange): void {
  exchange.session.cancel(exchange.get('cancel').request_id);
}
