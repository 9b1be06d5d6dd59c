import {
  type External,
  type ExternalRows,
  type Externals,
  type MangleInput,
  sourceText,
  toValue,
} from '@manglecp/mangle';

/**
 * The same external predicates, each asked once for the same inputs. For evaluations that belong to one question: they
 * cost the outside nothing more, and cannot disagree because the outside changed in between.
 */
export function rememberAnswers(externals: Externals): Externals {
  return Object.fromEntries(Object.entries(externals).map(([key, external]) => [key, rememberCalls(external)]));
}

function rememberCalls(external: External): External {
  const answers = new Map<string, Promise<ExternalRows> | ExternalRows>();
  const list = (rows: ExternalRows): ExternalRows => listRows(rows, external.maxRows ?? defaultMaxRows);
  return {
    ...external,
    call: (inputs, call) => {
      const key = inputs.map((input) => sourceText(toValue(input))).join();
      const known = answers.get(key);
      if (known !== undefined) return known;
      const given = external.call(inputs, call);
      const answer = isPromise(given) ? Promise.resolve(given).then(list) : list(given);
      answers.set(key, answer);
      return answer;
    },
  };
}

/** As in the engine. */
const defaultMaxRows = 10_000;

/**
 * Rows may come from a generator, which can be read once only and need not end. One row more than there may be is enough
 * for the engine to refuse them.
 */
function listRows(rows: ExternalRows, maxRows: number): ExternalRows {
  // What is no list of rows is left to the engine as well.
  if (typeof rows !== 'object' || rows === null || !(Symbol.iterator in rows)) return rows;
  const listed: (readonly MangleInput[])[] = [];
  for (const row of rows) {
    listed.push(row);
    if (listed.length > maxRows) break;
  }
  return listed;
}

function isPromise(value: unknown): value is PromiseLike<ExternalRows> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
