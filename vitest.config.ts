import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Tests see the sources of the engine, so that no stale build can make them pass.
  resolve: {
    alias: [
      { find: /^@manglecp\/mangle$/, replacement: sourceOf('index.ts') },
      { find: /^@manglecp\/mangle\/threads$/, replacement: sourceOf('threads/threads.ts') },
    ],
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    // One less is the default, which on a machine with two cores is one.
    maxWorkers: availableParallelism(),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

function sourceOf(file: string): string {
  return fileURLToPath(new URL(`packages/mangle/src/${file}`, import.meta.url));
}
