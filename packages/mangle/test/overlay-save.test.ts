import { describe, expect, it } from 'vitest';
import { EvaluationError } from '../src/engine/evaluation-error.js';
import { compileOrThrow, fact, factDuring, loadPrepared, name, type Prepared, prepareSync } from '../src/index.js';
import { generatedNow } from './generate/columns.js';
import { generateOverlayCase, type OverlayCase, type Step } from './generate/overlay-case.js';
import { hostAt } from './overlay/host.js';
import { limits, linesOf, resultOf } from './overlay/outcome.js';
import { readCase, type ReadCase } from './overlay/read-case.js';
import { june2024 } from './support.js';
import { isLong, longTimeout } from './support/long.js';
import { tally } from './support/tally.js';

const cases = isLong ? 1_000 : 150;

/** What a step of a case makes of a base. */
async function linesAfter(base: Prepared, given: OverlayCase, read: ReadCase, at: number): Promise<readonly string[]> {
  const options = { now: generatedNow, externals: hostAt(given, at).externals, limits };
  const step = given.steps[at] as Step;
  const result = await resultOf(() => {
    if (step.kind === 'request') return base.requestSync(step.facts.map(read.inputOf), options);
    base.updateSync({ add: step.add.map(read.inputOf), remove: step.remove.map(read.inputOf) }, { limits });
    return base.requestSync([], options);
  });
  return linesOf(result, read.program);
}

/** Saves and loads before each step; the loaded base must be the one that was saved. */
async function checkSaving(seed: number): Promise<number> {
  const given = generateOverlayCase(seed);
  const read = readCase(given);
  if (read === undefined) return 0;
  const options = { externals: hostAt(given, 0).externals, limits, bounds: 'off' } as const;
  const made = await resultOf(() => prepareSync(read.program, given.base.map(read.inputOf), options).requestSync([]));
  if (made.code !== undefined) return 0;
  let base = prepareSync(read.program, given.base.map(read.inputOf), options);
  for (const at of given.steps.keys()) {
    const loaded = loadPrepared(read.program, base.save(), options);
    expect(loaded.digest()).toBe(base.digest());
    expect(Buffer.compare(loaded.save(), base.save())).toBe(0);
    expect(await linesAfter(loaded, given, read, at), `seed ${seed}, step ${at}`).toEqual(
      await linesAfter(base, given, read, at),
    );
    expect(loaded.digest()).toBe(base.digest());
    base = loaded;
  }
  return 1;
}

describe('a saved base', { timeout: longTimeout }, () => {
  it('is the same base when it is loaded, again and again', async ({ task }) => {
    let checked = 0;
    for (let seed = 1; seed <= cases; seed++) checked += await checkSaving(seed);
    expect(checked).toBeGreaterThan(cases * 0.9);
    tally(task, 'overlay', 'saved and loaded programs', checked);
  });
});

const text = `
  Decl edge(A, B) bound [/name, /name].
  Decl closed(A) temporal bound [/name].
  Decl note(A, B).
  reach(A, B) :- edge(A, B), !shut(A).
  reach(A, C) :- reach(A, B), edge(B, C).
  shut(A) :- closed(A)@[2024-01-01, 2024-02-01].
  degree(A, N) :- edge(A, _) |> do fn:group_by(A), let N = fn:count().`;

const program = compileOrThrow(text);
const facts = [
  ...[1, 2, 3, 4, 5].map((at) => fact('edge', name(`/n${at}`), name(`/n${at + 1}`))),
  factDuring('closed', [name('/n3')], { start: 0n, end: june2024 }),
  fact('note', name('/n1'), 'text with ä and "quotes"'),
  fact('note', name('/n2'), [1, 2n ** 62n, 'x', [name('/n1')]]),
];
const saved = prepareSync(program, facts).save();

/** The message of the refusal; a base that is taken anyway fails the test. */
function refusalOf(bytes: Uint8Array, other = program): string {
  try {
    loadPrepared(other, bytes);
  } catch (error) {
    if (error instanceof EvaluationError && error.code === 'base-refused') return error.message;
    throw error;
  }
  return expect.unreachable('the base was taken');
}

const differentPrograms: Readonly<Record<string, string>> = {
  'a rule more': `${text} more(X) :- edge(X, _).`,
  'a rule less': text.replace('reach(A, C) :- reach(A, B), edge(B, C).', ''),
  'a rule that differs in one constant': text.replace('2024-02-01', '2024-02-02'),
  'a rule with a negation less': text.replace('!shut(A)', 'shut(A)'),
  'a fact more': `${text} edge(/n1, /n9).`,
  'a predicate with another arity': text.replace('Decl note(A, B).', 'Decl note(A, B, C).'),
  'a predicate that is temporal': text.replace('Decl note(A, B).', 'Decl note(A, B) temporal.'),
};

describe('bytes that are no saved base of the program', () => {
  it('are refused if any one byte differs', () => {
    for (const at of saved.keys()) {
      for (const change of [1, 0x80, 0xff]) {
        const bytes = saved.slice();
        bytes[at] = (bytes[at] ?? 0) ^ change;
        expect(refusalOf(bytes), `byte ${at}`).toMatch(/damaged|no saved base|version/);
      }
    }
  });

  it('are refused if they end early, wherever that is', () => {
    for (const at of saved.keys()) expect(refusalOf(saved.subarray(0, at))).toMatch(/damaged|no saved base/);
  });

  it('are refused if there is more', () => {
    expect(refusalOf(Uint8Array.of(...saved, 0))).toMatch(/damaged/);
    expect(refusalOf(Uint8Array.of(...saved, ...saved))).toMatch(/damaged/);
  });

  it('are refused if two parts changed places', () => {
    const half = saved.length >> 1;
    expect(refusalOf(Uint8Array.of(...saved.subarray(half), ...saved.subarray(0, half)))).toMatch(/no saved base/);
    const swapped = saved.slice();
    swapped.set(saved.subarray(half, half + 4), half + 4);
    swapped.set(saved.subarray(half + 4, half + 8), half);
    expect(refusalOf(swapped)).toMatch(/damaged/);
  });

  it('are refused if they are of another version', () => {
    const bytes = saved.slice();
    new DataView(bytes.buffer).setUint32(8, 2, true);
    expect(refusalOf(bytes)).toMatch(/version 2 of the format/);
  });

  it.each(Object.entries(differentPrograms))('are refused if the program has %s', (_, other) => {
    expect(refusalOf(saved, compileOrThrow(other, { lints: false }))).toMatch(/another program/);
  });

  it.each([
    ['as it is', text],
    ['with other spaces and comments', `# a comment\n${text.replaceAll('\n', '\n\n   ')}`],
  ])('are none of these: the program %s is accepted', (_, same) => {
    const loaded = loadPrepared(compileOrThrow(same), saved);
    expect(loaded.digest()).toBe(prepareSync(program, facts).digest());
    expect(loaded.requestSync([fact('edge', name('/n6'), name('/n1'))]).count('reach/2')).toBe(
      prepareSync(program, facts)
        .requestSync([fact('edge', name('/n6'), name('/n1'))])
        .count('reach/2'),
    );
  });

  it('are none of these: bytes in the middle of a buffer are accepted', () => {
    const buffer = new Uint8Array(saved.length + 13);
    buffer.set(saved, 7);
    expect(loadPrepared(program, buffer.subarray(7, 7 + saved.length)).digest()).toBe(
      prepareSync(program, facts).digest(),
    );
  });
});
