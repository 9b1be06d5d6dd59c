import { describe, expect, it } from 'vitest';
import { loadTiny, problemsOf } from './tiny-pack.suite.js';

const context = { signal: new AbortController().signal, progress: () => undefined, now: 0 };

/** A module with one action, whose members are given as source text. */
function module(members: Readonly<Record<string, string>>): string {
  const all = { description: "'x'", input: "{ type: 'object' }", effects: "['none']", run: '() => 1', ...members };
  const text = Object.entries(all).map(([key, value]) => `'${key}': ${value}`);
  return `export const actions = { act: { ${text.join()} } };`;
}

describe('actions', () => {
  it('are taken as they are', async () => {
    const { actions } = await loadTiny({
      'actions.js': module({
        input: "{ type: 'object', properties: { n: { type: 'integer' } } }",
        output: "{ type: 'object' }",
        effects: "['network', 'database', 'network']",
        idempotent: 'true',
        run: 'async ({ n }, { now }) => ({ sum: n + now })',
      }),
    });
    const act = actions.get('act');
    expect(act).toMatchObject({
      name: 'act',
      description: 'x',
      input: { type: 'object', properties: { n: { type: 'integer' } } },
      output: { type: 'object' },
      effects: ['database', 'network'],
      idempotent: true,
    });
    expect(await act?.run({ n: 2 }, { ...context, now: 5 })).toEqual({ sum: 7 });
  });

  it('C-26 have the effect none if they list none, and are not idempotent unless they say so', async () => {
    const { actions } = await loadTiny({ 'actions.js': module({ effects: '[]' }) });
    expect(actions.get('act')).toMatchObject({ effects: ['none'], idempotent: false });
  });

  it('may be TypeScript, with types that are not checked and modules beside it', async () => {
    const { actions } = await loadTiny({
      'actions.ts': `import { text } from './lib/text.ts'; interface Args { n: number }
        export const actions = { act: { description: text, input: { type: 'object' } as const, effects: [] as string[],
          run: ({ n }: Args): number => n + 1 } };`,
      'lib/text.ts': 'export const text: string = "from TypeScript";',
    });
    expect(actions.get('act')?.description).toBe('from TypeScript');
    expect(actions.get('act')?.run({ n: 1 }, context)).toBe(2);
  });

  it('know where they lie, and find modules of Node', async () => {
    const { actions } = await loadTiny({
      'actions.js': `import { readFileSync } from 'node:fs'; ${module({ run: "() => readFileSync(new URL('./data.txt', import.meta.url), 'utf8')" })}`,
      'data.txt': 'data',
    });
    expect(actions.get('act')?.run({}, context)).toBe('data');
  });

  it('find packages beside the pack', async () => {
    const { actions } = await loadTiny({
      'actions.js': `import { word } from 'some-package'; ${module({ run: '() => word' })}`,
      'node_modules/some-package/package.json': { name: 'some-package', type: 'module', exports: './main.js' },
      'node_modules/some-package/main.js': "export const word = 'found';",
    });
    expect(actions.get('act')?.run({}, context)).toBe('found');
  });

  it('may be absent from a module', async () => {
    expect((await loadTiny({ 'actions.js': 'export const other = 1;' })).actions.size).toBe(0);
  });

  it.each([
    ['a description', { description: '5' }],
    ['an input', { input: 'undefined' }],
    ['an input that is an object', { input: "{ type: 'string' }" }],
    ['an input of known types', { input: "{ type: 'object', properties: { a: { type: 'strng' } } }" }],
    ['an input of patterns that are some', { input: "{ type: 'object', properties: { a: { pattern: '(' } } }" }],
    ['an input that is data', { input: "{ type: 'object', default: () => 1 }" }],
    [
      'an input that is finite',
      { input: "(() => { const a = { type: 'object' }; a.properties = { a }; return a; })()" },
    ],
    ['an output that is a schema', { output: "{ type: 'strng' }" }],
    ['a list of effects', { effects: "'none'" }],
    ['known effects', { effects: "['netwrok']" }],
    ['effects that are texts', { effects: '[5]' }],
    ['MACRO-037 none alone', { effects: "['none', 'network']" }],
    ['a truth value', { idempotent: "'yes'" }],
    ['a function', { run: '5' }],
    ['no other members', { effect: "['network']" }],
  ])('need %s', async (_, members) => {
    expect((await problemsOf({ 'actions.js': module(members) })).map(({ code }) => code)).toEqual(['bad-action']);
  });

  it.each([
    ['is no object', 'export const actions = [];', 'bad-action'],
    ['has an action that is none', 'export const actions = { act: null };', 'bad-action'],
    ['does not parse', 'export const actions = {', 'import-failed'],
    ['throws', "throw new Error('no database');", 'import-failed'],
    ['imports what is not there', "import './nowhere.js';", 'import-failed'],
    ['imports a package that is not there', "import 'no-such-package-anywhere';", 'import-failed'],
  ])('a module that %s is told', async (_, text, code) => {
    const problems = await problemsOf({ 'actions.js': text });
    expect(problems.map((problem) => [problem.code, problem.file])).toEqual([[code, 'actions.js']]);
  });

  it('tell where they do not parse', async () => {
    expect(await problemsOf({ 'actions.ts': '\nexport const = 1;' })).toMatchObject([{ file: 'actions.ts', line: 2 }]);
  });

  it('are refused if their schema refers to itself without an end', async () => {
    const input = "{ type: 'object', allOf: [{ $ref: '#' }] }";
    expect(await problemsOf({ 'actions.js': module({ input }) })).toMatchObject([
      { code: 'bad-action', message: expect.stringContaining('refers to itself') as unknown },
    ]);
  });

  it('are served with a warning if a pattern may take long', async () => {
    const input = `{ type: 'object', properties: { pattern: { pattern: '^(?=(a+)+$)b' }, ok: { pattern: '^(a+)+$' } },
      patternProperties: { '^(x+)+$': {}, '^x-[a-z]+$': {} }, default: { pattern: '(?=a)' } }`;
    const { warnings } = await loadTiny({ 'actions.js': module({ input }) });
    expect(warnings.filter(({ code }) => code === 'slow-pattern')).toMatchObject([
      { severity: 'warning', file: 'actions.js', message: expect.stringContaining('`^(?=(a+)+$)b`') as unknown },
      { severity: 'warning', file: 'actions.js', message: expect.stringContaining('`^(x+)+$`') as unknown },
    ]);
  });
});

describe('a module without actions that can be read', () => {
  const domain = 'macro_step("see", 1, "look", {}).\n';
  const action = "{ description: 'Looks.', input: { type: 'object' }, effects: [] }";

  it.each([
    ['that exports none', 'const actions = {};', 'it does not export `actions`'],
    ['that exports them as default', 'export default {};', 'it has a default export, and no `actions`'],
    ['with a broken one', `export const actions = { look: ${action} };`, 'the action `look`: `run` is no function'],
    ['that ends too early', 'export const actions = {', 'Expected identifier but found end of file'],
  ])('%s is told once, and not where rules use them', async (_, text, message) => {
    const problems = await problemsOf({ 'actions.js': text, 'domain.mg': domain });
    expect(problems.map((each) => each.message)).toEqual([message]);
  });
});
