/** A host and perhaps a port, as in a `Host` header. */
export interface Authority {
  /** In lower case, without brackets and without the dot that a full name may end with. */
  readonly host: string;
  /** Empty if none is given. */
  readonly port: string;
}

/** No name of the DNS is longer; room for brackets and a port. */
const maxLength = 270;

/** Reads `host`, `host:port`, `[address]` and `[address]:port`; nothing for anything else. */
export function parseAuthority(text: string): Authority | undefined {
  if (text.length > maxLength) return undefined;
  const match = /^(?:\[([0-9a-f:.]+)\]|([\w.-]*\w)\.?)(?::(\d{1,5}))?$/i.exec(text);
  const host = match?.[1] ?? match?.[2];
  return host === undefined ? undefined : { host: host.toLowerCase(), port: match?.[3] ?? '' };
}
