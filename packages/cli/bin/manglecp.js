#!/usr/bin/env node
// The launcher of `manglecp`. In a checkout it builds first if the build is missing or stale.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

async function load() {
  if (!existsSync(new URL('../src/main.ts', import.meta.url))) return import('../dist/manglecp-main.js');
  const { ensureBuilt, serviceBundle } = await import('../../../scripts/build.mjs');
  await ensureBuilt();
  return import(pathToFileURL(serviceBundle));
}

const { main } = await load();
process.exitCode = await main(process.argv.slice(2));
