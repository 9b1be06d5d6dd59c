export function bundleForBrowser(): Promise<Uint8Array>;
