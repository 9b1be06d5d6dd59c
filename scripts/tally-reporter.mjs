// Tells at the end of a run of Vitest what its tests counted: a line for each mode, then the notes.

/** Reads `tallies` and `notes` from the meta data of tests that passed. */
export class TallyReporter {
  onTestRunEnd(modules) {
    const metas = modules.flatMap((module) => [...module.children.allTests('passed')]).map((test) => test.meta());
    const lines = [
      ...modeLines(metas.flatMap(({ tallies = [] }) => tallies)),
      ...metas.flatMap(({ notes = [] }) => notes),
    ];
    if (lines.length > 0) console.log(`\n${lines.join('\n')}\n`);
  }
}

function modeLines(tallies) {
  const modes = new Map();
  for (const { mode, unit, count } of tallies) {
    const counts = modes.get(mode) ?? new Map();
    counts.set(unit, (counts.get(unit) ?? 0) + count);
    modes.set(mode, counts);
  }
  return [...modes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([mode, counts]) => `mode ${mode}: ${countsText(counts)}`);
}

function countsText(counts) {
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([unit, count]) => `${count.toLocaleString('en-US')} ${unit}`).join(', ');
}
