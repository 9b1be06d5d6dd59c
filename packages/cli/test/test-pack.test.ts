import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { manglecp } from './command.js';

const tools = ['greet', 'hang', 'loop', 'quit', 'shout', 'stray'];

/** Actions that behave, and actions that do not. */
const actions = `const action = (run) => ({ description: 'd', input: { type: 'object' }, effects: ['none'], run });
export const actions = {
  greet: action(() => ({ text: 'hello' })),
  hang: action(() => new Promise(() => {})),
  loop: action(() => { for (;;); }),
  quit: action(() => process.exit(0)),
  shout: action(() => { console.log('SHOUT'); setInterval(() => {}, 1); return {}; }),
  stray: action(() => { void Promise.reject(new Error('lost')); return {}; }),
};
`;

/** A pack with a tool for each action, and scenarios of which each uses one. */
function packWith(scenarios: Readonly<Record<string, unknown>>, extra: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'manglecp-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = { name: 'odd', version: '1.0.0', domain: { id: path.basename(folder) }, intents: [] };
  const rules = tools.map(
    (tool) => `macro_tool("${tool}", "full") :- intent_type(_, "${tool}").
macro_description("${tool}", "${tool}").
macro_step("${tool}", 1, "${tool}", {}).\n`,
  );
  mkdirSync(path.join(folder, 'tests'));
  const files = {
    'manglecp.json': JSON.stringify(config),
    'domain.mg': rules.join(''),
    'actions.js': actions,
    ...extra,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  for (const [file, scenario] of Object.entries(scenarios)) {
    writeFileSync(path.join(folder, 'tests', file), typeof scenario === 'string' ? scenario : JSON.stringify(scenario));
  }
  return folder;
}

function use(tool: string, result: object = {}): object {
  return { name: `use ${tool}`, rounds: [{ intent: { name: tool }, invoke: { tool, expect: { result } } }] };
}

describe('manglecp test', () => {
  it('prints one line a scenario and the sums', async () => {
    const folder = packWith({
      'a.json': use('greet', { text: 'hello' }),
      'b.json': use('greet', { text: 'bye' }),
      'c.json': '{',
    });
    const { code, output, errors } = await manglecp(['test', folder]);
    expect([code, errors, output.split('\n')]).toEqual([
      1,
      '',
      [
        '✓ a.json: use greet',
        '✗ b.json: use greet: round 1: expected result {"text":"bye"}, got {"text":"hello"}',
        '✗ c.json',
        '    error[scenario]: it is no JSON: expected a key in quotes, but the text ends',
        '     --> tests/c.json:1:2',
        '    help: Mend the text at this place.',
        '1 passed, 2 failed',
        '',
      ],
    ]);
  });

  it('prints an entry for each round with --json', async () => {
    const folder = packWith({ 'a.json': use('greet'), 'b.json': use('greet', { text: 'bye' }), 'c.json': '[]' });
    const { code, output } = await manglecp(['test', folder, '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(output)).toEqual([
      { name: 'use greet', round: 1, ok: true, diff: '' },
      { name: 'use greet', round: 1, ok: false, diff: 'expected result {"text":"bye"}, got {"text":"hello"}' },
      { name: 'c.json', round: 0, ok: false, diff: expect.stringContaining('tests/c.json:1:1') },
    ]);
  });

  it('survives code of a pack that hangs, loops, ends the process, prints, and leaves things behind', async () => {
    const folder = packWith(Object.fromEntries(tools.map((tool) => [`${tool}.json`, use(tool)])));
    const { code, output, errors } = await manglecp(['test', folder, '--timeout', '3000']);
    expect(output.split('\n').map((line) => line.slice(0, 60))).toEqual([
      '✓ greet.json: use greet',
      '✗ hang.json: use hang: round 1: no answer within 3000 ms; does an'.slice(0, 60),
      '✗ loop.json: use loop: round 1: code of the pack let nothing else'.slice(0, 60),
      '✗ quit.json: use quit: round 1: code of the pack ended the process'.slice(0, 60),
      '✓ shout.json: use shout',
      '✓ stray.json: use stray',
      '3 passed, 3 failed',
      '',
    ]);
    expect(code).toBe(1);
    expect(errors).toContain('SHOUT');
    expect(errors).toContain('lost');
  });

  it.each([
    ['ends the process', 'process.exit(0);\n', 'code of the pack ended the process'],
    ['never ends', 'for (;;);\n', 'code of the pack let nothing else run'],
    ['is broken', 'const = 1;\n', 'error[import-failed]'],
  ])('says so if a module of the pack %s when it is imported', async (_, code, message) => {
    const folder = packWith({ 'a.json': use('greet') }, { 'actions.js': `${actions}${code}` });
    const done = await manglecp(['test', folder, '--timeout', '3000']);
    expect([done.code, done.output]).toEqual([1, `✗ ${folder}: the pack does not load\n0 passed, 1 failed\n`]);
    expect(done.errors).toContain(message);
  });

  it('runs several packs, names their files, and needs no scenarios', async () => {
    const [one, two, broken] = [
      packWith({ 'a.json': use('greet') }),
      packWith({}),
      packWith({}, { 'domain.mg': 'p(X) :-' }),
    ];
    const good = await manglecp(['test', one, two]);
    const lines = [`✓ ${one}/tests/a.json: use greet`, `${two}/tests has no scenarios`, '1 passed, 0 failed', ''];
    expect([good.code, good.errors, good.output]).toEqual([0, '', lines.join('\n')]);
    const bad = await manglecp(['test', broken, one]);
    expect([bad.code, bad.output.split('\n').at(-2)]).toEqual([1, '1 passed, 1 failed']);
    expect(bad.errors).toContain('domain.mg:1:');
  });

  it('takes a filter, and a filter in vain is no success', async () => {
    const folder = packWith({ 'a.json': use('greet'), 'b.json': use('quit') });
    expect(await manglecp(['test', folder, '--filter', 'GREET'])).toMatchObject({
      code: 0,
      output: '✓ a.json: use greet\n1 passed, 0 failed\n',
    });
    expect(await manglecp(['test', folder, '--filter', 'nothing'])).toMatchObject({
      code: 1,
      output: `no scenario of ${folder}/tests has \`nothing\` in its name\n0 passed, 0 failed\n`,
    });
  });

  it('lets no text of a scenario move the cursor', async () => {
    const folder = packWith({ 'a.json': { name: '\u001b[2J\u202e', rounds: [{ intent: { name: 'x' } }] } });
    expect((await manglecp(['test', folder])).output.split('\n')[0]).toBe('✓ a.json: \\x1b[2J\\u{00202e}');
  });
});
