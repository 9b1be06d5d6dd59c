import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine can reach an address: `localhost`, 127.0.0.0/8, `::1`, with or without brackets. */
export function isLoopback(address: string): boolean {
  const host = address.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (host === 'localhost') return true;
  const version = isIP(host);
  // A block list also finds IPv4 addresses that are written as IPv6.
  return version !== 0 && loopback.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
