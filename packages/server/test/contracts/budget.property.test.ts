import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { type Arena, openArena, type Tool } from './arena.js';
import { violationsOf } from './contracts.js';
import { complaint, forAll, patienceMs } from './for-all.js';
import {
  type ClientFact,
  type Contents,
  defaultBands,
  factsOf,
  type Graph,
  levels,
  type Query,
  type Wishes,
} from './graph.js';
import { contents, graphs, queries } from './graph-arbitrary.js';
import { type Judgement, judge } from './oracle.js';

interface Case {
  readonly graph: Graph;
  readonly contents: Contents;
  readonly query: Query;
  readonly wishes: Wishes;
  /** The budget, as a part of what everything would take. */
  readonly percent: number;
  /** A larger one. */
  readonly more: number;
}

const cases: fc.Arbitrary<Case> = fc.record({
  graph: graphs,
  contents,
  query: queries,
  wishes: fc.record(
    { preference: fc.constantFrom('adaptive', 'adaptive', ...levels), maxTools: fc.integer({ min: 1, max: 8 }) },
    { requiredKeys: ['preference'] },
  ),
  percent: fc.integer({ min: 1, max: 110 }),
  more: fc.integer({ min: 0, max: 40 }),
});

let arena: Arena;
beforeAll(async () => {
  arena = await openArena();
});
afterAll(() => arena.close());

it(
  'EVAL-011 EVAL-023 EVAL-042 EVAL-054 EVAL-055 keeps within a budget and gives up no more than it must',
  () => forAll(cases, checkBudget, { runs: 200, longRuns: 2_500 }),
  patienceMs,
);

it(
  'EVAL-042 EVAL-055 demotes and drops no tool needlessly, where tools have nothing but texts',
  () => forAll(cases, checkNeed, { runs: 150, longRuns: 1_000 }),
  patienceMs,
);

it(
  'EVAL-043 EVAL-044 EVAL-054 shows a tool in full that was asked for, and demotes it last',
  () => forAll(cases, checkUpgrade, { runs: 100, longRuns: 1_000 }),
  patienceMs,
);

/** A question that is asked with one budget after the other. */
interface Scene {
  readonly facts: readonly ClientFact[];
  readonly query: Query;
  readonly judgement: Judgement;
  readonly ask: (wishes: Wishes) => Promise<Shown>;
  /** Throws, with everything that is needed to see it again. */
  readonly fail: (what: string, wishes: Wishes, expected: unknown, got: unknown) => never;
}

/** What is sent, and what it counts. */
interface Shown {
  readonly tools: readonly Tool[];
  readonly skills: readonly object[];
  readonly tokens: number;
}

function sceneOf({ graph, contents: texts, query }: Case): Scene {
  const facts = [...factsOf(graph), ...factsOf(texts)];
  return {
    facts,
    query,
    judgement: judge(graph, query, defaultBands),
    ask: async (wishes) => {
      const { macro_tools: tools, required_skills: skills = [] } = await arena.ask(facts, query, wishes);
      return { tools, skills, tokens: tokensOf(tools, skills) };
    },
    fail: (what, wishes, expected, got) => {
      throw complaint(what, { facts, query, wishes }, { expected, got });
    },
  };
}

/** As the manifest says: a quarter of the bytes. A server must not send more. */
function tokensOf(tools: readonly object[], skills: readonly object[]): number {
  return estimate(JSON.stringify(tools) + JSON.stringify(skills));
}

/** The same with every part rounded up: a server that counts parts must not think that it is more. */
function roomFor(tools: readonly object[], skills: readonly object[] = []): number {
  return [...tools, ...skills].reduce(
    (sum: number, part) => sum + estimate(`${JSON.stringify(part)},`),
    estimate('[][]'),
  );
}

function estimate(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

async function checkBudget(given: Case): Promise<void> {
  const { wishes, percent, more } = given;
  const scene = sceneOf(given);
  const all = await scene.ask(wishes);
  const maxTokens = partOf(all.tokens, percent);
  const tight = { ...wishes, maxTokens };
  const got = await scene.ask(tight);
  checkMembers(given, scene, { all, got, tight });
  checkDetail(scene, { all, got, tight });
  checkMore(scene, got, await scene.ask({ ...wishes, maxTokens: maxTokens + partOf(all.tokens, more) }), tight);
  if (summary(await scene.ask(tight)) !== summary(got)) {
    scene.fail('the same question has two answers', tight, got.tools, 'another one');
  }
}

/** An answer without a budget, and with one. */
interface Fitted {
  readonly all: Shown;
  readonly got: Shown;
  readonly tight: Wishes & { readonly maxTokens: number };
}

/** Who is still there. */
function checkMembers({ graph, query }: Case, { fail, judgement }: Scene, { all, got, tight }: Fitted): void {
  const names = namesOf(got);
  if (got.tokens > tight.maxTokens && names.length > 0) {
    fail('too much is sent', tight, `${tight.maxTokens} tokens`, got.tokens);
  }
  if (roomFor(all.tools, all.skills) <= tight.maxTokens && summary(got) !== summary(all)) {
    fail('everything fits, and yet something is missing', tight, all.tools, got.tools);
  }
  const ranked = namesOf(all).filter((name) => names.includes(name));
  if (names.join() !== ranked.join()) fail('tools come from nowhere', tight, ranked, names);
  const broken = violationsOf(graph, query, names);
  if (broken.length > 0) fail('a contract is broken', tight, 'no violation', broken);
  const roots = judgement.roots.filter((root) => names.includes(root));
  const useless = names.filter((name) => !roots.some((root) => judgement.group(root).has(name)));
  if (useless.length > 0) fail('a prerequisite stayed that nothing needs', tight, 'none', useless);
}

/** How much is told of them. */
function checkDetail({ fail }: Scene, { all, got, tight }: Fitted): void {
  const promoted = got.tools.filter((tool) => depth(tool) < depth(find(all, tool.name)));
  if (promoted.length > 0) fail('a budget shows more', tight, all.tools, promoted);
  const inverted = got.tools.filter((tool, at) => got.tools.slice(0, at).some((better) => depth(better) > depth(tool)));
  if (inverted.length > 0) fail('a better tool is shown worse', tight, levelsOf(all), levelsOf(got));
  const isDemoting = got.tools.some((tool) => depth(tool) > depth(find(all, tool.name)));
  if (isDemoting && got.tools.some(hasContext)) {
    fail('a tool is demoted while another one has context that can be had otherwise', tight, 'no context', got.tools);
  }
  const isDropping = got.tools.length < all.tools.length;
  if (isDropping && got.tools.some(({ disclosure_level: level }) => level !== 'minimal')) {
    fail('a tool is dropped while another one is shown with more than its name', tight, levelsOf(all), levelsOf(got));
  }
}

/** With a larger budget the best tool stays, and none is shown with less, unless one before it is shown with more. */
function checkMore({ fail, judgement }: Scene, got: Shown, wide: Shown, wishes: Wishes): void {
  const [top] = judgement.roots;
  const before = new Map(got.tools.map((tool) => [tool.name, JSON.stringify(tool).length]));
  if (top !== undefined && before.has(top) && !namesOf(wide).includes(top)) {
    fail('a larger budget drops the best tool', wishes, top, namesOf(wide));
  }
  let hasMore = false;
  for (const tool of wide.tools) {
    const gained = JSON.stringify(tool).length - (before.get(tool.name) ?? 0);
    if (gained < 0 && !hasMore) fail('a larger budget shows less of a tool for nothing', wishes, got.tools, wide.tools);
    hasMore ||= gained > 0;
  }
  if (got.tools.length > 0 && wide.tools.length === 0) fail('a larger budget shows nothing', wishes, namesOf(got), []);
}

/** Each step was necessary: without the last one of each kind it would have been too much. */
async function checkNeed(given: Case): Promise<void> {
  const { wishes, percent } = given;
  const { ask, fail, judgement } = sceneOf({ ...given, contents: { ...given.contents, skill: [], resource: [] } });
  const all = await ask(wishes);
  const maxTokens = partOf(all.tokens, percent);
  const tight = { ...wishes, maxTokens };
  const got = await ask(tight);
  const byLevel = await Promise.all(levels.map((preference) => ask({ ...wishes, preference })));
  const shownAt = (name: string, level: number): object => find(byLevel[level], name);
  const present = namesOf(got);
  const dropped = judgement.roots.filter((root) => namesOf(all).includes(root) && !present.includes(root));
  const [first] = dropped;
  if (first !== undefined) {
    const better = judgement.roots.slice(0, judgement.roots.indexOf(first)).filter((root) => present.includes(root));
    const names = new Set([...better, first].flatMap((root) => [...judgement.group(root)]));
    const tools = namesOf(all).filter((name) => names.has(name));
    if (roomFor(tools.map((name) => shownAt(name, 2))) <= maxTokens) {
      fail(`${first} was dropped needlessly`, tight, tools, present);
    }
    return;
  }
  // Whether levels are taken one after the other or tools: the last one that lost a level is the best of those at a level.
  const lost = got.tools.filter((tool) => depth(tool) > depth(find(all, tool.name)));
  const suspects = [1, 2].flatMap((level) => lost.find((tool) => depth(tool) === level) ?? []);
  const isTooMuch = (suspect: Tool): boolean => {
    const tools = got.tools.map((tool) => shownAt(tool.name, depth(tool) - (tool === suspect ? 1 : 0)));
    return roomFor(tools) > maxTokens;
  };
  if (suspects.length > 0 && !suspects.some(isTooMuch)) {
    fail(
      'a tool was demoted needlessly',
      tight,
      suspects.map(({ name }) => `more of ${name}`),
      levelsOf(got),
    );
  }
}

async function checkUpgrade(given: Case): Promise<void> {
  const { wishes, percent } = given;
  const { ask, fail } = sceneOf(given);
  const all = await ask(wishes);
  const chosen = all.tools.at(percent % Math.max(1, all.tools.length));
  if (chosen === undefined) return;
  const upgraded = { ...wishes, upgrades: [chosen.macro_id] };
  const got = await ask(upgraded);
  const expected = all.tools.map((tool) => `${tool.name} ${tool === chosen ? 'full' : tool.disclosure_level}`);
  if (levelsOf(got).join() !== expected.join()) fail('an upgrade was not granted', upgraded, expected, levelsOf(got));
  const tight = { ...upgraded, maxTokens: partOf(got.tokens, percent) };
  const fitted = await ask(tight);
  if (fitted.tokens > tight.maxTokens && fitted.tools.length > 0) {
    fail('an upgrade breaks the budget', tight, tight.maxTokens, fitted.tokens);
  }
  const own = fitted.tools.find(({ name }) => name === chosen.name);
  if (own !== undefined && fitted.tools.some((tool) => depth(tool) < depth(own))) {
    fail('the tool that was asked for is shown worse than another one', tight, 'it is demoted last', levelsOf(fitted));
  }
}

function partOf(tokens: number, percent: number): number {
  return Math.max(1, Math.floor((tokens * percent) / 100));
}

function namesOf({ tools }: Shown): readonly string[] {
  return tools.map(({ name }) => name);
}

function levelsOf({ tools }: Shown): readonly string[] {
  return tools.map(({ name, disclosure_level: level }) => `${name} ${level}`);
}

function find(shown: Shown | undefined, wanted: string): Tool {
  const tool = shown?.tools.find(({ name }) => name === wanted);
  if (tool === undefined) throw new Error(`${wanted} is not among ${JSON.stringify(shown?.tools)}`);
  return tool;
}

/** Resources, or the text of a skill that is longer than a reference to it. */
function hasContext({ context_injection: context }: Tool): boolean {
  const { context_resources: resources = [], skills = [] } = context ?? {};
  return resources.length > 0 || skills.some(({ inline, skill_id: id }) => inline && id !== 'short');
}

/** 0 is full. */
function depth({ disclosure_level: level }: Tool): number {
  return levels.indexOf(level);
}

function summary({ tools, skills }: Shown): string {
  return JSON.stringify([tools, skills]);
}
