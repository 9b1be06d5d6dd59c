import { anyType, fact, type FactInput } from '@manglecp/mangle';
import { isList, isObject, type Json, type JsonObject, ProtocolError } from '@manglecp/protocol';
import { Misfit } from './misfit.js';
import { readJson } from './read-json.js';

/** What rules call the intent that is being evaluated (C-74). */
export const currentIntent = 'current';

/**
 * The parameters of an intent as rules see them: `intent_param("current", Key, Value)`, once for each element of a list.
 * A parameter, member or element that is null says nothing, however deep it lies. Throws a `ProtocolError` for what is no
 * value, and for more values than a request may have facts: parameters are no way around that limit.
 */
export function paramFacts(params: JsonObject, limit: number): readonly FactInput[] {
  const values = Object.entries(params).map(([key, json]) => [key, isList(json) ? json : [json]] as const);
  const actual = values.reduce((sum, [, each]) => sum + countValues(each), 0);
  if (actual > limit) {
    throw new ProtocolError('too_many_facts', `expected at most ${limit} values of parameters, got ${actual}`, {
      details: { limit, actual },
    });
  }
  return values.flatMap(([key, each]) => {
    return each.filter((value) => value !== null).map((value) => paramFact(key, withoutNulls(value)));
  });
}

/** The values in a list, however deep; an empty list or object is one. */
function countValues(list: readonly Json[]): number {
  return list.reduce<number>((sum, each) => {
    const inside = isList(each) ? each : isObject(each) ? Object.values(each) : [];
    return sum + Math.max(1, countValues(inside));
  }, 0);
}

function withoutNulls(json: Json): Json {
  if (isList(json)) return json.filter((item) => item !== null).map(withoutNulls);
  if (!isObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  );
}

function paramFact(key: string, json: Json): FactInput {
  const [name, value] = [readJson(key, anyType), readJson(json, anyType)];
  const misfit = [name, value].find((each) => each instanceof Misfit);
  if (misfit === undefined) return fact('intent_param', currentIntent, key, value as Exclude<typeof value, Misfit>);
  const message = `expected ${misfit.expected} in a parameter of the intent, got ${misfit.actual}`;
  const path = `/intent/params/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  throw new ProtocolError('malformed_message', message, {
    details: { reason: 'invalid_param', schema_errors: [{ path, keyword: 'type', message }] },
  });
}
