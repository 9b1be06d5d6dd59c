import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ast, Rule } from '@manglecp/mangle';
import type { JsonObject, WireFact } from '@manglecp/protocol';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { prepareScenario } from '../scenarios/prepare-scenario.js';
import { readScenario } from '../scenarios/read-scenario.js';
import { openStage, type Stage } from '../scenarios/run-scenario.js';
import { ScenarioClient } from '../scenarios/scenario-client.js';
import { anonymous, type Principal } from '../security/principal.js';
import { readColumnKinds } from './column-kinds.js';
import type { Pack } from './pack.js';
import { placeOf } from './value-flow.js';
import { occurrencesIn } from './word-flow.js';
import { constantText } from './written-heads.js';
import { sidesOf } from './written-words.js';

// Every letter of every predicate name and of every text in the policies of the example domains and of the tests is
// changed, one at a time, in one of four ways by turns. `npm test` takes a few of them, always the same;
// `MANGLE_LONG=1` takes all.
const isLong = process.env['MANGLE_LONG'] === '1';
const sampleOf = 3;

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const shelves = [
  'domains',
  'examples',
  'packages/cli/templates',
  'packages/server/testdata/packs',
  'packages/server/testdata/scenarios',
];

/** What a slip of the fingers does to one letter. */
const slips: readonly ((text: string, at: number) => string)[] = [
  (text, at) => text.slice(0, at) + neighbor(text[at] ?? '') + text.slice(at + 1),
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => text.slice(0, at) + (text[at] ?? '') + text.slice(at),
  (text, at) => text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2),
];

function neighbor(letter: string): string {
  return letter === '_' ? 'u' : letter === 'z' ? 'a' : String.fromCharCode(letter.charCodeAt(0) + 1);
}

/**
 * What was changed. A `word` stands where the declarations of the server say what can stand there. A `text` stands where
 * they say that anything can. A `datum` is compared with what only the pack's own predicates and arguments of plans say:
 * nobody but its author knows what these are.
 */
type What = 'head' | 'premise' | 'word' | 'text' | 'datum';

interface Mutant {
  readonly text: string;
  readonly name: string;
  readonly what: What;
}

/** The policy with one letter changed, for all letters of what it is made of. */
function mutantsOf(policy: string, whatIs: (offset: number) => What): readonly Mutant[] {
  const texts = [...policy.matchAll(/#.*|"[^"\n]*"/g)].filter(({ 0: text }) => text.startsWith('"'));
  // Comments and texts are blanked, so that offsets stay.
  const bare = policy.replaceAll(/#.*|"[^"\n]*"/g, (text) => ' '.repeat(text.length));
  const names = [...bare.matchAll(/(?<![\w:/])[a-z][a-z_0-9]*(?=\()/g)];
  const change = (text: string, index: number, what: What, isLegal: (changed: string) => boolean): readonly Mutant[] =>
    Array.from(text, (_, at) => {
      const turns = slips.map((_slip, by) => slips[(index + at + by) % slips.length]?.(text, at) ?? '');
      const name = turns.find((changed) => changed !== text && isLegal(changed)) ?? `${text}x`;
      return { text: policy.slice(0, index) + name + policy.slice(index + text.length), name, what };
    });
  return [
    ...names.flatMap(({ 0: name, index }) =>
      change(name, index, isAtClauseStart(bare, index) ? 'head' : 'premise', (text) => /^[a-z]/.test(text)),
    ),
    ...texts.flatMap(({ 0: quoted, index }) => change(quoted.slice(1, -1), index + 1, whatIs(index), () => true)),
  ];
}

/** Whether what stands before is the end of a clause, or nothing. */
function isAtClauseStart(bare: string, index: number): boolean {
  const before = bare.slice(0, index).trimEnd();
  return before === '' || before.endsWith('.');
}

/** Tells what the text at an offset of the policy is, by where it stands. */
function readPlaces({ program, originOf }: Pack): (offset: number) => What {
  const { kinds } = readColumnKinds(program, originOf);
  const found = new Map<number, What>();
  const isKernel = (key: Rule['predicate']): boolean => {
    const decl = program.predicates.get(key)?.decl;
    return decl !== undefined && originOf(decl.span.source).isKernel;
  };
  const note = (predicate: Rule['predicate'], args: readonly ast.Term[]): void => {
    for (const [column, term] of args.entries()) {
      if (constantText(term) === undefined) continue;
      const isWord = kinds.has(placeOf(predicate, column));
      found.set(term.span.start, isWord ? 'word' : isKernel(predicate) ? 'text' : 'datum');
    }
  };
  const isPolicy = ({ span }: ast.Clause): boolean => originOf(span.source).layer === 'policy' && !isOfServer(span);
  const isOfServer = ({ source }: ast.Clause['span']): boolean => originOf(source).isKernel;
  for (const { predicate, clause } of program.facts) if (isPolicy(clause)) note(predicate, clause.head.args);
  for (const { predicate, facts } of program.batches) {
    for (let row = 0; row < facts.count && isPolicy(facts.clauseAt(row)); row += 1) {
      note(predicate, facts.clauseAt(row).head.args);
    }
  }
  const noteCompared = (rule: Rule): void => {
    const { occurrences } = occurrencesIn(rule);
    const sides = rule.premises.flatMap((premise) => (premise.kind === 'compare' ? sidesOf(premise) : []));
    for (const [side, other] of sides) {
      if (side.kind !== 'variable' || constantText(other) === undefined) continue;
      const isWord = (occurrences.get(side.name) ?? []).some(({ place }) => kinds.has(place));
      found.set(other.span.start, isWord ? 'word' : 'datum');
    }
  };
  for (const rule of program.rules.filter(({ clause }) => isPolicy(clause))) {
    note(rule.predicate, rule.args);
    for (const premise of rule.premises) if ('predicate' in premise) note(premise.predicate, premise.args);
    noteCompared(rule);
  }
  return (offset) => found.get(offset) ?? 'datum';
}

async function packsWithPolicy(): Promise<readonly string[]> {
  const folders = await Promise.all(
    shelves.map(async (shelf) => (await readdir(path.join(root, shelf))).map((name) => path.join(root, shelf, name))),
  );
  const found = await Promise.all(
    folders.flat().map(async (folder) => {
      const files: readonly string[] = await readdir(folder).catch(() => []);
      return files.includes('policy.mg') && files.includes('manglecp.json') ? [folder] : [];
    }),
  );
  return found.flat();
}

const packs = await packsWithPolicy();

/** All of them, or some of each sort that are spread over the file and over the ways. */
function chosen(mutants: readonly Mutant[]): readonly Mutant[] {
  if (isLong) return mutants;
  return (['head', 'premise', 'word', 'text', 'datum'] as const).flatMap((what) => {
    const all = mutants.filter((mutant) => mutant.what === what);
    const stride = Math.max(1, Math.floor(all.length / (what === 'word' ? sampleOf : 1)) + 1);
    return all.filter((_, at) => at % stride === Math.floor(stride / 2));
  });
}

interface Question {
  readonly title: string;
  readonly payload: JsonObject;
  readonly nowMs: number;
  readonly principal: Principal;
}

/** Every round of every scenario, and every intent without facts, by clients of every class. */
async function questionsOf(folder: string, pack: Pack, words: readonly string[]): Promise<readonly Question[]> {
  const somebody = {
    isAnonymous: false,
    identity: 'auditor',
    autoConfirmEffects: [],
    confirmationKey: new Uint8Array(32),
  };
  const principals: readonly Principal[] = [
    anonymous,
    { ...anonymous, ...somebody, key: 'a' },
    { ...anonymous, ...somebody, key: 'b', privileges: [...new Set(words)].sort() },
    { ...anonymous, ...somebody, key: 'c', trustLevel: 'automated' },
  ];
  const files: readonly string[] = await readdir(path.join(folder, 'tests')).catch(() => []);
  const rounds = await Promise.all(
    files.map(async (file) => {
      const read = readScenario({ file, text: await readFile(path.join(folder, 'tests', file), 'utf8') });
      if (!('scenario' in read)) throw new Error(`${file} is no scenario`);
      const prepared = prepareScenario(read.scenario, pack);
      if (!('rounds' in prepared)) throw new Error(`${file} does not fit the pack`);
      return prepared.rounds.map(({ round: { intent, eval_time: time }, facts, nowMs, principal }, at) => {
        const payload = requestOf(intent, facts, time === undefined ? {} : { eval_time: time });
        return { title: `${file} ${at + 1}`, payload, nowMs, known: principal };
      });
    }),
  );
  const bare = pack.config.intents.map(({ name }) => {
    return { title: name, payload: requestOf({ name }, []), nowMs: 0, known: undefined };
  });
  return [...rounds.flat(), ...bare].flatMap(({ title, payload, nowMs, known }) =>
    [...principals, ...(known === undefined ? [] : [known])].map((principal) => {
      return { title: `${title} by ${principal.key}`, payload, nowMs, principal };
    }),
  );
}

function requestOf(intent: JsonObject, facts: readonly WireFact[], more: JsonObject = {}): JsonObject {
  return {
    intent,
    facts: facts as readonly unknown[] as JsonObject[],
    options: { disclosure_preference: 'full' },
    ...more,
  };
}

/** What is open to clients: the tools that they are offered, and those among them that they use without consent. */
async function openedBy(stage: Stage, questions: readonly Question[]): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  const never = new Promise<never>(() => undefined);
  for (const { title, payload, nowMs, principal } of questions) {
    stage.clock.nowMs = nowMs;
    const connection = principal.isAnonymous ? stage.server.connect() : stage.server.connectAs(principal);
    const answer = await new ScenarioClient(connection, never).evaluate(payload);
    connection.close();
    for (const { name, safety } of 'response' in answer ? answer.response.macro_tools : []) {
      open.add(`${title}: ${name}`);
      if (safety?.requires_user_confirmation !== true) open.add(`${title}: ${name} without consent`);
    }
  }
  return open;
}

const counts = new Map<string, number>();

afterAll(() => {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const parts = Array.from(counts, ([what, count]) => `${what} ${count}`).sort();
  process.stdout.write(`${all} mutants of ${packs.length} policies: ${parts.join(', ')}\n`);
});

describe('one wrong letter in a policy', () => {
  it('is tried in all of them', () => {
    expect(packs.length).toBeGreaterThanOrEqual(13);
  });

  it.each(packs.map((folder) => [path.relative(root, folder), folder]))(
    'opens nothing: %s',
    async (_, original) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'mutant-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      await cp(original, folder, { recursive: true });
      const policy = await readFile(path.join(folder, 'policy.mg'), 'utf8');
      const before = await openStage(folder, {});
      if ('problems' in before) throw new Error('the pack itself does not load');
      const words = Array.from(policy.matchAll(/"([^"\n]*)"/g), ([, word = '']) => word);
      const questions = await questionsOf(folder, before.pack, words);
      const open = await openedBy(before, questions);
      await before.server.close();
      const mutants = chosen(mutantsOf(policy, readPlaces(before.pack)));
      expect(mutants.length).toBeGreaterThan(0);
      for (const { text, name, what } of mutants) {
        await writeFile(path.join(folder, 'policy.mg'), text);
        const stage = await openStage(folder, {});
        const outcome = 'problems' in stage ? 'refused' : 'served';
        counts.set(`${what} ${outcome}`, (counts.get(`${what} ${outcome}`) ?? 0) + 1);
        if ('problems' in stage) {
          // What can be anything must not be taken for a slip.
          expect({ name, what }, 'a text is refused').not.toEqual({ name, what: 'text' });
          continue;
        }
        const opened = await openedBy(stage, questions);
        await stage.server.close();
        expect({ name, what }, 'a misspelled head is served').not.toEqual({ name, what: 'head' });
        if (what === 'datum') continue;
        expect(
          [...opened].filter((each) => !open.has(each)),
          `${what} ${name}`,
        ).toEqual([]);
      }
    },
    isLong ? 3_600_000 : 240_000,
  );
});
