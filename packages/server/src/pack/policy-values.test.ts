import { describe, expect, it } from 'vitest';
import { loadPack } from './load-pack.js';
import { type Files, writePack } from './tiny-pack.suite.js';

const files: Files = {
  'schema.mg': `Decl card(Member, Kind) bound [/string, /string].
Decl closed(Day) temporal bound [/string].
Decl blocked(Member) bound [/string].
Decl shelf(Name) bound [/string].
Decl seen(Member) descr [direction("input")] bound [/string].
`,
  'facts/card.csv': 'M1,adult\nM2,child\n',
  'facts/shelf.csv': 'shelf_1\nshelf_2\n',
  'facts/days.mg': 'closed("sunday")@[2020-01-05T00:00:00Z, 2020-01-06T00:00:00Z].\n',
  'domain.mg': 'macro_tool("lend", "full") :- intent_type(_, _).\n',
};

/** What `check` says of a pack with this clause in its policy, and whether the pack is served. */
async function verdict(clause: string): Promise<readonly string[]> {
  const loaded = await loadPack(await writePack({ ...files, 'policy.mg': `safe_action("look").\n${clause}\n` }));
  const problems = 'pack' in loaded ? loaded.pack.warnings : loaded.problems;
  // Of what else is in the pack for the sake of others, nothing is asked here.
  const told = problems.filter(({ code = '' }) => !['unknown-action', 'unread-predicate'].includes(code));
  return told.map(({ code, severity = 'error', help = '' }) =>
    `${severity} ${code} ${/Did you mean[^?]*/.exec(help)?.[0] ?? ''}`.trim(),
  );
}

describe('a condition of policy that no fact of the pack meets', () => {
  it.each([
    ['another case', 'prohibited("lend", "no") :- card(_, "Child").', 'error unknown-value Did you mean "child"'],
    ['a slip', 'prohibited("lend", "no") :- card(_, "chlid").', 'error unknown-value Did you mean "child"'],
    [
      'a slip in an equation',
      'prohibited("lend", "no") :- card(_, K), K = "chlid".',
      'error unknown-value Did you mean "child"',
    ],
    [
      'a slip that permits',
      'sees_policy() :- card(M, _), !card(M, "chlid").',
      'error unknown-value Did you mean "child"',
    ],
    [
      'a slip of its own',
      'limit("lend", 3). prohibited("lend", "no") :- limit("lendd", _).',
      'error unknown-value Did you mean "lend"',
    ],
    ['another word of a series', 'prohibited("lend", "no") :- shelf("shelf_7").', 'warning unknown-value'],
    ['a word two letters off', 'prohibited("lend", "no") :- card(_, "aldutl").', 'warning unknown-value'],
    ['another word', 'prohibited("lend", "no") :- card(_, "pensioner").', 'warning unknown-value'],
    ['no facts at all', 'prohibited("lend", "no") :- blocked(_).', 'warning no-facts'],
    ['a name for a text', 'prohibited("lend", "no") :- card(_, /child).', 'error name-or-string'],
    ['a number for a text', 'prohibited("lend", "no") :- card(_, 1).', 'error constant-never-matches'],
    [
      'what contradicts itself',
      'limit("lend", 3). prohibited(T, "no") :- limit(T, N), N < 1, N > 5.',
      'error never-fires',
    ],
    ['any time, called now', 'prohibited("lend", "no") :- closed(_)@[Now].', 'error value-as-variable'],
    ['all of time', 'prohibited("lend", "no") :- closed(_)@[_, _].', 'warning eternal-only'],
  ])('is told: %s', async (_, clause, expected) => {
    expect((await verdict(clause)).map((each) => each.slice(0, expected.length))).toContain(expected);
  });

  it.each([
    'prohibited("lend", "no") :- card(_, "child").',
    'prohibited("lend", "no") :- card(_, K), K != "adult".',
    'prohibited("lend", "no") :- seen("anybody").',
    'prohibited("lend", "no") :- closed("sunday")@[now].',
    'child(M) :- card(M, "child"). prohibited("lend", "no") :- child("M9").',
  ])('is not: %s', async (clause) => {
    expect(await verdict(clause)).toEqual([]);
  });
});
