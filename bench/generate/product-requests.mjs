// The requests of the product-shaped program, each the text of some facts.
import { entityName, kinds, macroName, productCounts, toolName, userName } from './product-facts.mjs';
import { distinct, random, times } from './random.mjs';

const requestCount = 200;

/**
 * Plain requests: who asks, for what, about which entities.
 * @param {{ size: 'small' | 'large', seed: number }} options
 * @returns {string[]}
 */
export function productRequests({ size, seed }) {
  const q = random(seed + 77);
  return times(requestCount, () => requestLines(q, productCounts(size)).join('\n') + '\n');
}

function requestLines(q, counts) {
  const some = (count, range, line) => distinct(count, () => [q.int(range)]).map(([at]) => line(at));
  return [
    ...some(1 + q.int(3), kinds.intents, (at) => `req_intent(/intent/i${at}).`),
    `req_user(${userName(q.int(counts.users))}).`,
    ...some(3 + q.int(20), counts.entities, (at) => `req_entity(${entityName(at)}).`),
    ...some(1 + q.int(5), kinds.tags, (at) => `req_tag(/tag/a${at}).`),
    ...some(2 + q.int(8), kinds.scopes, (at) => `req_scope(/scope/s${at}).`),
    ...some(q.int(4), counts.macros, (at) => `req_done(${macroName(at)}).`),
    ...some(q.int(3), 6, (at) => `req_flag(/flag/f${at}).`),
    `req_env(/env/v${q.int(4)}).`,
    `req_budget(${100 + q.int(150)}).`,
  ];
}

/**
 * The same requests, each with 11 facts of the domain: a new entity, an entity that becomes part of another one with
 * everything below it, a tag, a dependency, and a tool that becomes riskier, which changes maxima of base facts.
 * @param {{ size: 'small' | 'large', seed: number }} options
 * @returns {string[]}
 */
export function domainRequests({ size, seed }) {
  const q = random(seed + 1234);
  const counts = productCounts(size);
  return productRequests({ size, seed }).map((plain, at) => plain + domainLines(q, counts, at).join('\n') + '\n');
}

function domainLines(q, { entities, users, tools }, at) {
  const added = `/ent/x${at}`;
  const anyEntity = () => entityName(q.int(entities));
  const moved = 40 + q.int(entities - 40);
  return [
    `entity(${added},/type/y${q.int(kinds.types)}).`,
    `part_of(${added},${anyEntity()}).`,
    `located(${added},/region/g${q.int(kinds.regions)}).`,
    `tagged(${added},/tag/a${q.int(kinds.tags)}).`,
    `classified(${added},${q.int(5)}).`,
    `owns(${userName(q.int(users))},${added}).`,
    `depends_on(${added},${anyEntity()}).`,
    // To an entity with a lower number, so that nothing becomes a part of itself.
    `part_of(${entityName(moved)},${entityName(q.int(moved))}).`,
    `tagged(${anyEntity()},/tag/a${q.int(kinds.tags)}).`,
    `depends_on(${anyEntity()},${added}).`,
    `tool_risk(${toolName(q.int(tools))},10).`,
  ];
}
