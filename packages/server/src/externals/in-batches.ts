import { type Answer, codeOf, type Question, type Source, SourceFailure } from './source.js';

interface Waiting {
  readonly question: Question;
  readonly signal: AbortSignal;
  readonly give: (answer: Answer) => void;
  readonly fail: (failure: SourceFailure) => void;
}

/**
 * Asks a source single questions, and answers those that come in one go together: rules note their questions and ask them
 * all at the end of a round.
 */
export function inBatches(source: Source): (question: Question, signal: AbortSignal) => Promise<Answer> {
  let open: Waiting[] = [];
  const flush = (): void => {
    const batch = open;
    open = [];
    if (batch.length > 0) void answerBatch(source, batch);
  };
  return (question, signal) =>
    new Promise<Answer>((give, fail) => {
      open.push({ question, signal, give, fail });
      if (open.length === 1) queueMicrotask(flush);
      if (open.length >= source.batchSize) flush();
    });
}

async function answerBatch(source: Source, batch: readonly Waiting[]): Promise<void> {
  const abort = new AbortController();
  let waiting = batch.length;
  const leave = (): void => {
    waiting -= 1;
    if (waiting === 0) abort.abort();
  };
  for (const { signal } of batch) signal.addEventListener('abort', leave, { once: true });
  try {
    const answers = await source.answer(
      batch.map(({ question }) => question),
      abort.signal,
    );
    for (const [at, { give }] of batch.entries()) give(answers[at] ?? []);
  } catch (error) {
    // What a driver says about its error may hold a secret or a value.
    const failure = error instanceof SourceFailure ? error : new SourceFailure(`it failed (${codeOf(error)})`);
    for (const { fail } of batch) fail(failure);
  } finally {
    for (const { signal } of batch) signal.removeEventListener('abort', leave);
  }
}
