// A program shaped like the rules of a real agent kernel: 1,514 small rules in 717 strata, most of which depend on
// those before them through joins, negation, recursion and aggregation, over about 5,000 facts.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { distinct, random, times } from './random.mjs';
import { writeRequests } from './write-product.mjs';

export const kernelRuleCount = 1514;
export const kernelStratumCount = 717;

/** A module has eight strata, the end of the program five. */
const moduleCount = 89;
const [itemCount, kindCount, attributeCount] = [700, 12, 6];

/** Only the last are checked: what went wrong anywhere shows there. */
export const kernelCheck = ['final', 'alarm', 'quiet', 'level', 'verdict', 'out88', 'ok88', 'score44', 'ok0'];

const item = (at) => `/item/n${at}`;
const kind = (at) => `/kind/k${at % kindCount}`;
const attribute = (at) => `/attr/a${at % attributeCount}`;

/** @param {number} seed */
export function kernelProgram(seed) {
  const declarations = ['req_focus(X)', 'req_deny(X)', 'req_boost(X, N)'].map((atom) => `Decl ${atom}.`);
  const rules = kernelRules().map((rule) => `${rule}.`);
  return [...declarations, ...kernelFacts(seed), ...rules].join('\n') + '\n';
}

function kernelFacts(seed) {
  const r = random(seed + 4711);
  const anyItem = () => item(r.int(itemCount));
  return [
    ...times(itemCount, (at) => `item(${item(at)}, ${kind(r.int(kindCount))}).`),
    ...times(itemCount, (at) =>
      distinct(2, () => [attribute(r.int(attributeCount)), r.int(100)]).map(
        ([name, value]) => `attr(${item(at)}, ${name}, ${value}).`,
      ),
    ).flat(),
    ...distinct(1800, () => [anyItem(), anyItem()]).map(([from, to]) => `link(${from}, ${to}).`),
    ...distinct(700, () => [anyItem(), `/owner/o${r.int(40)}`]).map(([each, owner]) => `owned(${each}, ${owner}).`),
    ...times(40, (at) => `trusted(/owner/o${at}, ${r.int(10)}).`),
    ...distinct(300, () => [anyItem()]).map(([each]) => `frozen(${each}).`),
    ...distinct(60, () => [kind(r.int(kindCount)), attribute(r.int(attributeCount))]).map(
      ([each, name]) => `weighs(${each}, ${name}, ${1 + r.int(9)}).`,
    ),
  ];
}

/** Without the final periods. */
export function kernelRules() {
  return [...times(moduleCount, moduleRules).flat(), ...lastRules(moduleCount - 1)];
}

/** Eight strata; the first modules have one rule less, so that the sum is as promised. */
function moduleRules(at) {
  const before = at - 1;
  const isFirst = at === 0;
  const seed = isFirst ? `item(Y, ${kind(at + 5)})` : `out${before}(Y)`;
  return [
    `cand${at}(X) :- item(X, ${kind(at)}), attr(X, ${attribute(at)}, V), ${30 + (at % 30)} < V`,
    `cand${at}(X) :- ${seed}, link(Y, X), item(X, ${kind(at)})`,
    `cand${at}(X) :- req_focus(X), item(X, ${kind(at)})`,
    `near${at}(X, Y) :- cand${at}(X), link(X, Y), item(Y, K), weighs(K, ${attribute(at)}, _)`,
    `near${at}(X, Z) :- near${at}(X, Y), link(Y, Z), cand${at}(Z)`,
    `held${at}(X) :- cand${at}(X), frozen(X), !req_boost(X, ${at % 7})`,
    ...(at < 4 ? [] : [`held${at}(X) :- cand${at}(X), req_deny(X)`]),
    `held${at}(X) :- near${at}(X, Y), attr(Y, ${attribute(at + 2)}, V), V < 10`,
    `ok${at}(X) :- cand${at}(X), !held${at}(X)`,
    isFirst ? 'ok0(X) :- cand0(X), owned(X, O), trusted(O, 9)' : `ok${at}(X) :- cand${at}(X), ok${before}(X)`,
    `weight${at}(X, A, W) :- ok${at}(X), item(X, K), weighs(K, A, W), attr(X, A, V), 20 < V`,
    `weight${at}(X, /attr/owner, T) :- ok${at}(X), owned(X, O), trusted(O, T)`,
    `weight${at}(X, /attr/base, 1) :- ok${at}(X)`,
    `score${at}(X, S) :- weight${at}(X, A, W) |> do fn:group_by(X), let S = fn:sum(W)`,
    `best${at}(M) :- score${at}(X, S) |> do fn:group_by(), let M = fn:max(S)`,
    `out${at}(X) :- score${at}(X, S), best${at}(M), D = fn:minus(M, S), D < 6`,
    `out${at}(X) :- ok${at}(X), ${isFirst ? '!frozen(X)' : `!out${before}(X)`}, attr(X, ${attribute(at + 3)}, V), 90 < V`,
  ];
}

function lastRules(last) {
  return [
    `final(X, O) :- out${last}(X), owned(X, O)`,
    `alarm(X) :- out${last}(X), req_deny(X)`,
    `quiet(X) :- ok${last}(X), !alarm(X)`,
    'level(N) :- quiet(X) |> do fn:group_by(), let N = fn:count()',
    'verdict(X) :- final(X, O), level(N), 0 < N, !alarm(X)',
  ];
}

/**
 * The texts of `count` requests of `size` facts.
 * @param {number} seed
 * @param {number} count
 * @param {number} size
 */
export function kernelRequests(seed, count, size) {
  const q = random(seed + 815 + size);
  const lines = [
    () => `req_focus(${item(q.int(itemCount))}).`,
    () => `req_deny(${item(q.int(itemCount))}).`,
    () => `req_boost(${item(q.int(itemCount))}, ${q.int(7)}).`,
  ];
  return times(count, () => distinct(size, () => [lines[q.int(lines.length)]()]).join('\n') + '\n');
}

/**
 * @param {string} folder
 * @param {number} seed
 */
export function writeKernel(folder, seed) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'base.mg'), kernelProgram(seed));
  writeRequests(path.join(folder, 'empty-requests'), kernelRequests(seed, 100, 0));
  writeRequests(path.join(folder, 'requests'), kernelRequests(seed, 100, 10));
  const meta = { name: 'kernel', rules: kernelRuleCount, strata: kernelStratumCount, check: kernelCheck };
  writeFileSync(path.join(folder, 'meta.json'), JSON.stringify(meta, null, 1));
}
