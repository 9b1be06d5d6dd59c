// What the rules alone cost for one request, in a process of its own: policy and selection, without any message.
import { loadPack } from '../../packages/server/dist/pack/load-pack.js';
import { toFactInputs } from '../../packages/server/dist/facts/to-engine.js';
import { wirePredicates } from '../../packages/server/dist/facts/wire-predicates.js';
import { createRuleSet } from '../../packages/server/dist/rules/create-rule-set.js';
import { anonymous } from '../../packages/server/dist/security/principal.js';
import { profileOf } from '../../packages/server/dist/session/domain.js';
import { checkFacts, parseJson } from '../../packages/protocol/dist/index.js';

const [folder, text, count] = process.argv.slice(2);
const { pack } = await loadPack(folder);
const { rules } = await createRuleSet(pack);
const { payload } = parseJson(text);
const evalTime = BigInt(Date.parse(payload.eval_time)) * 1_000_000n;
const checked = checkFacts(payload.facts, profileOf(pack), { now: evalTime });
const { limits } = pack.config;
const question = {
  principal: anonymous,
  canLogIn: false,
  intent: payload.intent.name,
  params: payload.intent.params ?? {},
  facts: toFactInputs(checked.facts, wirePredicates(pack)).facts,
  evalTime,
  preference: 'adaptive',
  limits: {
    maxFacts: limits.max_derived_facts,
    maxIntervals: limits.max_intervals_per_atom,
    timeoutMs: limits.max_compute_ms,
  },
  issuedAtMs: Date.now(),
  signal: new AbortController().signal,
};

await run(Number(count));
const before = process.cpuUsage();
await run(Number(count));
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ ms: (user + system) / 1000 / Number(count) }));

async function run(times) {
  for (let time = 0; time < times; time++) {
    await rules.authorize(question);
    await rules.select(question);
  }
}
