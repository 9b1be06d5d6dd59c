import { existsSync } from 'node:fs';
import bundled from '@sparticuz/chromium';

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** `CHROME_PATH`, then a browser of the system, then the one that comes with the development dependencies. */
export async function findChromium(): Promise<string> {
  const { CHROME_PATH } = process.env;
  if (CHROME_PATH) return CHROME_PATH;
  return systemPaths.find((file) => existsSync(file)) ?? (await bundled.executablePath());
}

/** A container has no user namespaces for the sandbox; the rest keeps the browser off the network. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
