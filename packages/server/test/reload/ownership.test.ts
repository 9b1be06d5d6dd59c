import { loadPack, type Problem } from '@manglecp/server';
import { afterEach, describe, expect, it } from 'vitest';
import { startCommand } from '../harness/command.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import { startSubject } from '../harness/subject.js';

const packs: PackCopy[] = [];
afterEach(() => {
  for (const pack of packs.splice(0)) pack.dispose();
});

function changed(...additions: readonly (readonly [file: string, text: string])[]): PackCopy {
  const pack = copyPack('guarded');
  packs.push(pack);
  pack.makeFolder('facts');
  for (const [file, text] of additions) pack.write(file, `${fileText(pack, file)}${text}\n`);
  return pack;
}

function fileText(pack: PackCopy, file: string): string {
  return file.startsWith('facts/') ? '' : pack.read(file);
}

async function problemsOf(pack: PackCopy): Promise<readonly Problem[]> {
  const loaded = await loadPack(pack.folder);
  return 'pack' in loaded ? [] : loaded.problems;
}

/** A clause or declaration in a file that may not have it, and the predicate it is about. */
const thefts: readonly (readonly [file: string, text: string, key: string])[] = [
  // The domain against policy.
  ['domain.mg', 'safe_action("open_vault").', 'safe_action/1'],
  ['domain.mg', 'safe_action(Action) :- tool_registered(Action).', 'safe_action/1'],
  ['domain.mg', 'safe_action(A, M, P) :- action_request(A, M, P).', 'safe_action/3'],
  ['domain.mg', 'permitted(A, M, P) :- action_request(A, M, P).', 'permitted/3'],
  ['domain.mg', 'permitted_intent("anonymous", "modify").', 'permitted_intent/2'],
  ['domain.mg', 'permitted_fact("anonymous", "alarm").', 'permitted_fact/2'],
  ['domain.mg', 'intent_allowed(Intent) :- intent_type(_, Intent).', 'intent_allowed/1'],
  ['domain.mg', 'prohibited("look", "x").', 'prohibited/2'],
  // The domain against the phases.
  ['domain.mg', 'final_selected("back_door", 100, "skeleton").', 'final_selected/3'],
  ['domain.mg', 'candidate("back_door", 100, "skeleton").', 'candidate/3'],
  ['domain.mg', 'wanted_tool("back_door").', 'wanted_tool/1'],
  // Everybody against what only the host states.
  ['domain.mg', 'client_has_privilege("secrets").', 'client_has_privilege/1'],
  ['domain.mg', 'client_class("automated").', 'client_class/1'],
  ['policy.mg', 'client_identity("auditor").', 'client_identity/1'],
  ['policy.mg', 'policy_defines("permitted_intent").', 'policy_defines/1'],
  ['policy.mg', 'intent_type("current", "modify").', 'intent_type/2'],
  ['policy.mg', 'final_selected("back_door", 100, "skeleton").', 'final_selected/3'],
  ['schema.mg', 'client_class("automated").', 'client_class/1'],
  // Facts against everybody.
  ['facts/x.mg', 'safe_action("open_vault").', 'safe_action/1'],
  ['facts/x.mg', 'client_has_privilege("secrets").', 'client_has_privilege/1'],
  ['facts/x.mg', 'finding("nothing").', 'finding/1'],
  ['facts/safe_action.csv', 'open_vault', 'safe_action'],
  ['facts/x.json', '[{"pred":"client_class","args":["automated"]}]', 'client_class'],
  ['facts/x.json', '[{"pred":"client_class/1","args":["automated"]}]', 'client_class/1'],
  ['facts/x.json', '[{"pred":"safe_action/1","args":["open_vault"]}]', 'safe_action/1'],
  ['facts/client_class.jsonl', '["automated"]', 'client_class'],
  // Declarations.
  ['domain.mg', 'Decl safe_action(A) descr [open("domain")] bound [/string].', 'safe_action/1'],
  ['domain.mg', 'Decl note(Text) descr [direction("output")] bound [/string].', 'note/1'],
  ['schema.mg', 'Decl safe_action(A) descr [open("domain")] bound [/string].', 'safe_action/1'],
  ['schema.mg', 'Decl client_class(C) descr [direction("input")] bound [/string].', 'client_class/1'],
  ['policy.mg', 'Decl note(Text) descr [direction("output")] bound [/string].', 'note/1'],
];

describe('ownership', () => {
  it.each(thefts)('ARCH-018 ARCH-006 refuses in %s: %s', async (file, text, key) => {
    const problems = await problemsOf(changed([file, text]));
    const [found] = problems.filter(({ code }) => code === 'not-owner');
    expect(found?.file).toContain(file);
    expect(found?.message).toContain(`\`${key}\``);
    expect(found?.help).toMatch(/\S/);
  });

  it('ARCH-018 lets each layer write what is open to it', async () => {
    const pack = changed(
      ['policy.mg', 'safe_action("open_vault").'],
      ['domain.mg', 'macro_tool("force_vault", "full") :- intent_type(_, "observe").'],
      ['domain.mg', 'requires_privilege("look", "secrets").'],
      ['facts/x.mg', 'trusted_text("by the operator").'],
    );
    expect(await problemsOf(pack)).toEqual([]);
  });

  it('ARCH-017 SEC-037 refuses to let clients send what the host keeps for itself', async () => {
    const pack = changed(['schema.mg', 'Decl _manglecp_root(X) descr [direction("input")] bound [/string].']);
    expect(await problemsOf(pack)).not.toEqual([]);
  });

  it('ARCH-018 is not served', async () => {
    const pack = changed(['domain.mg', 'safe_action("open_vault").']);
    await expect(startSubject('memory', { pack: pack.folder })).rejects.toThrow(/not-owner/);
  });
});

describe('the command', () => {
  it('ARCH-018 ARCH-006 tells all of them at once, with place and help, and does not serve', async () => {
    const pack = changed(
      ['domain.mg', 'safe_action("open_vault").\n  client_class("automated").'],
      ['policy.mg', 'client_identity("auditor").'],
      ['facts/x.json', '[{"pred":"client_class/1","args":["automated"]}]'],
    );
    const line = (file: string, text: string): number =>
      pack
        .read(file)
        .split('\n')
        .findLastIndex((each) => each.includes(text)) + 1;
    const [checked, served] = await Promise.all([
      startCommand(['check', '--json', pack.folder]).finished,
      startCommand(['serve', pack.folder, '--port', '0']).finished,
    ]);
    expect({ code: checked.code, errors: checked.errors }).toEqual({ code: 1, errors: '' });
    const problems = JSON.parse(checked.output) as Record<string, unknown>[];
    const stolen = problems.filter(({ code }) => code === 'not-owner');
    expect(stolen).toHaveLength(3);
    for (const { severity, help } of stolen) {
      expect(severity).toBe('error');
      expect(help).toMatch(/\S/);
    }
    const places = stolen.map(({ file, line: at, column }) => [file, at, column]);
    expect(places).toContainEqual(['domain.mg', line('domain.mg', 'safe_action("open_vault")'), 1]);
    expect(places).toContainEqual(['domain.mg', line('domain.mg', 'client_class('), 3]);
    expect(places).toContainEqual(['policy.mg', line('policy.mg', 'client_identity("auditor")'), 1]);
    expect({ code: served.code, output: served.output }).toEqual({ code: 1, output: '' });
    expect(served.errors).toMatch(/error\[not-owner\].*safe_action\/1/);
    expect(served.errors).not.toMatch(/ready|^\s+at /m);
  });
});
