import { fact, factDuring, type FactInput } from '@manglecp/mangle';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { question, rulesOf } from './rules.suite.js';

const now = 1_772_356_500_000_000_000n;
const ms = 1_000_000n;
const defaultEnd = now + 300_000_000_000n;

/** When a fact holds, in nanoseconds from now; absent: without end. */
interface Spell {
  readonly start?: bigint;
  readonly end?: bigint;
}

/** What a tool looks at: facts of its own name, of two predicates. */
interface World {
  readonly p: readonly Spell[];
  readonly q: readonly Spell[];
}

type Holds = (world: World, at: bigint) => boolean;

const forever = 2n ** 62n;

function ends({ start = -forever, end = forever }: Spell): readonly [bigint, bigint] {
  return [start, end];
}

// The operators, from their definitions; windows are closed.

/** At some moment of the window. */
function sometime(spells: readonly Spell[], from: bigint, to: bigint): boolean {
  return spells.map(ends).some(([start, end]) => start <= to && from <= end);
}

/** Throughout the window: what touches is one. */
function throughout(spells: readonly Spell[], from: bigint, to: bigint): boolean {
  let reached = from;
  for (const [start, end] of spells.map(ends).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    if (start > reached) return false;
    if (end >= reached) reached = end + 1n;
    if (reached > to) return true;
  }
  return false;
}

/** Each tool: the rules, and what they mean. */
const tools: Readonly<Record<string, { readonly rules: string; readonly holds: Holds }>> = {
  some_back: {
    rules: 'macro_tool("some_back", "full") :- <-[1ms, 5ms] p("some_back").',
    holds: ({ p }, at) => sometime(p, at - 5n * ms, at - ms),
  },
  all_back: {
    rules: 'macro_tool("all_back", "full") :- [-[1ms, 5ms] p("all_back").',
    holds: ({ p }, at) => throughout(p, at - 5n * ms, at - ms),
  },
  some_ahead: {
    rules: 'macro_tool("some_ahead", "full") :- <+[1ms, 5ms] p("some_ahead").',
    holds: ({ p }, at) => sometime(p, at + ms, at + 5n * ms),
  },
  all_ahead: {
    rules: 'macro_tool("all_ahead", "full") :- [+[1ms, 5ms] p("all_ahead").',
    holds: ({ p }, at) => throughout(p, at + ms, at + 5n * ms),
  },
  present: {
    rules: 'macro_tool("present", "full") :- p("present")@[now].',
    holds: ({ p }, at) => sometime(p, at, at),
  },
  unless_ahead: {
    rules: `near(X) :- <+[0ms, 3ms] p(X).
      macro_tool("unless_ahead", "full") :- wanted("unless_ahead"), !near("unless_ahead").`,
    holds: ({ p }, at) => !sometime(p, at, at + 3n * ms),
  },
  unless_back: {
    rules: `past(X) :- [-[0ms, 2ms] p(X).
      macro_tool("unless_back", "full") :- wanted("unless_back"), !past("unless_back").`,
    holds: ({ p }, at) => !throughout(p, at - 2n * ms, at),
  },
  both: {
    rules: 'macro_tool("both", "full") :- <-[0ms, 4ms] p("both"), <+[0ms, 4ms] q("both").',
    holds: ({ p, q }, at) => sometime(p, at - 4n * ms, at) && sometime(q, at, at + 4n * ms),
  },
  either: {
    rules: `macro_tool("either", "full") :- <-[0ms, 2ms] p("either").
      macro_tool("either", "full") :- q("either")@[now].`,
    holds: ({ p, q }, at) => sometime(p, at - 2n * ms, at) || sometime(q, at, at),
  },
  compared: {
    rules: 'macro_tool("compared", "full") :- p("compared")@[S, _], eval_time(N), :time:lt(N, S).',
    holds: ({ p }, at) => p.map(ends).some(([start]) => at < start),
  },
  compared_start_le: {
    rules: 'macro_tool("compared_start_le", "full") :- p("compared_start_le")@[S, _], eval_time(N), :time:le(N, S).',
    holds: ({ p }, at) => p.map(ends).some(([start]) => at <= start),
  },
  compared_end: {
    rules: 'macro_tool("compared_end", "full") :- p("compared_end")@[_, E], eval_time(N), :time:lt(N, E).',
    holds: ({ p }, at) => p.map(ends).some(([, end]) => at < end),
  },
  compared_end_le: {
    rules: 'macro_tool("compared_end_le", "full") :- p("compared_end_le")@[_, E], eval_time(N), :time:le(N, E).',
    holds: ({ p }, at) => p.map(ends).some(([, end]) => at <= end),
  },
  shifted: {
    rules: `macro_tool("shifted", "full") :- p("shifted")@[S, _], L = fn:time:add(S, fn:duration:parse("2ms")),
      N = fn:time:now(), :time:le(N, L).`,
    holds: ({ p }, at) => p.map(ends).some(([start]) => start > -forever && at <= start + 2n * ms),
  },
  derived: {
    rules: `Decl r(X) temporal bound [/string].
      r(X)@[S, E] :- p(X)@[S, E], X = "derived".
      macro_tool("derived", "full") :- <-[0ms, 1ms] r("derived").`,
    holds: ({ p }, at) => sometime(p, at - ms, at),
  },
  composed: {
    rules: `macro_tool("composed", "full") :- wanted("composed").
      macro_step("composed", 1, "go", {}) :- <-[0ms, 3ms] p("composed").`,
    // It is there all the time, but not always the same.
    holds: () => true,
  },
  rival: {
    rules: `macro_tool("rival", "full") :- wanted("rival").
      macro_tool("a_winner", "full") :- p("rival")@[now].
      conflicts_with("a_winner", "rival").`,
    holds: ({ p }, at) => !sometime(p, at, at),
  },
};

const names = Object.keys(tools);
const domain = `
  Decl p(X) temporal bound [/string].
  Decl q(X) temporal bound [/string].
  Decl wanted(X) bound [/string].
  ${names.map((name) => tools[name]?.rules).join('\n')}`;

/** Ends of intervals close to each other and to those of windows, so that they meet, touch and miss. */
const instants = fc
  .tuple(fc.integer({ min: -8, max: 8 }), fc.constantFrom(0n, 0n, 1n, -1n))
  .map(([steps, rest]) => BigInt(steps) * ms + rest);

const spells: fc.Arbitrary<Spell> = fc
  .tuple(fc.option(instants, { freq: 8 }), fc.option(instants, { freq: 8 }))
  .map(([one, other]) => {
    if (one === null || other === null) {
      return { ...(one === null ? {} : { start: now + one }), ...(other === null ? {} : { end: now + other }) };
    }
    return one < other ? { start: now + one, end: now + other } : { start: now + other, end: now + one };
  });

function factsOf(name: string, { p, q }: World): readonly FactInput[] {
  const during = (predicate: string, { start, end }: Spell): FactInput =>
    factDuring(predicate, [name], { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) });
  return [fact('wanted', name), ...p.map((each) => during('p', each)), ...q.map((each) => during('q', each))];
}

/** The first instant from now on at which the tool is not what it is now: only here can anything change. */
function firstLapse(world: World, isSame: (at: bigint) => boolean): bigint | undefined {
  const candidates = [...world.p, ...world.q]
    .flatMap(({ start, end }) => [start, end].filter((each) => each !== undefined))
    .flatMap((each) => Array.from({ length: 13 }, (_, step) => each + BigInt(step - 6) * ms))
    .flatMap((each) => [each - 1n, each, each + 1n])
    .filter((each) => each > now)
    .sort((a, b) => (a < b ? -1 : 1));
  return candidates.find((at) => !isSame(at));
}

describe('the end of a macro-tool', () => {
  it.each(names)('EVAL-057 is the first instant without it: %s', async (name) => {
    const rules = await rulesOf({ domain });
    const holds: Holds = (world, at) => tools[name]?.holds(world, at) === true;
    const planOf = ({ p }: World, at: bigint): boolean => name === 'composed' && sometime(p, at - 3n * ms, at);
    await fc.assert(
      fc.asyncProperty(fc.array(spells, { maxLength: 3 }), fc.array(spells, { maxLength: 2 }), async (p, q) => {
        const world = { p, q };
        const selection = await rules.select(question({ facts: factsOf(name, world), evalTime: now }));
        const tool = selection.tools.find(({ plan }) => plan.name === name);
        expect(tool !== undefined).toBe(holds(world, now));
        if (tool === undefined) return;
        const isSame = (at: bigint): boolean => holds(world, at) && planOf(world, at) === planOf(world, now);
        const expected = firstLapse(world, isSame) ?? defaultEnd;
        expect(tool.plan.expiresAt).toBe(expected);
        // What is told is the last instant with it, or the first one without it.
        expect([expected - 1n, expected]).toContain(tool.expiresAt);
      }),
      { numRuns: 80 },
    );
  });

  it('EVAL-057 is never later than that, however many facts there are', async () => {
    const rules = await rulesOf({ domain });
    const name = 'some_back';
    await fc.assert(
      fc.asyncProperty(fc.array(spells, { minLength: 20, maxLength: 60 }), async (p) => {
        const world = { p, q: [] };
        const others = names.flatMap((other) => (other === name ? [] : factsOf(other, { p: p.slice(0, 5), q: [] })));
        const facts = [...factsOf(name, world), ...others];
        const selection = await rules.select(question({ facts, evalTime: now }));
        const tool = selection.tools.find(({ plan }) => plan.name === name);
        const lapse = firstLapse(world, (at) => tools[name]?.holds(world, at) === true);
        if (tool === undefined || lapse === undefined) return;
        expect(tool.plan.expiresAt).toBeLessThanOrEqual(lapse);
        expect(tool.plan.expiresAt).toBeGreaterThan(now);
      }),
      { numRuns: 25 },
    );
  });

  it('EVAL-057 is exact where rules only look back, however many facts there are', async () => {
    const rules = await rulesOf({
      domain: `Decl p(X) temporal bound [/string].
        macro_tool(X, "full") :- <-[0s, 5ms] p(X).`,
    });
    const seconds = fc.integer({ min: -9, max: 9 }).map((steps) => now + (BigInt(steps) * ms) / 2n);
    const past = fc.integer({ min: 0, max: 4_999_999 }).map((back) => now - BigInt(back));
    // Some of what is seen may still be to come, so that a tool goes and comes back.
    const sightings = fc.oneof(
      fc.array(past, { minLength: 1, maxLength: 200 }),
      fc.array(seconds, { minLength: 1, maxLength: 30 }),
    );
    await fc.assert(
      fc.asyncProperty(sightings, async (seen) => {
        const spellsOf = (name: string): readonly Spell[] =>
          seen
            .filter((_, index) => name === 'all' || name === `tool_${index % 7}`)
            .map((at) => ({ start: at, end: at }));
        const all = ['all', ...Array.from({ length: 7 }, (_, index) => `tool_${index}`)];
        const facts = all.flatMap((name) => factsOf(name, { p: spellsOf(name), q: [] }).slice(1));
        const { tools: found } = await rules.select(question({ facts, evalTime: now }));
        const holds = (name: string, at: bigint): boolean => sometime(spellsOf(name), at - 5n * ms, at);
        expect(found.map(({ plan }) => plan.name).sort()).toEqual(all.filter((name) => holds(name, now)));
        for (const { plan } of found) {
          const world = { p: spellsOf(plan.name), q: [] };
          expect([plan.name, plan.expiresAt]).toEqual([plan.name, firstLapse(world, (at) => holds(plan.name, at))]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('EVAL-057 is when a rival wins, also one that is gone itself some time later', async () => {
    const rules = await rulesOf({
      domain: `Decl p(X) temporal bound [/string].
        tool_relevant_to_intent("x", "go", 50).
        tool_relevant_to_intent("x", "go", 90) :- <-[0ms, 5ms] p("x").
        tool_relevant_to_intent("v", "go", 60) :- <-[0ms, 8ms] p("v").
        conflicts_with("x", "v").`,
    });
    const facts = ['x', 'v'].map((name) => factDuring('p', [name], { start: now, end: now }));
    const { tools: found } = await rules.select(question({ facts, evalTime: now }));
    expect(found.map(({ plan }) => [plan.name, plan.expiresAt])).toEqual([['x', now + 5n * ms + 1n]]);
  });

  it('EVAL-057 is when a rival comes back that had lost what it needs', async () => {
    const rules = await rulesOf({
      domain: `Decl p(X) temporal bound [/string].
        tool_relevant_to_intent("x", "go", 50).
        tool_relevant_to_intent("y", "go", 60) :- <-[0ms, 8ms] p("y").
        tool_relevant_to_intent("w", "go", 95) :- <-[0ms, 5ms] p("w").
        tool_requires("y", "z").
        conflicts_with("z", "w").
        conflicts_with("x", "y").`,
    });
    const facts = ['y', 'w'].map((name) => factDuring('p', [name], { start: now, end: now }));
    const { tools: found } = await rules.select(question({ facts, evalTime: now }));
    expect(found.map(({ plan }) => [plan.name, plan.expiresAt])).toEqual([
      ['w', now + 5n * ms + 1n],
      ['x', now + 5n * ms + 1n],
    ]);
  });
});
