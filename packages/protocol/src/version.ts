/** The protocol version that this package speaks (Spec 02 §2.4). */
export const protocolVersion = '2026-02-draft';

/** Every version a peer may use with us, newest first. */
export const supportedVersions: readonly string[] = [protocolVersion];
