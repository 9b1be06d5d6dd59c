import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
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
  return systemPaths.find((file) => existsSync(file)) ?? (await unpack());
}

/** Where the bundled browser lies once it is whole. */
const unpacked = fileURLToPath(new URL('../../node_modules/.cache/manglecp-chromium', import.meta.url));

/**
 * The package unpacks into the folder for temporary files, and a second process takes what lies there for a browser
 * although it is half written. Here it appears in one step.
 */
async function unpack(): Promise<string> {
  const file = path.join(unpacked, 'chromium');
  if (existsSync(file)) return file;
  await mkdir(path.dirname(unpacked), { recursive: true });
  const unfinished = await mkdtemp(`${unpacked}-`);
  const { TMPDIR: temporary } = process.env;
  process.env['TMPDIR'] = unfinished;
  try {
    await bundled.executablePath();
    await rename(unfinished, unpacked);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(file)) throw error;
  } finally {
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
  }
  return file;
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
