// `npm run test:real`: real server processes under attack, foreign servers, a browser.
import { runVitest } from './run-vitest.mjs';
import { run, runSteps } from './steps.mjs';

await runSteps([
  ['build', () => run(process.execPath, ['scripts/build.mjs'])],
  ['real processes', () => runVitest(process.argv.slice(2), { config: 'vitest.real.config.ts' })],
]);
