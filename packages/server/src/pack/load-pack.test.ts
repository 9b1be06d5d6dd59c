import { symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rows } from '@manglecp/mangle';
import { describe, expect, it } from 'vitest';
import { loadPack, reloadPack } from './load-pack.js';
import { renderProblems } from './render-problems.js';
import { ask, brief, intent, loadTiny, problemsOf, tinyConfig, writeFiles, writePack } from './tiny-pack.suite.js';

describe('a pack', () => {
  it('needs nothing but its configuration', async () => {
    const pack = await loadTiny({});
    expect(pack.config.name).toBe('tiny');
    expect(pack.actions.size).toBe(0);
    expect(pack.warnings).toEqual([]);
    expect(pack.degraded).toEqual([]);
  });

  it('CONF-006 has layers that are files, or folders of files', async () => {
    const pack = await loadTiny({
      'schema/a.mg': 'Decl p(X) descr [open("domain")] bound [/string].',
      'schema/b.mg': 'Decl q(X) descr [open("policy")] bound [/string].',
      'schema/README.md': 'What is here.',
      'policy.mg': 'q("one").',
      'domain/rules.mg': 'p(X) :- q(X).',
    });
    expect(rows(ask(pack, []), 'p/1')).toEqual([['one']]);
  });

  it('states what the host knows', async () => {
    const pack = await loadTiny({
      'policy.mg': 'high_risk_effect("network"). permitted_intent("anonymous", N) :- intent_type(_, N).',
      'actions.js':
        "export const actions = { act: { description: 'x', input: { type: 'object' }, effects: ['network', 'database'], run() {} } };",
    });
    const evaluation = ask(pack, []);
    expect(rows(evaluation, 'tool_registered/1')).toEqual([['act']]);
    expect(rows(evaluation, 'action_effect/2')).toEqual([
      ['act', 'database'],
      ['act', 'network'],
    ]);
    expect(rows(evaluation, 'policy_defines/1').flat()).toEqual(['high_risk_effect', 'permitted_intent']);
    expect(rows(evaluation, 'server_has_capability/1').flat()).toContain('temporal');
    expect(rows(evaluation, 'server_config/2')).toContainEqual(['domain', 'tiny']);
  });

  it('keeps warnings about its own rules and its configuration', async () => {
    const pack = await loadTiny({
      'manglecp.json': { ...tinyConfig, version: '1' },
      'domain.mg': 'p(/a). q(X) :- p(X), X = "a", X != X.',
    });
    expect(pack.warnings[0]).toMatchObject({ file: 'manglecp.json', severity: 'warning' });
    expect(pack.warnings.slice(1).every(({ file }) => file === 'domain.mg')).toBe(true);
    expect(pack.warnings.length).toBeGreaterThan(1);
  });

  it('has booleans where it says /bool', async () => {
    const pack = await loadTiny({
      'schema.mg': 'Decl flag(Flag) descr [direction("input")] bound [/bool].\nDecl flags(All) bound [.List</bool>].',
      'domain.mg': 'macro_tool("m", "full") :- flag(/true), flags(_).',
      'facts/more.mg': 'flag(/false). flags([/true, /false]).',
    });
    expect(pack.warnings).toEqual([]);
    expect(pack.declarations.find(({ predicate }) => predicate === 'flag')?.arg_types).toEqual(['boolean']);
    const evaluation = ask(pack, [...intent('go'), { predicate: 'flag', args: [true] }]);
    expect(rows(evaluation, 'final_selected/3').length).toBe(1);
  });
});

describe('a pack is refused', () => {
  it.each([
    ['that is not there', () => loadPack('/nowhere/at/all'), ['no-pack /nowhere/at/all']],
    ['that is a file', () => loadPack(import.meta.filename), [`no-pack ${import.meta.filename}`]],
  ])('%s', async (_, load, expected) => {
    const loaded = await load();
    expect('problems' in loaded && brief(loaded.problems)).toEqual(expected);
  });

  it.each([
    ['with a pipeline of its own', { 'pipeline/01.mg': '' }, ['pipeline pipeline']],
    ['with a pipeline file', { 'pipeline.mg': '' }, ['pipeline pipeline.mg']],
    ['with a layer that is a file and a folder', { 'domain.mg': '', 'domain/a.mg': '' }, ['two-layers domain.mg']],
    ['with rules that belong to no layer', { 'rules.mg': 'p(1).' }, ['stray-rules rules.mg']],
    ['with something else in a layer', { 'domain/notes.txt': '' }, ['stray-file domain/notes.txt']],
    ['with folders in a layer', { 'domain/more/a.mg': '' }, ['stray-file domain/more']],
    ['with rules that are not UTF-8', { 'domain.mg': new Uint8Array([0x70, 0xff]) }, ['not-utf8 domain.mg']],
    ['with facts that are not UTF-8', { 'facts/p.csv': new Uint8Array([0x70, 0xff]) }, ['not-utf8 facts/p.csv']],
    ['with a configuration that is not UTF-8', { 'manglecp.json': new Uint8Array([0xff]) }, ['not-utf8 manglecp.json']],
    ['with a mistake in a rule', { 'domain.mg': 'p(X) :- q(X).' }, ['unknown-predicate domain.mg 1']],
    ['with a syntax error', { 'domain.mg': 'p(X :- q(X).' }, ['unclosed-bracket domain.mg 1']],
    [
      'with a negative cycle',
      { 'domain.mg': 'p(X) :- q(X), !r(X).\nr(X) :- q(X), !p(X).\nq(1).' },
      ['negative-cycle domain.mg 1'],
    ],
    ['with two kinds of actions', { 'actions.js': '', 'actions.ts': '' }, ['two-actions actions.ts']],
    [
      'with an intent that needs what clients cannot send',
      { 'manglecp.json': { ...tinyConfig, intents: [{ name: 'go', description: 'x', required_facts: ['p'] }] } },
      ['intent-facts manglecp.json'],
    ],
    [
      'with an intent that needs an output',
      {
        'manglecp.json': { ...tinyConfig, intents: [{ name: 'go', description: 'x', optional_facts: ['p'] }] },
        'schema.mg': 'Decl p(X) descr [direction("output")] bound [/string].',
      },
      ['intent-facts manglecp.json'],
    ],
    [
      'with a misspelled layer in `open`',
      { 'schema.mg': 'Decl p(X) descr [open("domian")] bound [/string].' },
      ['open schema.mg 1'],
    ],
    [
      'that opens something to the server',
      { 'schema.mg': 'Decl p(X) descr [open("pipeline")] bound [/string].' },
      ['open schema.mg 1'],
    ],
  ])('%s', async (_, files, expected) => {
    expect(brief(await problemsOf(files))).toEqual(expected);
  });

  it('with all its problems at once', async () => {
    const problems = await problemsOf({
      'manglecp.json': { ...tinyConfig, limits: { max_message_bytes: 1 } },
      'rules.mg': '',
      'domain.mg': 'excluded("a").\np(X) :- q(X).',
      'actions.js': 'export const actions = { act: {} };',
    });
    expect(new Set(problems.map(({ code }) => code))).toEqual(
      new Set(['config', 'stray-rules', 'not-owner', 'unknown-predicate', 'bad-action']),
    );
  });

  it('if a link leads out of it', async () => {
    const folder = await writePack({ 'domain/a.mg': 'p(1).' });
    const outside = await writePack({ 'b.mg': 'q(1).' });
    await symlink(path.join(outside, 'b.mg'), path.join(folder, 'domain/b.mg'));
    const loaded = await loadPack(folder);
    expect('problems' in loaded && brief(loaded.problems)).toEqual(['outside domain/b.mg']);
  });

  it('if a file is too large', async () => {
    const folder = await writePack({ 'domain.mg': '' });
    await truncate(path.join(folder, 'domain.mg'), 64 * 1024 * 1024 + 1);
    const loaded = await loadPack(folder);
    expect('problems' in loaded && brief(loaded.problems)).toEqual(['file-too-large domain.mg']);
  });

  it('if a link leads nowhere', async () => {
    const folder = await writePack({});
    await symlink('nowhere', path.join(folder, 'domain.mg'));
    const loaded = await loadPack(folder);
    expect('problems' in loaded && brief(loaded.problems)).toEqual(['unreadable domain.mg']);
  });

  it('not if a link stays inside', async () => {
    const folder = await writePack({ 'domain/a.mg': 'p(1).', '.data/b.mg': 'q(1).' });
    await symlink('../.data/b.mg', path.join(folder, 'domain/b.mg'));
    expect(await loadPack(folder)).toHaveProperty('pack');
  });

  it('in words with the lines they are about', async () => {
    const text = renderProblems(await problemsOf({ 'domain.mg': '# Rules.\nexcluded("a").', 'rules.mg': '' }));
    expect(text).toContain('error[stray-rules]: the file belongs to no layer\n --> rules.mg\nhelp: ');
    expect(text).toContain(' --> domain.mg:2:1\n  |\n2 | excluded("a").\n  | ^^^^^^^^^^^^^\nhelp: ');
  });
});

describe('a file over the configuration', () => {
  it('is merged', async () => {
    const folder = await writePack({ 'over.json': { limits: { max_compute_ms: 7 } } });
    const loaded = await loadPack(folder, { configFile: path.join(folder, 'over.json') });
    expect('pack' in loaded && loaded.pack.config.limits.max_compute_ms).toBe(7);
  });

  it('must be there', async () => {
    const folder = await writePack({});
    const loaded = await loadPack(folder, { configFile: path.join(folder, 'none.json') });
    expect('problems' in loaded && loaded.problems.map(({ code }) => code)).toEqual(['unreadable']);
  });
});

describe('a reload', () => {
  const schema = 'Decl p(X) descr [direction("input")] bound [/string].';

  it('SEC-002 ARCH-016 takes changed policy, domain, facts and actions', async () => {
    const pack = await loadTiny({ 'schema.mg': schema, 'domain.mg': 'macro_tool("a", "full").' });
    await writeFiles(pack.folder, { 'domain.mg': 'macro_tool("b", "full").', 'facts/p.mg': 'p("x").' });
    const loaded = await reloadPack(pack);
    if (!('pack' in loaded)) throw new Error(renderProblems(loaded.problems));
    expect(rows(ask(loaded.pack, intent('go')), 'final_selected/3').map(([tool]) => tool)).toEqual(['b']);
    expect(rows(ask(pack, intent('go')), 'final_selected/3').map(([tool]) => tool)).toEqual(['a']);
  });

  it('imports changed actions, and the modules that they import, anew', async () => {
    const actions =
      "import { text } from './text.js'; export const actions = { act: { description: text, input: { type: 'object' }, effects: [], run() {} } };";
    const pack = await loadTiny({ 'actions.js': actions, 'text.js': "export const text = 'old';" });
    expect(pack.actions.get('act')?.description).toBe('old');
    await writeFiles(pack.folder, { 'text.js': "export const text = 'new';" });
    const loaded = await reloadPack(pack);
    expect('pack' in loaded && loaded.pack.actions.get('act')?.description).toBe('new');
  });

  it('keeps modules of which nothing changed, since the host never forgets what it imported', async () => {
    const actions =
      "import { text } from './text.js'; globalThis.imports = (globalThis.imports ?? 0) + 1; export const actions = { act: { description: text, input: { type: 'object' }, effects: [], run() {} } };";
    const imports = (): number => (globalThis as { imports?: number }).imports ?? 0;
    let pack = await loadTiny({ 'actions.js': actions, 'text.js': "export const text = 'old';" });
    const first = imports();
    for (const round of [1, 2]) {
      await writeFiles(pack.folder, { 'domain.mg': `macro_tool("t${round}", "full").` });
      const loaded = await reloadPack(pack);
      if (!('pack' in loaded)) throw new Error(renderProblems(loaded.problems));
      ({ pack } = loaded);
      expect(pack.actions.has('act')).toBe(true);
    }
    expect(imports()).toBe(first);
    await writeFiles(pack.folder, { 'text.js': "export const text = 'new';" });
    await reloadPack(pack);
    expect(imports()).toBe(first + 1);
  });

  it.each([
    ['another type', 'Decl p(X) descr [direction("input")] bound [/number].'],
    ['another direction', 'Decl p(X) descr [direction("both")] bound [/string].'],
    ['another name of an argument', 'Decl p(Y) descr [direction("input")] bound [/string].'],
    ['one more predicate', `${schema}\nDecl q(X) bound [/string].`],
    ['no schema at all', ''],
  ])('ARCH-007 refuses %s in the schema', async (_, changed) => {
    const pack = await loadTiny({ 'schema.mg': schema });
    await writeFiles(pack.folder, { 'schema.mg': changed });
    const loaded = await reloadPack(pack);
    expect('problems' in loaded && loaded.problems).toMatchObject([{ code: 'schema-changed' }]);
    expect('problems' in loaded && loaded.problems[0]?.help).toContain('Restart');
  });

  it('ARCH-007 does not mind comments and layout', async () => {
    const pack = await loadTiny({ 'schema.mg': schema });
    await writeFiles(pack.folder, { 'schema.mg': `# The schema.\n${schema.replaceAll(' ', '\n  ')}\n` });
    expect(await reloadPack(pack)).toHaveProperty('pack');
  });

  it('keeps the file over the configuration', async () => {
    const folder = await writePack({});
    const configFile = path.join(folder, 'over.json');
    await writeFile(configFile, '{ "name": "over" }');
    const loaded = await loadPack(folder, { configFile });
    if (!('pack' in loaded)) throw new Error(renderProblems(loaded.problems));
    const again = await reloadPack(loaded.pack);
    expect('pack' in again && again.pack.config.name).toBe('over');
  });
});
