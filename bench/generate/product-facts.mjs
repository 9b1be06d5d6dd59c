// The domain of the product-shaped program: tools, macros made of tools, entities, users.
import { distinct, random } from './random.mjs';

/** How many different names there are of each kind, at every size. */
export const kinds = { cats: 40, caps: 120, scopes: 30, types: 25, tags: 60, intents: 30, regions: 8 };

export const toolName = (at) => `/tool/t${at}`;
export const macroName = (at) => `/macro/m${at}`;
export const entityName = (at) => `/ent/e${at}`;
export const userName = (at) => `/user/u${at}`;

/**
 * How many of each there are.
 * @param {'small' | 'large'} size
 */
export function productCounts(size) {
  const scale = size === 'large' ? 1 : 0.2;
  return { macros: 200 * scale, tools: 2000 * scale, entities: 12000 * scale, users: 400 * scale };
}

/**
 * Hands every base fact to `put`, as its text. With a growth of 10 there are 10 times as many entities, each with its
 * facts. Those of growth 1 are always the same, and the others neither contain them nor depend on them, so that a
 * request has the same answer at every growth.
 * @param {{ size: 'small' | 'large', seed: number, growth?: number }} options
 * @param {(fact: string) => void} put
 */
export function productFacts({ size, seed, growth = 1 }, put) {
  const counts = productCounts(size);
  const r = random(seed ^ 0x5bd1e995);
  const add = (predicate, ...args) => put(`${predicate}(${args.join(',')}).`);
  for (let at = 0; at < counts.tools; at++) addTool(add, r, at);
  for (let at = 0; at < counts.macros; at++) addMacro(add, r, at, counts);
  for (let at = 0; at < counts.entities; at++) addEntity(add, r, at, { ...counts, from: 0, to: counts.entities });
  for (let at = 0; at < counts.users; at++) addUser(add, r, at);
  addTeams(add, r);
  const more = random(seed + 0x2545f491);
  const range = { ...counts, from: counts.entities, to: counts.entities * growth };
  for (let at = range.from; at < range.to; at++) addEntity(add, more, at, range);
}

function addTool(add, r, at) {
  const tool = toolName(at);
  add('tool', tool);
  add('tool_cat', tool, `/cat/c${r.int(kinds.cats)}`);
  add('tool_cost', tool, 1 + r.int(50));
  add('tool_risk', tool, r.int(10));
  for (const [cap] of distinct(3, () => [r.int(kinds.caps)])) add('tool_cap', tool, `/cap/k${cap}`);
  if (r.next() < 0.6) add('tool_scope', tool, `/scope/s${r.int(kinds.scopes)}`);
  add('tool_reads', tool, `/type/y${r.int(kinds.types)}`);
  if (r.next() < 0.4) add('tool_writes', tool, `/type/y${r.int(kinds.types)}`);
}

function addMacro(add, r, at, { tools, macros }) {
  const macro = macroName(at);
  add('macro', macro);
  const steps = 3 + r.int(7);
  for (let step = 0; step < steps; step++) add('macro_step', macro, step, toolName(r.int(tools)));
  for (const [intent] of distinct(1 + r.int(3), () => [r.int(kinds.intents)])) {
    add('macro_intent', macro, `/intent/i${intent}`);
  }
  if (r.next() < 0.3) add('macro_after', macro, macroName(r.int(macros)));
  if (r.next() >= 0.5) add('macro_type', macro, '/type/y0');
  add('macro_type', macro, `/type/y${r.int(kinds.types)}`);
}

function addEntity(add, r, at, { users, from, to }) {
  const entity = entityName(at);
  add('entity', entity, `/type/y${r.int(kinds.types)}`);
  if (at > 20) add('part_of', entity, entityName(Math.floor(at / (3 + r.int(4)))));
  add('located', entity, `/region/g${r.int(kinds.regions)}`);
  if (r.next() < 0.5) add('tagged', entity, `/tag/a${r.int(kinds.tags)}`);
  if (r.next() < 0.3) add('owns', userName(r.int(users)), entity);
  if (r.next() < 0.12) add('classified', entity, r.int(5));
  if (r.next() < 0.2) add('depends_on', entity, entityName(from + r.int(to - from)));
}

function addUser(add, r, at) {
  const user = userName(at);
  add('clearance', user, r.int(5));
  add('user_region', user, `/region/g${r.int(kinds.regions)}`);
  add('member', user, `/team/p${r.int(20)}`);
}

function addTeams(add, r) {
  for (let at = 0; at < 20; at++) {
    for (const [scope] of distinct(6, () => [r.int(kinds.scopes)]))
      add('team_scope', `/team/p${at}`, `/scope/s${scope}`);
  }
}
