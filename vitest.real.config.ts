import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

/** What starts real processes, foreign servers or a browser: one file after the other, so that figures mean something. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({
    test: { include: ['packages/*/test/**/*.real.ts', 'test/**/*.real.ts'], fileParallelism: false, maxWorkers: 1 },
  }),
);
