// The requests to the plant: who asks, for what, about which machines.
import { distinct, random, times } from '../../generate/random.mjs';
import { intentName, kinds, plantCounts, toolName, unitName, userName } from './facts.mjs';

/** When all requests are evaluated. */
const evalTime = '2026-03-01T09:15:00Z';

/**
 * The payloads of `count` requests of 10 to 50 facts each.
 * @param {{ size: 'small' | 'large', seed: number, count: number }} options
 */
export function plantRequests({ size, seed, count }) {
  const q = random(seed + 77);
  const counts = plantCounts(size);
  return times(count, () => ({
    intent: { name: intentName(q.int(kinds.intents)), params: { urgency: ['low', 'high'][q.int(2)] } },
    facts: clientFacts(q, counts),
    eval_time: evalTime,
  }));
}

function clientFacts(q, { units, tools, users }) {
  const some = (pred, count, range, name) =>
    distinct(count, () => [q.int(range)]).map(([at]) => ({ pred, args: [name(at)] }));
  return [
    { pred: 'acting_user', args: [userName(q.int(users))] },
    ...some('focus_unit', 4 + q.int(20), units, unitName),
    ...some('focus_label', 1 + q.int(5), kinds.tags, (at) => `tag_${at}`),
    ...some('granted_scope', 2 + q.int(8), kinds.scopes, (at) => `scope_${at}`),
    ...some('finished', q.int(4), tools, toolName),
    ...some('raised_flag', q.int(4), kinds.flags, (at) => `flag_${at}`),
    { pred: 'environment', args: [`environment_${q.int(kinds.environments)}`] },
    { pred: 'budget', args: [20 + q.int(40)] },
  ];
}

/**
 * The same requests, each with `count` facts that have a time: readings of the last hour, so that some count now and
 * will not in half an hour.
 * @param {readonly { facts: readonly object[] }[]} requests
 * @param {{ seed: number, count: number, size: 'small' | 'large' }} options
 */
export function timedRequests(requests, { seed, count, size }) {
  const q = random(seed + 4321);
  const { units } = plantCounts(size);
  return requests.map((request) => ({
    ...request,
    facts: [
      ...request.facts,
      ...times(count, () => {
        const at = new Date(Date.parse(evalTime) - q.int(3600) * 1000).toISOString();
        return { pred: 'reading', args: [unitName(q.int(units)), ['alarm', 'calm'][q.int(2)]], t: { at } };
      }),
    ],
  }));
}

/** A request as it is sent. */
export function messageOf(payload, id) {
  return JSON.stringify({ type: 'intent_request', id, manglecp: '2026-02-draft', payload });
}
