import { isIP } from 'node:net';

/**
 * What limits per address count by. One customer of a provider has a whole /64 of IPv6 (RFC 6177), so its addresses count
 * as one; an IPv4 address that is written as IPv6 is the IPv4 address.
 */
export function addressKey(address: string): string {
  const [host = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(host)?.[1];
  if (mapped !== undefined) return mapped;
  return isIP(host) === 6 ? `${groupsOf(host).slice(0, 4).join(':')}::/64` : address;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(host: string): readonly string[] {
  const [head = '', tail] = host.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const left = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, left) }, () => '0'), ...after];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
