// Figures as people read them.

/** @param {number} ms */
export function duration(ms) {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  if (ms >= 10) return `${ms.toFixed(0)} ms`;
  if (ms >= 1) return `${ms.toFixed(1)} ms`;
  return ms >= 0.01 ? `${ms.toFixed(2)} ms` : `${(ms * 1000).toFixed(1)} µs`;
}

/** @param {number} value */
export function ratio(value) {
  if (value >= 100) return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
  if (value >= 10) return value.toFixed(0);
  return value.toFixed(value >= 3 ? 1 : 2);
}

/** @param {number} value */
export function whole(value) {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

/** The geometric mean. @param {readonly number[]} values */
export function meanOf(values) {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** @param {readonly number[]} values */
export function medianOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/**
 * A table in Markdown; columns after the first are numbers unless `left` says so.
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 * @param {{ left?: boolean }} [options]
 */
export function table(head, rows, { left = false } = {}) {
  const rule = head.map((_, at) => (at === 0 || left ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
