#!/usr/bin/env node
// The launcher. In a checkout it builds first if the build is missing or stale; in a published package it only imports.
import { existsSync } from 'node:fs';

let module = '../dist/main.js';
if (existsSync(new URL('../src/main.ts', import.meta.url))) {
  const { bundle, ensureBuilt } = await import('../../../scripts/build.mjs');
  await ensureBuilt();
  module = bundle;
}

const { main } = await import(module);
process.exitCode = await main(process.argv.slice(2));
