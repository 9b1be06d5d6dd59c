import type { Lapse } from '../macro/validity.js';
import type { ChangePoint } from './change-points.js';

/** The macro-tools of an answer: their ids by name. */
export type ToolIds = ReadonlyMap<string, string>;

/** The answer at another time; undefined if there is none within the limits. */
export type LookAt = (now: bigint) => Promise<ToolIds | undefined>;

/** How many later instants an answer is tried at, one after the other. */
const maxLooks = 32;

/**
 * When each macro-tool would no longer be in the answer, or be another one, if time went on and no fact changed: the
 * answer is tried at the instants at which it may change. So a validity holds for whatever rules do with time: look back,
 * look ahead, compare, negate. A tool that outlasts all instants has no lapse. If there are more instants than are tried,
 * no validity goes beyond those that were.
 */
export async function findLapses(
  tools: ToolIds,
  points: readonly ChangePoint[],
  look: LookAt,
): Promise<ReadonlyMap<string, Lapse>> {
  const lapses = new Map<string, Lapse>();
  for (const [count, point] of points.slice(0, maxLooks + 1).entries()) {
    if (lapses.size === tools.size) break;
    const then = count < maxLooks ? await look(point.at) : undefined;
    for (const [name, id] of tools) if (!lapses.has(name) && then?.get(name) !== id) lapses.set(name, lapseAt(point));
  }
  return lapses;
}

/**
 * The same where tools that are gone stay away: their lapses are found by halving, so that it hardly matters how many
 * instants there are.
 */
export async function findLapsesByHalves(
  tools: ToolIds,
  points: readonly ChangePoint[],
  look: LookAt,
): Promise<ReadonlyMap<string, Lapse>> {
  const lapses = new Map<string, Lapse>();
  const goneAt = async (names: readonly string[], point: ChangePoint): Promise<readonly string[]> => {
    const then = await look(point.at);
    return names.filter((name) => then?.get(name) !== tools.get(name));
  };
  /** INVARIANT: the tools are there before the first of these points, and gone at the last one. */
  const halve = async (names: readonly string[], some: readonly ChangePoint[]): Promise<void> => {
    const [first] = some;
    if (names.length === 0 || first === undefined) return;
    if (some.length === 1) {
      for (const name of names) lapses.set(name, lapseAt(first));
      return;
    }
    const half = some.length >> 1;
    const [early, late] = [some.slice(0, half), some.slice(half)];
    const gone = await goneAt(names, early.at(-1) ?? first);
    await halve(gone, early);
    await halve(
      names.filter((name) => !gone.includes(name)),
      late,
    );
  };
  const last = points.at(-1);
  if (last !== undefined) await halve(await goneAt([...tools.keys()], last), points);
  return lapses;
}

/**
 * A plan may hold the evaluation time itself, and then is another one at every instant, also from one to the next at which
 * nothing else can change. Such tools count as the same as long as they are there at all.
 */
export async function sameTools(
  tools: ToolIds,
  points: readonly ChangePoint[],
  { now, look }: { readonly now: bigint; readonly look: LookAt },
): Promise<LookAt> {
  if (points.length === 0) return look;
  const changes = new Set(points.map(({ at }) => at));
  let calm = now;
  while (changes.has(calm + 1n)) calm += 1n;
  const before = calm === now ? tools : await look(calm);
  const after = await look(calm + 1n);
  const isTimed = (name: string): boolean => after?.has(name) === true && before?.get(name) !== after.get(name);
  const timed = new Map([...tools].filter(([name]) => before?.has(name) === true && isTimed(name)));
  if (timed.size === 0) return look;
  return async (at) => {
    const found = await look(at);
    return found === undefined ? undefined : new Map(Array.from(found, ([name, id]) => [name, timed.get(name) ?? id]));
  };
}

function lapseAt({ at, isEnd }: ChangePoint): Lapse {
  return { at, told: isEnd ? at - 1n : at };
}
