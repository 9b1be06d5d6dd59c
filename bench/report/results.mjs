// Reads figures out of the results of a run.
import { meanOf, medianOf } from './format.mjs';

/**
 * @typedef {Record<string, any>} Row
 * @typedef {{ workloads?: Row[], known?: Row[], warm?: Row[], product?: Row[], domain?: Row[], growth?: Row[],
 *   kernel?: Row[], provenance?: Row[], memory?: Row }} Sections
 */

/** @param {Sections} results @param {string} workload @param {string} engine */
export function rowOf(results, workload, engine) {
  return results.workloads?.find((row) => row.workload === workload && row.engine === engine);
}

/** Nothing for an engine that skipped or failed: what it took to do so is no figure. @param {Row | undefined} row */
function evaluated(row) {
  return row?.eval_ms === undefined ? undefined : row;
}

/** The workloads of a run in its order. @param {Sections} results */
export function workloadsOf(results) {
  return [...new Set((results.workloads ?? []).map(({ workload }) => workload))];
}

/** The engines of a run, ours first. @param {Sections} results */
export function enginesOf(results) {
  return [...new Set((results.workloads ?? []).map(({ engine }) => engine))];
}

/**
 * For each workload that both measured, `figure(dividend) / figure(divisor)`.
 * @param {Sections} results
 * @param {string} dividend
 * @param {string} divisor
 * @param {{ figure: 'eval_cpu_ms' | 'process_ms' | 'rss_mb', without?: readonly string[] }} options
 * @returns {Map<string, number>}
 */
export function ratios(results, dividend, divisor, { figure, without = [] }) {
  const found = new Map();
  for (const workload of workloadsOf(results)) {
    if (without.includes(workload)) continue;
    const [above, below] = [dividend, divisor].map((engine) => evaluated(rowOf(results, workload, engine))?.[figure]);
    if (above !== undefined && below !== undefined) found.set(workload, above / below);
  }
  return found;
}

/**
 * The geometric mean and the extremes with the names of their workloads.
 * @param {Map<string, number>} values
 */
export function summary(values) {
  const sorted = [...values].sort(([, a], [, b]) => a - b);
  return { count: values.size, mean: meanOf([...values.values()]), least: sorted[0], most: sorted.at(-1) };
}

/**
 * Our engine on the product: the medians over processes.
 * @param {Sections} results
 */
export function ownRequests(results) {
  const rows = (results.product ?? []).filter(({ mode, p50_ms }) => mode === 'prepared' && p50_ms !== undefined);
  if (rows.length === 0) return undefined;
  const over = (read) => medianOf(rows.map(read));
  return {
    p50: over(({ p50_cpu_ms }) => p50_cpu_ms),
    full: over(({ full_p50_cpu_ms }) => full_p50_cpu_ms),
    first: over(({ first_ms, p50_ms }) => first_ms - p50_ms),
    agrees: rows.every(({ agrees }) => agrees),
  };
}
