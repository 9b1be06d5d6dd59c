// The report: tables in Markdown.
import { ownName } from '../run/peers.mjs';
import { duration, meanOf, ratio, table, whole } from './format.mjs';
import { goalRows, reasonOf } from './goals.mjs';
import { enginesOf, ratios, rowOf, workloadsOf } from './results.mjs';

/**
 * The parts of the report that there are figures for.
 * @param {import('./results.mjs').Sections & { size: string }} results
 * @returns {{ title: string, text: string }[]}
 */
export function reportParts(results) {
  const parts = [
    ['Evaluation, CPU time', results.workloads && cpuTable(results)],
    ['Evaluation, wall time', results.workloads && figureTable(results, (row) => duration(row.eval_ms))],
    ['Whole process, wall time', results.workloads && figureTable(results, (row) => duration(row.process_ms))],
    ['Peak memory, MB', results.workloads && figureTable(results, (row) => whole(row.rss_mb))],
    ['Ratios', results.workloads && ratioTable(results)],
    ['Warm processes, CPU time', results.warm && warmTable(results)],
    ['Known answers', results.known && knownTable(results)],
    ['Requests, product shape', results.product && requestTable(productRows(results))],
    ['Requests, growing base', results.growth && requestTable(growthRows(results))],
    ['Requests, kernel shape', results.kernel && requestTable(kernelRows(results))],
    ['Proofs, CPU time', results.provenance && proofTable(results)],
    ['Memory', results.memory && memoryText(results.memory)],
    ['Goals', goalTable(results)],
  ];
  return parts.filter(([, text]) => text).map(([title, text]) => ({ title, text }));
}

function cell(row, read) {
  if (row === undefined) return '';
  if (row.skip !== undefined) return '–';
  if (row.timeout !== undefined) return `> ${row.timeout} s`;
  if (row.eval_ms === undefined) return 'error';
  return `${read(row)}${row.agrees ? '' : ' ✗'}`;
}

function figureTable(results, read) {
  const engines = enginesOf(results);
  const rows = workloadsOf(results).map((workload) => [
    workload,
    ...engines.map((engine) => cell(rowOf(results, workload, engine), read)),
  ]);
  return table(['workload', ...engines], rows);
}

function cpuTable(results) {
  const counts = enginesOf(results).map((engine) => {
    const runs = (results.workloads ?? [])
      .filter((row) => row.engine === engine && row.runs > 0)
      .map((row) => row.runs);
    return runs.length === 0 ? `${engine} –` : `${engine} ${Math.min(...runs)}`;
  });
  const note = `Best of so many runs at least: ${counts.join(', ')}. ✗: the counts are not the expected ones.`;
  return `${figureTable(results, (row) => duration(row.eval_cpu_ms ?? row.eval_ms))}\n\n${note}`;
}

function ratioTable(results) {
  const columns = [
    ['Go Mangle ÷ ours', ratios(results, 'mangle-go', ownName, { figure: 'eval_cpu_ms', without: ['load_facts'] })],
    ['Go Mangle ÷ ours, process', ratios(results, 'mangle-go', ownName, { figure: 'process_ms' })],
    ['ours ÷ ascent', ratios(results, ownName, 'ascent', { figure: 'eval_cpu_ms', without: ['load_facts'] })],
    ['ours ÷ ascent, process', ratios(results, ownName, 'ascent', { figure: 'process_ms' })],
    ['clingo ÷ ours', ratios(results, 'clingo', ownName, { figure: 'eval_cpu_ms', without: ['load_facts'] })],
    ['Go Mangle ÷ ours, memory', ratios(results, 'mangle-go', ownName, { figure: 'rss_mb' })],
  ].filter(([, values]) => values.size > 0);
  if (columns.length === 0) return undefined;
  const text = (value) => (value === undefined ? '' : ratio(value));
  const rows = workloadsOf(results).map((name) => [name, ...columns.map(([, values]) => text(values.get(name)))]);
  rows.push(['geometric mean', ...columns.map(([, values]) => text(meanOf([...values.values()])))]);
  return table(['workload', ...columns.map(([title]) => title)], rows);
}

function warmTable(results) {
  const rows = results.warm.map((row) => {
    const cold = rowOf(results, row.workload, ownName)?.eval_cpu_ms;
    const ascent = rowOf(results, row.workload, 'ascent')?.eval_cpu_ms;
    const figures = [cold, row.new_program_cpu_ms, row.again_cpu_ms];
    const over = (value) => (ascent === undefined || !Number.isFinite(value) ? '' : ratio(value / ascent));
    return [
      row.workload,
      ascent === undefined ? '' : duration(ascent),
      ...figures.map((value) => (Number.isFinite(value) ? duration(value) : '')),
      ...figures.map(over),
    ];
  });
  const figures = ['cold', 'new program', 'again'];
  return table(['workload', 'ascent', ...figures, ...figures.map((name) => `${name} ÷ ascent`)], rows);
}

function knownTable({ known }) {
  const rows = known.map(({ known_answer, engine, counts, agrees }) => [
    known_answer,
    engine,
    Object.entries(counts)
      .map(([predicate, count]) => `${predicate} ${count}`)
      .join(', '),
    agrees ? 'right' : '✗',
  ]);
  return table(['program', 'engine', 'counts', ''], rows, { left: true });
}

function productRows({ product, domain = [] }) {
  return [
    ...product.map((row) => [`${row.engine}, ${row.mode}`, row]),
    ...domain.map((row) => [`${row.engine}, with 11 facts of the domain`, row]),
  ];
}

function growthRows({ growth }) {
  return growth.map((row) => [`${row.growth} times the entities`, row]);
}

function kernelRows({ kernel }) {
  return kernel.map((row) => [`${row.facts} facts`, row]);
}

function requestTable(rows) {
  const head = ['', 'requests', 'base', 'first', 'p50', 'p99', 'p50 CPU', 'full p50 CPU', 'peak MB', 'counts'];
  return table(
    head,
    rows.map(([name, row]) => [name, ...requestCells(row)]),
  );
}

function requestCells(row) {
  if (row.p50_ms === undefined) return [reasonOf(row), '', '', '', '', '', '', '', ''];
  const optional = (value) => (value === undefined || value === 0 ? '' : duration(value));
  return [
    whole(row.requests),
    optional(row.base_ms),
    optional(row.first_ms),
    duration(row.p50_ms),
    duration(row.p99_ms),
    optional(row.p50_cpu_ms),
    optional(row.full_p50_cpu_ms),
    whole(row.rss_mb),
    row.agrees ? 'agree' : '✗',
  ];
}

function proofTable({ provenance }) {
  const head = ['program', 'request before', 'request after', 'with proofs', 'facts proved', 'with ÷ without'];
  const rows = provenance.map((row) =>
    row.proved_p50_cpu_ms === undefined
      ? [row.program, reasonOf(row), '', '', '', '']
      : [
          row.program,
          duration(row.before_p50_cpu_ms),
          duration(row.unproved_p50_cpu_ms),
          duration(row.proved_p50_cpu_ms),
          row.proofs_per_request.toFixed(1),
          ratio(row.proved_p50_cpu_ms / row.unproved_p50_cpu_ms),
        ],
  );
  return table(head, rows);
}

function memoryText(memory) {
  if (memory.end_mb === undefined) return reasonOf(memory);
  const { requests, failed, early_mb, end_mb } = memory;
  return (
    `${whole(requests)} requests, of which ${whole(failed)} failed or were cancelled. Heap and buffers after a forced ` +
    `collection: ${early_mb.toFixed(1)} MB early, ${end_mb.toFixed(1)} MB at the end.`
  );
}

/** What the whole report is for. */
function goalTable(results) {
  const rows = goalRows(results).map(({ name, goal, measured, verdict }) => [name, goal, measured, verdict]);
  const note = results.size === 'large' ? '' : '\n\nThe goals are meant for the large size.';
  return table(['', 'goal', 'measured', ''], rows, { left: true }) + note;
}
