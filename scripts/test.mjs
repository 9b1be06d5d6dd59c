// `npm test`: everything that is checked before a change goes in.
import { runLint } from './lint.mjs';
import { runVitest } from './run-vitest.mjs';
import { run, runSteps, runTool } from './steps.mjs';

await runSteps([
  ['build', () => run(process.execPath, ['scripts/build.mjs'])],
  ['types of sources and tests', () => runTool('typescript/bin/tsc', '-p', 'tsconfig.check.json')],
  ['format', () => runTool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')],
  ['lint', runLint],
  ...['mangle', 'protocol', 'server', 'cli'].map((name) => [
    `package @manglecp/${name}`,
    () => runTool('publint/src/cli.js', `packages/${name}`, '--strict'),
  ]),
  ['bundle size', () => run(process.execPath, ['scripts/bundle-size.mjs'])],
  ['tests', () => runVitest()],
]);
