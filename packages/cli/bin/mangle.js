#!/usr/bin/env node
// The launcher. In a checkout it builds first if the build is missing or stale; in a published package it only imports.
import { existsSync } from 'node:fs';

if (existsSync(new URL('../src/main.ts', import.meta.url))) {
  const { ensureBuilt } = await import('../../../scripts/build.mjs');
  await ensureBuilt();
}

const { main } = await import('../dist/main.js');
process.exitCode = await main(process.argv.slice(2));
