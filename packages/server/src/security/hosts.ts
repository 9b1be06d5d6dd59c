import { parseAuthority } from './authority.js';
import { isLoopback } from './is-loopback.js';

export interface HostPolicy {
  /** What the listener is bound to. */
  readonly boundAddress: string;
  /** Further names, each perhaps with a port; `*` takes any. */
  readonly allowedHosts: readonly string[];
}

/**
 * Whether a request with this `Host` header may be answered (C-88). A page of another site can make its own name resolve
 * to 127.0.0.1 and then read what a local server answers, but its requests still carry that name. On loopback only names
 * of this machine and configured ones pass. On other addresses nobody can know the public name, so any passes unless
 * names are configured. A request without a host is always refused.
 */
export function createHostCheck({ boundAddress, allowedHosts }: HostPolicy): (host: string | undefined) => boolean {
  const isAnyAllowed = allowedHosts.includes('*') || (allowedHosts.length === 0 && !isLoopback(boundAddress));
  const allowed = [bracketed(boundAddress), ...allowedHosts].map(parseAuthority);
  return (text) => {
    const given = text === undefined ? undefined : parseAuthority(text);
    if (given === undefined) return false;
    if (isAnyAllowed || isLoopback(given.host)) return true;
    return allowed.some((each) => each?.host === given.host && (each.port === '' || each.port === given.port));
  };
}

/** An IPv6 address is written in brackets where a port may follow. */
function bracketed(address: string): string {
  return address.includes(':') && !address.startsWith('[') ? `[${address}]` : address;
}
