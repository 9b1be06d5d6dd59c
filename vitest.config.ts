import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Tests see the sources of the packages, so that no stale build can make them pass.
  resolve: {
    alias: [
      { find: /^@manglecp\/mangle$/, replacement: sourceOf('mangle', 'index.ts') },
      { find: /^@manglecp\/mangle\/threads$/, replacement: sourceOf('mangle', 'threads/threads.ts') },
      { find: /^@manglecp\/protocol$/, replacement: sourceOf('protocol', 'index.ts') },
      { find: /^@manglecp\/server$/, replacement: sourceOf('server', 'index.ts') },
    ],
  },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'test/**/*.test.ts',
      ...(process.env['MANGLE_LONG'] === '1' ? ['packages/*/test/**/*.long.ts'] : []),
    ],
    setupFiles: [fileURLToPath(new URL('test/setup/seed-properties.ts', import.meta.url))],
    pool: 'threads',
    isolate: false,
    // One less is the default, which on a machine with two cores is one.
    maxWorkers: availableParallelism(),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

function sourceOf(name: string, file: string): string {
  return fileURLToPath(new URL(`packages/${name}/src/${file}`, import.meta.url));
}
