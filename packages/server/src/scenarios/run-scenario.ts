import path from 'node:path';
import { Writable } from 'node:stream';
import type { WireFact } from '@manglecp/protocol';
import { serveLoaded } from '../open-server.js';
import { loadPack } from '../pack/load-pack.js';
import type { Pack } from '../pack/pack.js';
import type { Problem } from '../pack/problem.js';
import { renderProblems } from '../pack/render-problems.js';
import type { Server } from '../server.js';
import { prepareScenario, type PreparedRound } from './prepare-scenario.js';
import { problemsOf, readScenario, type ScenarioText } from './read-scenario.js';
import type { RoundReport, ScenarioReport } from './report.js';
import { type Played, runRound } from './run-round.js';
import { NoAnswer, ScenarioClient } from './scenario-client.js';

export interface RunOptions {
  /** Called before each round, with its number from 1. */
  readonly onRound?: (round: number) => void;
  /** A file that is laid over `manglecp.json`. */
  readonly configFile?: string;
  /** How long a round may take in all. */
  readonly timeoutMs: number;
}

/** A pack that is being served, with a clock that can be set. */
export interface Stage {
  readonly pack: Pack;
  readonly server: Server;
  readonly clock: { nowMs: number };
  /** Why requests failed, as the operator is told: clients are not. */
  readonly causes: string[];
}

/** Loads a pack and serves it inside the process, with everything but its logs. */
export async function openStage(
  folder: string,
  { configFile }: Pick<RunOptions, 'configFile'>,
): Promise<Stage | { readonly problems: readonly Problem[] }> {
  const loaded = await loadPack(folder, configFile === undefined ? {} : { configFile });
  if ('problems' in loaded) return loaded;
  const { pack } = loaded;
  const clock = { nowMs: 0 };
  const causes: string[] = [];
  const logDestination = readCauses((cause) => causes.push(cause));
  const opened = await serveLoaded([withoutTraces(pack)], { logDestination, clock: () => clock.nowMs });
  if ('problems' in opened) return opened;
  const { server } = opened;
  const problems = await server.boot();
  if (problems.length === 0) return { pack, server, clock, causes };
  await server.close();
  return { problems };
}

/** A scenario is no use of the pack, so the audit log has nothing to say about it; of the log only errors matter. */
function withoutTraces(pack: Pack): Pack {
  const observe = { ...pack.config.observe, log_level: 'error', audit_log: null, tracing: false } as const;
  return { ...pack, config: { ...pack.config, observe } };
}

/** Takes a log, which is made of JSON lines, and tells the messages of the errors in it. */
function readCauses(tell: (cause: string) => void): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      for (const line of String(chunk)
        .split('\n')
        .filter((text) => text !== '')) {
        const { err } = JSON.parse(line) as { readonly err?: { readonly message?: unknown } };
        if (typeof err?.message === 'string') tell(err.message);
      }
      done();
    },
  });
}

/**
 * Runs one scenario against a server of its own, so that what actions remember does not reach the next one. Never throws
 * because of what the scenario or the pack says.
 */
export async function runScenario(folder: string, source: ScenarioText, options: RunOptions): Promise<ScenarioReport> {
  const file = path.basename(source.file);
  const read = readScenario(source);
  if ('problems' in read) return notRun(file, file, read.problems);
  const { name } = read.scenario;
  const stage = await openStage(folder, options);
  if ('problems' in stage) return notRun(file, name, stage.problems);
  try {
    const prepared = prepareScenario(read.scenario, stage.pack);
    if ('misfits' in prepared) return notRun(file, name, problemsOf(prepared.misfits, source));
    return { file, name, problems: '', rounds: await runRounds(stage, prepared.rounds, options) };
  } finally {
    await stage.server.close();
  }
}

function notRun(file: string, name: string, problems: readonly Problem[]): ScenarioReport {
  return { file, name, problems: renderProblems(problems), rounds: [] };
}

async function runRounds(
  stage: Stage,
  rounds: readonly PreparedRound[],
  { timeoutMs, onRound }: RunOptions,
): Promise<readonly RoundReport[]> {
  const reports: RoundReport[] = [];
  let carried: readonly WireFact[] = [];
  for (const [at, prepared] of rounds.entries()) {
    onRound?.(at + 1);
    stage.causes.length = 0;
    const played = await playRound(stage, prepared, carried, timeoutMs);
    const causes = played.diff.length === 0 ? [] : stage.causes.map((cause) => `the cause: ${cause}`);
    reports.push({ round: at + 1, diff: [...played.diff, ...causes] });
    carried = prepared.round.apply_delta ? played.facts : [];
  }
  return reports;
}

/** One round on a connection of its own, which is closed in the end: that stops what is under way. */
async function playRound(
  { server, clock }: Stage,
  prepared: PreparedRound,
  carried: readonly WireFact[],
  timeoutMs: number,
): Promise<Played> {
  clock.nowMs = prepared.nowMs;
  const connection = prepared.principal === undefined ? server.connect() : server.connectAs(prepared.principal);
  const { expired, release } = deadline(timeoutMs);
  try {
    return await runRound(new ScenarioClient(connection, expired), prepared, carried);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { diff: [error.message], facts: carried };
  } finally {
    release();
    connection.close();
  }
}

function deadline(timeoutMs: number): { readonly expired: Promise<never>; readonly release: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    const message = `no answer within ${timeoutMs} ms; does an action or an external function wait for ever?`;
    timer = setTimeout(() => reject(new NoAnswer(message)), timeoutMs);
  });
  expired.catch(() => undefined);
  return { expired, release: () => clearTimeout(timer) };
}
