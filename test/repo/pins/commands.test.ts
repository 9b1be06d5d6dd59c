import { expect, it } from 'vitest';
import { commands } from '../../../packages/cli/src/command-table.js';
import { packCommands } from '../../../packages/cli/src/manglecp-table.js';
import { metaCommands } from '../../../packages/cli/src/repl/meta-commands.js';

/** The option names of each command; values and descriptions may change. */
const expected = {
  run: [
    '--query',
    '--why',
    '--source',
    '--pretty',
    '--json',
    '--json=values',
    '--csv',
    '--profile',
    '--coverage',
    '--facts',
    '--header',
    '--now',
    '--bounds',
    '--limit',
    '--timeout',
    '--max-intervals',
  ],
  query: [
    '--json=values',
    '--csv',
    '--facts',
    '--header',
    '--now',
    '--bounds',
    '--limit',
    '--timeout',
    '--max-intervals',
  ],
  why: [
    '--all',
    '--ways',
    '--dot',
    '--svg',
    '--json',
    '--output',
    '--facts',
    '--header',
    '--now',
    '--bounds',
    '--limit',
    '--timeout',
    '--max-intervals',
  ],
  'why-not': [
    '--depth',
    '--json',
    '--facts',
    '--header',
    '--now',
    '--bounds',
    '--limit',
    '--timeout',
    '--max-intervals',
  ],
  check: ['--json', '--sarif', '--fix', '--fix-all', '--portable', '--bounds', '--no-bounds'],
  fmt: ['--write', '--check'],
  repl: ['--now', '--bounds', '--limit', '--timeout', '--max-intervals'],
  eval: ['--now', '--bounds', '--limit', '--timeout', '--max-intervals'],
  bench: [
    '--warm',
    '--after',
    '--requests',
    '--passes',
    '--full',
    '--proofs',
    '--now',
    '--bounds',
    '--limit',
    '--timeout',
    '--max-intervals',
  ],
};

it('the command line has exactly these commands and options', () => {
  const actual = commands.map(({ name, options }) => [name, options.map(({ flags }) => /--[a-z-=]+/.exec(flags)?.[0])]);
  expect(Object.fromEntries(actual)).toEqual(expected);
});

it('`manglecp` has exactly these commands and options', () => {
  const actual = packCommands.map(({ name, options }) => [
    name,
    options.map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0]),
  ]);
  expect(Object.fromEntries(actual)).toEqual({
    init: ['--name'],
    serve: ['--port', '--host', '--transport', '--config', '--public-demo', '--log-format', '--no-watch'],
    check: ['--config', '--json', '--reviewed'],
    test: ['--filter', '--config', '--timeout', '--json'],
    explain: ['--tool', '--scenario', '--fact', '--as', '--eval-time', '--config', '--json'],
  });
});

it('the interactive session has exactly these commands', () => {
  expect(Object.keys(metaCommands).sort()).toEqual([
    'facts',
    'help',
    'list',
    'load',
    'quit',
    'reset',
    'save',
    'show',
    'time',
    'undo',
    'why',
    'why-not',
  ]);
});
