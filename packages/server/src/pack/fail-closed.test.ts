import { mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPack, reloadPack } from './load-pack.js';
import type { Pack } from './pack.js';
import { brief, type Files, loadTiny, writeFiles, writePack } from './tiny-pack.suite.js';

const guarded: Files = {
  'policy.mg': 'safe_action("look").\nprohibited("open_vault", "closed").\n',
  'domain.mg': 'macro_tool("open_vault", "full").\n',
};

const inFolder: Files = {
  'policy/actions.mg': 'safe_action("look").\n',
  'policy/tools.mg': 'prohibited("open_vault", "closed").\n',
  'domain.mg': 'macro_tool("open_vault", "full").\n',
};

type Attack = (folder: string) => Promise<unknown>;

const at = (folder: string, file: string): string => path.join(folder, file);

/** What can happen to a file, such that it cannot be read or says nothing. */
const damages: readonly (readonly [title: string, attack: (file: string) => Promise<unknown>, code: string])[] = [
  ['emptied', (file) => truncate(file), 'empty-policy'],
  ['written up to its first comment', (file) => writeFile(file, '# What may be done.\n'), 'empty-policy'],
  ['written up to the middle of a clause', (file) => writeFile(file, 'safe_action("loo'), 'unterminated-string'],
  ['a folder', (file) => rm(file).then(() => mkdir(file)), 'not-a-file'],
  ['a link that leads nowhere', (file) => rm(file).then(() => symlink('nowhere', file)), 'unreadable'],
  ['a link to itself', (file) => rm(file).then(() => symlink(path.basename(file), file)), 'unreadable'],
  ['a link that leads out', (file) => rm(file).then(() => symlink('/etc/hostname', file)), 'outside'],
  ['no UTF-8', (file) => writeFile(file, new Uint8Array([0x70, 0xff])), 'not-utf8'],
  ['too large', (file) => truncate(file, 64 * 1024 * 1024 + 1), 'file-too-large'],
];

async function codesOf(load: Promise<Awaited<ReturnType<typeof loadPack>>>): Promise<readonly (string | undefined)[]> {
  const loaded = await load;
  return 'pack' in loaded ? ['served'] : loaded.problems.map(({ code }) => code);
}

async function attacked(files: Files, attack: Attack): Promise<Pack> {
  const pack = await loadTiny(files);
  await attack(pack.folder);
  return pack;
}

describe('a policy', () => {
  it.each(damages)('that is %s keeps a pack from being served, and a changed one, too', async (_, attack, code) => {
    const pack = await attacked(guarded, (folder) => attack(at(folder, 'policy.mg')));
    expect(await codesOf(loadPack(pack.folder))).toContain(code);
    expect(await codesOf(reloadPack(pack))).toContain(code);
  });

  it.each(damages.filter(([, , code]) => code !== 'not-a-file'))(
    'of which one file is %s keeps both from being served',
    async (_, attack, code) => {
      const pack = await attacked(inFolder, (folder) => attack(at(folder, 'policy/tools.mg')));
      expect(await codesOf(loadPack(pack.folder))).toContain(code);
      expect(await codesOf(reloadPack(pack))).toContain(code);
    },
  );

  it.each<[string, Attack, string]>([
    ['is empty', (folder) => rm(at(folder, 'policy')).then(() => mkdir(at(folder, 'policy'))), 'empty-policy'],
    ['is a file', (folder) => rm(at(folder, 'policy')).then(() => writeFile(at(folder, 'policy'), '')), 'not-a-folder'],
    [
      'leads nowhere',
      (folder) => rm(at(folder, 'policy')).then(() => symlink('x', at(folder, 'policy'))),
      'unreadable',
    ],
    [
      'is a loop',
      (folder) => rm(at(folder, 'policy')).then(() => symlink('policy', at(folder, 'policy'))),
      'unreadable',
    ],
    ['has another case', (folder) => rename(at(folder, 'policy'), at(folder, 'Policy')), 'stray-rules'],
  ])('whose folder %s keeps both from being served', async (_, attack, code) => {
    const pack = await attacked(inFolder, async (folder) => {
      await rename(at(folder, 'policy'), at(folder, '.kept'));
      await symlink('.kept', at(folder, 'policy'));
      await attack(folder);
    });
    expect(await codesOf(loadPack(pack.folder))).toContain(code);
    expect(await codesOf(reloadPack(pack))).toContain(code);
  });

  it('that is made of declarations alone says nothing', async () => {
    const folder = await writePack({ 'policy/a.mg': 'Decl p(X) bound [/string].\n', 'policy/b.mg': '# Later.\n' });
    expect(await codesOf(loadPack(folder))).toEqual(['empty-policy', 'empty-policy']);
  });

  it.each<[string, Files, Attack]>([
    ['the file', guarded, (folder) => rm(at(folder, 'policy.mg'))],
    ['the folder', inFolder, (folder) => rm(at(folder, 'policy'), { recursive: true })],
    ['the name of the file', guarded, (folder) => rename(at(folder, 'policy.mg'), at(folder, 'policy.mg.bak'))],
  ])('that is served is not lost with %s', async (_, files, attack) => {
    const pack = await attacked(files, attack);
    expect(await codesOf(reloadPack(pack))).toEqual(['policy-gone']);
  });

  it.each<[string, Files, Attack, string]>([
    ['its end', guarded, (folder) => writeFiles(folder, { 'policy.mg': 'safe_action("look").\n' }), 'prohibited/2'],
    [
      'its beginning',
      guarded,
      (folder) => writeFiles(folder, { 'policy.mg': 'prohibited("open_vault", "y").\n' }),
      'safe_action/1',
    ],
    ['one of its files', inFolder, (folder) => rm(at(folder, 'policy/tools.mg')), 'prohibited/2'],
  ])('that is served does not lose %s', async (_, files, attack, predicate) => {
    const pack = await attacked(files, attack);
    const loaded = await reloadPack(pack);
    expect('problems' in loaded && loaded.problems).toMatchObject([
      { code: 'policy-lost', message: `policy has no clause for \`${predicate}\` any more` },
    ]);
  });

  it('may be written anew where it is, with other rules for what it decides', async () => {
    const pack = await attacked(guarded, (folder) => {
      const rules = 'closed("open_vault").\nprohibited(T, "closed") :- closed(T).\nsafe_action("read").\n';
      return writeFiles(folder, { 'policy.mg': rules });
    });
    expect(await codesOf(reloadPack(pack))).toEqual(['served']);
  });

  /** Two files with clauses for the same predicate, so that each can be lost without anything being undecided. */
  const kept = 'requires_privilege("show_stock", "admin").\n';
  const secret = 'requires_privilege("open_vault", "admin").\nrequires_privilege(T, "admin") :- T = "open_vault".\n';
  const twoFiles: Files = {
    'policy/a.mg': kept,
    'policy/b.mg': secret,
    'domain.mg': 'macro_tool("open_vault", "full").\nmacro_tool("show_stock", "full").\n',
  };

  it.each<[string, Attack]>([
    ['deleted', (folder) => rm(at(folder, 'policy/b.mg'))],
    ['called b.md', (folder) => rename(at(folder, 'policy/b.mg'), at(folder, 'policy/b.md'))],
    ['hidden', (folder) => rename(at(folder, 'policy/b.mg'), at(folder, 'policy/.b.mg'))],
    [
      'replaced by a link to another',
      (folder) => rm(at(folder, 'policy/b.mg')).then(() => symlink('a.mg', at(folder, 'policy/b.mg'))),
    ],
    ['a copy of another', (folder) => writeFiles(folder, { 'policy/b.mg': kept })],
    [
      'moved, but for one clause',
      async (folder) => {
        await rm(at(folder, 'policy/b.mg'));
        await writeFiles(folder, { 'policy/c.mg': secret.split('\n')[1] ?? '' });
      },
    ],
    [
      'lost with its folder',
      async (folder) => {
        await rm(at(folder, 'policy'), { recursive: true });
        await writeFiles(folder, { 'policy.mg': kept });
      },
    ],
    [
      'not in the folder that its folder is a link to',
      async (folder) => {
        await rm(at(folder, 'policy'), { recursive: true });
        await writeFiles(folder, { 'other/a.mg': kept });
        await symlink('other', at(folder, 'policy'));
      },
    ],
  ])('that is served is kept if one of its files is %s', async (_, attack) => {
    const pack = await attacked(twoFiles, attack);
    const loaded = await reloadPack(pack);
    expect('problems' in loaded && loaded.problems).toMatchObject([{ code: 'policy-file-lost', file: 'policy/b.mg' }]);
    // Who starts the server anew means it.
    expect(await codesOf(loadPack(pack.folder))).toEqual(['served']);
  });

  it.each<[string, Attack]>([
    ['renamed', (folder) => rename(at(folder, 'policy/b.mg'), at(folder, 'policy/c.mg'))],
    [
      'merged and laid out anew',
      async (folder) => {
        await rm(at(folder, 'policy'), { recursive: true });
        const rest = 'requires_privilege(T, "admin") :-\n  T = "open_vault".  # So.\n';
        await writeFiles(folder, { 'policy.mg': `${rest}requires_privilege( "open_vault" , "admin" ).\n${kept}` });
      },
    ],
    [
      'split',
      async (folder) => {
        await rm(at(folder, 'policy/b.mg'));
        const [one = '', other = ''] = secret.split('\n');
        await writeFiles(folder, { 'policy/c.mg': one, 'policy/d.mg': other });
      },
    ],
    ['edited', (folder) => writeFiles(folder, { 'policy/b.mg': 'requires_privilege("open_vault", "boss").\n' })],
  ])('may have one of its files %s', async (_, attack) => {
    expect(await codesOf(reloadPack(await attacked(twoFiles, attack)))).toEqual(['served']);
  });

  const spread: Files = {
    'schema.mg': 'Decl denied(User) descr [open("domain")] bound [/string].\n',
    'policy.mg': 'prohibited("open_vault", "denied") :- client_identity(U), denied(U).\n',
    'domain/a.mg': 'macro_tool("open_vault", "full").\ndenied("eve").\n',
    'domain/b.mg': 'requires_privilege("open_vault", "admin").\n',
    'facts/a.mg': 'denied("mallory").\n',
    'facts/denied.csv': 'trudy\noscar\n',
  };

  it.each(['domain/a.mg', 'domain/b.mg', 'facts/a.mg', 'facts/denied.csv'])(
    'that is served is not left without what %s says',
    async (file) => {
      const pack = await attacked(spread, (folder) => rm(at(folder, file)));
      const loaded = await reloadPack(pack);
      expect('problems' in loaded && loaded.problems).toMatchObject([{ code: 'policy-file-lost', file }]);
    },
  );

  it('may read facts that moved, and changed where they are', async () => {
    const pack = await attacked(spread, async (folder) => {
      await rm(at(folder, 'facts/a.mg'));
      await writeFiles(folder, { 'facts/denied.csv': 'mallory\ntrudy\n' });
    });
    expect(await codesOf(reloadPack(pack))).toEqual(['served']);
  });

  const byFacts: Files = {
    'schema.mg': 'Decl blocked(Tool) descr [open("domain")] bound [/string].\n',
    'policy.mg': 'closed(T) :- blocked(T).\nprohibited(T, "blocked") :- closed(T).\n',
    'domain.mg': 'macro_tool("open_vault", "full").\n',
    'facts/blocked.csv': 'open_vault\n',
  };

  it.each<[string, Attack]>([
    ['deleted', (folder) => rm(at(folder, 'facts'), { recursive: true })],
    ['emptied', (folder) => truncate(at(folder, 'facts/blocked.csv'))],
  ])('that is served is not left without the facts it reads if they are %s', async (_, attack) => {
    const pack = await attacked(byFacts, attack);
    expect(await codesOf(reloadPack(pack))).toEqual(['policy-lost']);
    expect(await codesOf(loadPack(pack.folder))).toEqual(['served']);
  });

  it('that is served is not left without the rules of the domain that it reads', async () => {
    const files = {
      'schema.mg': 'Decl guarded(Tool) descr [open("domain")] bound [/string].\n',
      'policy.mg': 'requires_privilege(T, "admin") :- guarded(T).\n',
      'domain/guards.mg': 'vault("open_vault").\nguarded(T) :- vault(T).\n',
      'domain/tools.mg': 'macro_tool("open_vault", "full").\n',
    };
    const pack = await attacked(files, (folder) => rm(at(folder, 'domain/guards.mg')));
    expect(await codesOf(reloadPack(pack))).toEqual(['policy-lost']);
  });

  it('may stop reading facts that are gone', async () => {
    const pack = await attacked(byFacts, async (folder) => {
      await rm(at(folder, 'facts'), { recursive: true });
      await writeFiles(folder, { 'policy.mg': 'prohibited("open_vault", "closed").\n' });
    });
    expect(await codesOf(reloadPack(pack))).toEqual(['served']);
  });

  it('need not be there, which is a warning', async () => {
    const loaded = await loadPack(await writePack({}));
    expect('pack' in loaded && brief(loaded.pack.warnings)).toEqual(['no-policy policy.mg']);
    expect('pack' in loaded && (await codesOf(reloadPack(loaded.pack)))).toEqual(['served']);
  });

  const actions = `export const actions = {
    look: { description: 'Looks.', input: { type: 'object' }, effects: [], run: () => ({}) },
  };`;

  it('that lists no actions permits them all, which is a warning', async () => {
    const warnings = async (policy: string): Promise<readonly string[]> =>
      brief((await loadTiny({ 'policy.mg': policy, 'actions.js': actions })).warnings);
    expect(await warnings('prohibited("open_vault", "closed").')).toContain('actions-unlisted policy.mg');
    for (const listed of ['safe_action("look").', 'permitted("look", T, P) :- action_request("look", T, P).']) {
      expect(await warnings(listed)).toEqual([]);
    }
  });

  it('is warned of a variable that joins nothing: it may permit to all what was meant for one', async () => {
    const actions = 'safe_action("look").\n';
    const rule = 'permitted_intent("authenticated", "work") :- client_identity(Who).\n';
    const { warnings } = await loadTiny({ 'policy.mg': `${actions}${rule}` });
    expect(brief(warnings)).toContain('variable-used-once policy.mg 2');
    const named = await loadTiny({ 'policy.mg': `${actions}${rule.replace('Who', '_')}` });
    expect(brief(named.warnings)).not.toContain('variable-used-once policy.mg 2');
  });

  it('may come later', async () => {
    const pack = await attacked({}, (folder) => writeFiles(folder, { 'policy.mg': 'safe_action("look").\n' }));
    expect(await codesOf(reloadPack(pack))).toEqual(['served']);
  });
});

describe('a folder that cannot be read', () => {
  it.each([
    ['schema', 'not-a-folder'],
    ['domain', 'not-a-folder'],
    ['facts', 'not-a-folder'],
    ['skills', 'not-a-folder'],
  ])('is not an empty one: %s', async (name, code) => {
    const asFile = await writePack({ 'policy.mg': 'safe_action("a").', [name]: '' });
    expect(await codesOf(loadPack(asFile))).toEqual([code]);
    const asLink = await writePack({ 'policy.mg': 'safe_action("a").' });
    await symlink('nowhere', at(asLink, name));
    expect(await codesOf(loadPack(asLink))).toEqual(['unreadable']);
  });

  it('is the pack itself', async () => {
    const folder = await writePack({});
    await symlink('loop', at(folder, 'loop'));
    expect(await codesOf(loadPack(at(folder, 'loop')))).toEqual(['unreadable']);
    expect(await codesOf(loadPack(at(folder, 'manglecp.json/below')))).toEqual(['unreadable']);
  });

  it('is none of the pack’s business if it has another name', async () => {
    const folder = await writePack({ 'policy.mg': 'safe_action("a").' });
    await symlink('nowhere', at(folder, 'notes'));
    expect(await codesOf(loadPack(folder))).toEqual(['served']);
  });
});
