// Runs Vitest inside this process and counts single tests.
import { startVitest } from 'vitest/node';
import { TallyReporter } from './tally-reporter.mjs';

/** `filters` are parts of file names; none means every test. `options` are further options of Vitest. */
export async function runVitest(filters = [], options = {}) {
  const counter = new Counter();
  const reporters = ['default', new TallyReporter(), counter];
  const vitest = await startVitest('test', filters, { run: true, watch: false, reporters, ...options });
  await vitest.close();
  return { passed: counter.passed, failed: counter.failed };
}

/** A file that throws at import and an error outside any test count as failures; a skipped test is a failure here. */
class Counter {
  passed = 0;
  failed = 0;

  onTestRunEnd(modules, unhandledErrors) {
    this.failed += unhandledErrors.length;
    if (modules.length === 0) this.failed += 1;
    for (const module of modules) {
      this.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        if (test.result().state === 'passed') this.passed += 1;
        else this.failed += 1;
      }
    }
  }
}
