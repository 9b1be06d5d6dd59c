import { type Json, type JsonObject, readTime, TimeError, type WireFact } from '@manglecp/protocol';
import type { Misfit } from '../config/fit-config.js';
import type { Pack } from '../pack/pack.js';
import { principalNamed } from '../security/create-authenticator.js';
import type { Principal } from '../security/principal.js';
import { type FactContext, readFactText } from './read-fact-text.js';
import type { Round, Scenario } from './scenario-schema.js';

/** A round with everything in the form in which it is sent or compared. */
export interface PreparedRound {
  readonly round: Round;
  /** What the clock of the server says all the time, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Absent for somebody without credentials. */
  readonly principal: Principal | undefined;
  readonly facts: readonly WireFact[];
  /** What the delta should hold; absent if that is not checked. */
  readonly assert: readonly WireFact[] | undefined;
  readonly retract: readonly WireFact[] | undefined;
}

export type Prepared = { readonly rounds: readonly PreparedRound[] } | { readonly misfits: readonly Misfit[] };

/** What the clock says in a scenario that names no time: the same in every run. */
const defaultTime = Date.UTC(2026, 0, 1);

/**
 * Reads what a scenario says against its pack: texts of facts become facts of the wire, names become principals. The clock
 * stands still in a round, at its `eval_time`; without one at that of the round before.
 */
export function prepareScenario({ rounds }: Scenario, { program, config }: Pack): Prepared {
  const misfits: Misfit[] = [];
  let nowMs = defaultTime;
  const prepared = rounds.map((round, at): PreparedRound => {
    const path = `/rounds/${at}`;
    nowMs = timeOf(round.eval_time, nowMs);
    const readAll = createReader({ program, now: BigInt(nowMs) * nanosPerMs }, misfits);
    const principal = round.as === null ? undefined : principalNamed(config.auth, round.as);
    if (round.as !== null && principal === undefined) {
      const known = [...config.auth.tokens, ...config.auth.api_keys].map(({ identity }) => `\`${identity}\``);
      misfits.push({ path: `${path}/as`, message: `nobody is called \`${round.as}\``, help: identityHelp(known) });
    }
    return {
      round,
      nowMs,
      principal,
      facts: readAll(round.facts, `${path}/facts`) ?? [],
      assert: readAll(round.invoke?.expect.assert, `${path}/invoke/expect/assert`),
      retract: readAll(round.invoke?.expect.retract, `${path}/invoke/expect/retract`),
    };
  });
  return misfits.length > 0 ? { misfits } : { rounds: prepared };
}

const nanosPerMs = 1_000_000n;

/** A time that is none is left to the server, which has to refuse it. */
function timeOf(time: Json | undefined, nowMs: number): number {
  if (time === undefined || time === null) return nowMs;
  try {
    const now = BigInt(nowMs) * nanosPerMs;
    return Number(readTime(time, { now, formats: ['rfc3339', 'epoch_ms'] }) / nanosPerMs);
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    return nowMs;
  }
}

type Reader = (facts: readonly (JsonObject | string)[] | undefined, path: string) => readonly WireFact[] | undefined;

function createReader(context: FactContext, misfits: Misfit[]): Reader {
  return (facts, path) =>
    facts?.flatMap((fact, at): readonly WireFact[] => {
      // An object that is no fact is for the server to refuse.
      if (typeof fact !== 'string') return [fact as unknown as WireFact];
      const read = readFactText(fact, context);
      if ('fact' in read) return [read.fact];
      misfits.push({ path: `${path}/${at}`, ...read });
      return [];
    });
}

function identityHelp(known: readonly string[]): string {
  if (known.length === 0) return 'Add a credential to `auth.tokens` of `manglecp.json`, or ask without one: null.';
  return `The credentials of \`manglecp.json\` are those of ${[...new Set(known)].join(', ')}.`;
}
