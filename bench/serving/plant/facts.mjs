// The base facts of the plant: tools with their plans, machines that are parts of others, people.
import { distinct, random, times } from '../../generate/random.mjs';

/** How many different names there are of each kind, at every size. */
export const kinds = {
  intents: 60,
  categories: 40,
  scopes: 30,
  types: 25,
  tags: 60,
  regions: 8,
  teams: 20,
  actions: 60,
  skills: 20,
  environments: 4,
  flags: 6,
};

export const intentName = (at) => `intent_${at}`;
export const toolName = (at) => `tool_${String(at).padStart(4, '0')}`;
export const unitName = (at) => `unit_${at}`;
export const userName = (at) => `user_${at}`;
export const actionName = (at) => `action_${at}`;
export const skillName = (at) => `skill-${at}`;

/**
 * How many of each there are.
 * @param {'small' | 'large'} size
 */
export function plantCounts(size) {
  const scale = size === 'large' ? 1 : 0.05;
  return { tools: 2000 * scale, units: 4700 * scale, users: 400 * scale };
}

/**
 * All base facts, as predicate and arguments. Texts are texts; `{ source }` is written as it is.
 * @param {{ size: 'small' | 'large', seed: number }} options
 * @returns {(readonly [string, ...(string | number | { source: string })[]])[]}
 */
export function plantFacts({ size, seed }) {
  const counts = plantCounts(size);
  const r = random(seed ^ 0x3c6ef372);
  return [
    ...times(counts.tools, (at) => toolFacts(r, at, counts)).flat(),
    ...times(counts.tools, (at) => planFacts(r, at)).flat(),
    ...times(kinds.intents, (at) => intentFacts(r, at, counts)).flat(),
    ...times(counts.units, (at) => unitFacts(r, at, counts)).flat(),
    ...times(counts.users, (at) => userFacts(r, at)).flat(),
    ...times(kinds.teams, (at) =>
      distinct(6, () => [r.int(kinds.scopes)]).map(([scope]) => ['team_scope', `team_${at}`, `scope_${scope}`]),
    ).flat(),
  ];
}

function toolFacts(r, at, { tools }) {
  const tool = toolName(at);
  const some = (probability, make) => (r.next() < probability ? [make()] : []);
  return [
    ...distinct(1 + r.int(2), () => [r.int(kinds.intents)]).map(([intent]) => [
      'tool_intent',
      tool,
      intentName(intent),
    ]),
    ['tool_category', tool, `category_${r.int(kinds.categories)}`],
    ['tool_cost', tool, 1 + r.int(50)],
    ['tool_risk', tool, r.int(10)],
    ...distinct(2, () => [r.int(kinds.tags)]).map(([tag]) => ['tool_tag', tool, `tag_${tag}`]),
    ...some(0.6, () => ['tool_scope', tool, `scope_${r.int(kinds.scopes)}`]),
    ['tool_reads', tool, `type_${r.int(kinds.types)}`],
    ...some(0.4, () => ['tool_writes', tool, `type_${r.int(kinds.types)}`]),
    // Only tools of lower numbers, so that nothing needs itself.
    ...(at === 0 ? [] : some(0.1, () => ['tool_requires', tool, toolName(r.int(at))])),
    ...some(0.15, () => ['conflicts_with', tool, toolName((at + 1 + r.int(tools - 1)) % tools)]),
    ...some(0.1, () => ['requires_capability', tool, ['temporal', 'aggregation', 'x-crane'][r.int(3)]]),
    ...some(0.1, () => ['needs_skill', tool, skillName(r.int(kinds.skills))]),
    ...some(0.2, () => ['manual_page', tool, `manual://page/${r.int(900)}`]),
    ...some(0.1, () => ['journaled', tool]),
  ];
}

/** One to three steps, the later ones on what the first one found. */
function planFacts(r, at) {
  const tool = toolName(at);
  const steps = times(1 + r.int(3), (step) => {
    const found = step === 0 ? '' : `, /found : {/step : ${step}, /path : "id"}`;
    const template = `{/mode : "${['quick', 'deep', 'dry'][r.int(3)]}", /unit : {/arg : "unit"}${found}}`;
    return ['macro_step', tool, step + 1, actionName(r.int(kinds.actions)), { source: template }];
  });
  return [
    ...steps,
    ['macro_param', tool, 'unit', 'string', { source: '/true' }],
    ['macro_param_doc', tool, 'unit', 'The machine, such as unit_17.'],
    ...(r.next() < 0.3 ? [['macro_param', tool, 'count', 'integer', { source: '/false' }]] : []),
    ['macro_description', tool, `Looks after a machine in way ${at}. The log has what was done, and by whom.`],
  ];
}

function intentFacts(r, at, { tools }) {
  const intent = intentName(at);
  const served = toolName(r.int(tools));
  return [
    ...distinct(2, () => [r.int(tools)]).map(([tool]) => ['mandatory_for_intent', intent, toolName(tool)]),
    ['tool_serves_intent', served, intent],
    ['tool_constraint', served, 'environment', `environment_${r.int(kinds.environments)}`],
  ];
}

function unitFacts(r, at, { users, units }) {
  const unit = unitName(at);
  const some = (probability, make) => (r.next() < probability ? [make()] : []);
  return [
    ['unit_type', unit, `type_${r.int(kinds.types)}`],
    ...(at > 20 ? [['part_of', unit, unitName(Math.floor(at / (3 + r.int(4))))]] : []),
    ['located', unit, `region_${r.int(kinds.regions)}`],
    ...some(0.5, () => ['tagged', unit, `tag_${r.int(kinds.tags)}`]),
    ...some(0.3, () => ['cares_for', userName(r.int(users)), unit]),
    ...some(0.12, () => ['classified', unit, r.int(5)]),
    ...some(0.15, () => ['fed_by', unit, unitName(r.int(units))]),
  ];
}

function userFacts(r, at) {
  const user = userName(at);
  return [
    ['clearance', user, r.int(5)],
    ['user_region', user, `region_${r.int(kinds.regions)}`],
    ['member', user, `team_${r.int(kinds.teams)}`],
  ];
}
