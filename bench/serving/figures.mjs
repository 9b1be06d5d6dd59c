// What is told of many measured times.

/**
 * The value that a share of the sorted others does not pass; NaN of none.
 * @param {readonly number[]} values
 * @param {number} share
 */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/** @param {readonly number[]} values */
export function median(values) {
  return percentile(values, 0.5);
}

/** Three digits that say something. */
export function short(value) {
  return Number(value.toPrecision(3));
}

/** Milliseconds in the unit that fits. */
export function timeText(ms) {
  return ms < 1000 ? `${short(ms)} ms` : `${short(ms / 1000)} s`;
}

/**
 * A table in Markdown: names to the left, figures to the right.
 * @param {readonly string[]} heads
 * @param {readonly (readonly string[])[]} rows
 */
export function tableText(heads, rows) {
  const widths = heads.map((head, at) => Math.max(3, head.length, ...rows.map((row) => row[at].length)));
  const line = (cells) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(heads), line(rule), ...rows.map(line)].join('\n');
}
