#!/usr/bin/env node
// The launcher. In a checkout it builds first if the build is missing or stale; in a published package it only imports.
import { existsSync } from 'node:fs';

if (existsSync(new URL('../src/main.ts', import.meta.url))) {
  const [{ bundle, ensureBuilt }, { loadBundle }] = await Promise.all([
    import('../../../scripts/build.mjs'),
    import('../../../scripts/load-bundle.mjs'),
  ]);
  await ensureBuilt();
  const { exports, finish } = loadBundle(bundle);
  process.exitCode = await exports.main(process.argv.slice(2));
  finish();
} else {
  const { main } = await import('../dist/main.js');
  process.exitCode = await main(process.argv.slice(2));
}
