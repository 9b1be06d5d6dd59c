#!/usr/bin/env node
// The launcher of `manglecp`. In a checkout it builds first if the build is missing or stale.
import { existsSync } from 'node:fs';

if (existsSync(new URL('../src/main.ts', import.meta.url))) {
  const { ensureBuilt } = await import('../../../scripts/build.mjs');
  await ensureBuilt();
}
const { main } = await import('../dist/manglecp-main.js');
process.exitCode = await main(process.argv.slice(2));
