import { type SourceInput, toSources } from '../api/compile.js';
import { checkLimits, type Limits } from '../engine/budget.js';
import { type FactInput, type InstantInput, toNanos } from '../engine/host-facts.js';
import { createSource } from '../text/source.js';
import type { FactBatch } from '../value/fact-batch.js';
import { answerOf, type Asked, checkAsked, type OffThreadAnswer } from './asked.js';
import { Call } from './call.js';
import { Thread, type ThreadOptions } from './thread.js';
import { type PlainOptions, wireFacts, wireSource } from './wire.js';

/** How a program is evaluated on a thread of its own, and what is wanted of its model. */
export interface OffThreadOptions extends Asked, PlainOptions, ThreadOptions {
  /** The evaluation time. The current time if absent. */
  readonly now?: InstantInput;
  readonly facts?: Iterable<FactInput | FactBatch>;
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
  /** The address of a module that exports `externals`, `registry` or both: functions cannot go to another thread. */
  readonly hostModule?: URL | string;
}

/**
 * Compiles and evaluates a program on a thread of its own, and gives what is wanted of its model. Rejects with the
 * `CompileError` or `EvaluationError` there would be here. The thread ends with it.
 */
export async function evaluateOffThread(
  sources: SourceInput | readonly SourceInput[],
  options: OffThreadOptions = {},
): Promise<OffThreadAnswer> {
  checkAsked(options);
  const { bounds = 'error', execution = 'auto', signal, hostModule } = options;
  const limits = checkLimits(options.limits ?? {});
  const texts = toSources(sources);
  const facts = wireFacts(options.facts ?? []);
  const place = { source: texts[0] ?? createSource('', ''), start: 0, end: 0 };
  const call = new Call({ signal, timeoutMs: limits.timeoutMs ?? Infinity, place, sources: texts });
  if (call.isOver) return answerOf(options, await call.result, true);
  const thread = new Thread(options, { idle: () => undefined, end: () => undefined });
  const work = {
    id: call.id,
    flag: call.flag,
    now: toNanos(options.now ?? new Date()),
    limits,
    facts,
    asked: askedOf(options),
  };
  const program = {
    sources: texts.map(wireSource),
    ...(hostModule === undefined ? {} : { hostModule: String(hostModule) }),
  };
  call.start(thread, { kind: 'evaluate', work, program, options: { bounds, execution } });
  try {
    return answerOf(options, await call.result, true);
  } finally {
    await thread.end();
  }
}

/** Only what threads need to know; the rest may be something that cannot go there. */
export function askedOf({ queries = [], predicates = [] }: Asked): Asked {
  return { queries, predicates };
}
