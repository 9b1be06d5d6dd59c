import path from 'node:path';
import { build } from 'esbuild';
import { root } from './steps.mjs';

/**
 * The whole engine as one minified script that sets the global `mangle`. Esbuild refuses modules of Node here, so a
 * bundle exists only if the engine runs in a browser.
 * @returns {Promise<Uint8Array>}
 */
export async function bundleForBrowser() {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'packages', 'mangle', 'src', 'index.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    globalName: 'mangle',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'error',
  });
  return outputFiles[0].contents;
}
