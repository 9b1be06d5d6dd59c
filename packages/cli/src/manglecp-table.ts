import type { Command } from './commands/command.js';
import { checkPackCommand } from './serving/check-pack.js';
import { explainCommand } from './serving/explain.js';
import { initPackCommand } from './serving/init-pack.js';
import { serveCommand } from './serving/serve.js';
import { testPackCommand } from './serving/test-pack.js';

/** Every command of `manglecp`, in the order of its help. */
export const packCommands: readonly Command[] = [
  initPackCommand,
  serveCommand,
  checkPackCommand,
  testPackCommand,
  explainCommand,
];
