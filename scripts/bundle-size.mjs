// Prints what the engine weighs in a browser. Fails if it needs anything that a browser does not have.
import { gzipSync } from 'node:zlib';
import { bundleForBrowser } from './bundle.mjs';

const script = await bundleForBrowser();
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
console.log(`@manglecp/mangle minified: ${kilobytes(script.length)}, gzipped: ${kilobytes(gzipSync(script).length)}`);
