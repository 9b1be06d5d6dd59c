import { type External, type ExternalRows, type Externals, sourceText, toValue } from '@manglecp/mangle';

/**
 * The same external predicates, each asked once for the same inputs. For evaluations that belong to one question: they
 * cost the outside nothing more, and cannot disagree because the outside changed in between.
 */
export function rememberAnswers(externals: Externals): Externals {
  return Object.fromEntries(Object.entries(externals).map(([key, external]) => [key, rememberCalls(external)]));
}

function rememberCalls(external: External): External {
  const answers = new Map<string, Promise<ExternalRows> | ExternalRows>();
  return {
    ...external,
    call: (inputs, call) => {
      const key = inputs.map((input) => sourceText(toValue(input))).join();
      const known = answers.get(key);
      if (known !== undefined) return known;
      const given = external.call(inputs, call);
      const answer = isPromise(given) ? Promise.resolve(given).then(listRows) : listRows(given);
      answers.set(key, answer);
      return answer;
    },
  };
}

/** Rows may come from a generator, which can be read once only. */
function listRows(rows: ExternalRows): ExternalRows {
  return typeof rows === 'boolean' ? rows : Array.from(rows);
}

function isPromise(value: unknown): value is PromiseLike<ExternalRows> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
