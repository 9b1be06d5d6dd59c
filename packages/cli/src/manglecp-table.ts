import type { Command } from './commands/command.js';
import { checkPackCommand } from './serving/check-pack.js';
import { serveCommand } from './serving/serve.js';

/** Every command of `manglecp`, in the order of its help. */
export const packCommands: readonly Command[] = [serveCommand, checkPackCommand];
