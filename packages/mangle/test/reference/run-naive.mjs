import { auxiliary } from './program-text.mjs';

/**
 * The naive evaluator for scripts, which run the built package.
 *
 * @typedef {import('./compare-case.mjs').CaseResult} CaseResult
 */

/** 2024-06-01T00:00:00Z, the evaluation time of the oracle. */
const now = 1_717_200_000_000_000_000n;

/**
 * The facts of a program in the oracle's text. Programs without time only.
 * @param {string} program
 * @param {readonly string[]} unordered predicates whose lists are compared as multisets
 * @returns {Promise<CaseResult>}
 */
export async function runNaive(program, unordered) {
  const { evaluateNaive, oracleText, parse, createSource, standardRegistry } = await load();
  const { unit } = parse(createSource('program.mg', program));
  const { facts, error } = evaluateNaive([unit], { registry: standardRegistry, now });
  if (facts === undefined) return { ok: false, stage: 'eval', error };
  /** @param {import('../../src/value/value.js').Value} value */
  const sorted = (value) =>
    value.kind === 'list' ? `[${value.items.map(oracleText).sort().join(', ')}]` : oracleText(value);
  /** @type {Record<string, string[]>} */
  const texts = {};
  for (const [key, list] of facts) {
    if (auxiliary.test(key)) continue;
    const name = key.slice(0, key.lastIndexOf('/'));
    const text = unordered.includes(key) ? sorted : oracleText;
    texts[key] = list.map(({ args }) => `${name}(${args.map(text).join(',')})`).sort();
  }
  return { ok: true, facts: texts };
}

async function load() {
  /** @type {typeof import('../../src/naive/evaluate-naive.js')} */
  const naive = await import(distUrl('naive/evaluate-naive.js'));
  /** @type {typeof import('../../src/value/format.js')} */
  const format = await import(distUrl('value/format.js'));
  /** @type {typeof import('../../src/syntax/parser.js')} */
  const parser = await import(distUrl('syntax/parser.js'));
  /** @type {typeof import('../../src/text/source.js')} */
  const source = await import(distUrl('text/source.js'));
  /** @type {typeof import('../../src/builtins/registry.js')} */
  const registry = await import(distUrl('builtins/registry.js'));
  return { ...naive, ...format, ...parser, ...source, ...registry };
}

/** @param {string} path */
function distUrl(path) {
  return new URL(`../../dist/${path}`, import.meta.url).href;
}
