import { describe, expect, it } from 'vitest';
import { ownCommand } from './own-command.js';

describe('the command that was started', () => {
  it.each([
    ['npx in the checkout', '/home/ann/code/node_modules/.bin/manglecp', '/home/ann/code', 'npx manglecp'],
    ['npx further inside', '/home/ann/code/node_modules/.bin/manglecp', '/home/ann/code/docs', 'npx manglecp'],
    ['a link on the path', '/usr/local/bin/manglecp', '/home/ann', 'manglecp'],
    [
      'a link of another checkout',
      '/opt/code/node_modules/.bin/manglecp',
      '/home/ann',
      '/opt/code/node_modules/.bin/manglecp',
    ],
    ['a folder whose name begins alike', '/a/node_modules/.bin/manglecp', '/ab', '/a/node_modules/.bin/manglecp'],
    ['its file', '/opt/code/packages/cli/bin/manglecp.js', '/home/ann', 'node /opt/code/packages/cli/bin/manglecp.js'],
    ['a path with a blank', '/opt/my code/bin/manglecp.js', '/home/ann', "node '/opt/my code/bin/manglecp.js'"],
  ])('can be started again as it was: %s', (_, script, cwd, command) => {
    expect(ownCommand({ script, cwd, path: '/usr/bin:/usr/local/bin' })).toBe(command);
  });
});
