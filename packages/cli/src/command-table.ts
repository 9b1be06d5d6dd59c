import type { Command } from './commands/command.js';
import { benchCommand } from './commands/bench.js';
import { checkCommand } from './commands/check.js';
import { evalCommand } from './commands/eval.js';
import { fmtCommand } from './commands/fmt.js';
import { queryCommand } from './commands/query.js';
import { replCommand } from './commands/repl.js';
import { runCommand } from './commands/run.js';
import { whyCommand } from './commands/why.js';
import { whyNotCommand } from './commands/why-not.js';

/** Every command of `mangle`, in the order of its help. */
export const commands: readonly Command[] = [
  runCommand,
  queryCommand,
  whyCommand,
  whyNotCommand,
  checkCommand,
  fmtCommand,
  replCommand,
  evalCommand,
  benchCommand,
];
