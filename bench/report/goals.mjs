// The goals, and whether the results of a run meet them.
import { ownName } from '../run/peers.mjs';
import { duration, ratio, whole } from './format.mjs';
import { ownRequests, ratios, rowOf, summary, workloadsOf } from './results.mjs';

/**
 * @typedef {{ verdict: 'ok' | 'missed' | 'not measured', measured: string }} Judgement
 * @typedef {import('./results.mjs').Sections} Sections
 */

/** In memory runs: what the collector leaves lying about. */
const heapToleranceMb = 2;
/** In percent: medians of the same requests differ so much from pass to pass. */
const noisePercent = 10;
const workloadCount = 12;

/** @param {boolean} isMet @param {string} measured @returns {Judgement} */
const judged = (isMet, measured) => ({ verdict: isMet ? 'ok' : 'missed', measured });
/** @param {string} reason @returns {Judgement} */
const unmeasured = (reason) => ({ verdict: 'not measured', measured: reason });

/** @type {readonly { name: string, goal: string, judge: (results: Sections) => Judgement }[]} */
const goals = [
  {
    name: 'derived counts',
    goal: 'as expected on all 12 workloads, all known answers right',
    judge: judgeCounts,
  },
  {
    name: 'against Go Mangle, evaluation',
    goal: 'at least 25 times faster, 70 in the mean',
    judge: (results) => judgeFaster(results, 'mangle-go', { figure: 'eval_cpu_ms', least: 25, mean: 70 }),
  },
  {
    name: 'against Go Mangle, whole process',
    goal: 'at least 12 times faster, 35 in the mean',
    judge: (results) => judgeFaster(results, 'mangle-go', { figure: 'process_ms', least: 12, mean: 35 }),
  },
  {
    name: 'against ascent, cold',
    goal: 'at most 6 times slower, 2.5 in the mean',
    judge: judgeCold,
  },
  {
    name: 'against ascent, warm process, new program',
    goal: 'parity in the mean',
    judge: (results) => judgeWarm(results, 'new_program_cpu_ms'),
  },
  {
    name: 'against ascent, warm process, same program again',
    goal: 'parity in the mean',
    judge: (results) => judgeWarm(results, 'again_cpu_ms'),
  },
  {
    name: 'against clingo, evaluation',
    goal: 'faster on every workload, 6 times in the mean',
    judge: (results) => judgeFaster(results, 'clingo', { figure: 'eval_cpu_ms', least: 1, mean: 6 }),
  },
  {
    name: 'request, against Go Mangle recomputing',
    goal: 'p50 at least 10,000 times faster',
    judge: judgeRequestGo,
  },
  {
    name: 'request, against our own full evaluation',
    goal: 'p50 at least 30 times faster',
    judge: judgeRequestFull,
  },
  { name: 'first request after start', goal: 'under 30 ms more than the median', judge: judgeFirst },
  { name: 'growth, 10 times the base', goal: 'p50 grows by less than 1.5 times', judge: (r) => judgeGrowth(r, 10) },
  { name: 'growth, 100 times the base', goal: 'p50 grows by less than 1.5 times', judge: (r) => judgeGrowth(r, 100) },
  { name: 'request that changes the domain', goal: 'p50 under 4 times the plain request', judge: judgeDomain },
  { name: 'load of 1M facts, whole process', goal: 'no slower than ascent from TSV', judge: judgeLoad },
  { name: 'load of 1M facts, memory', goal: 'at most a tenth of Go Mangle’s', judge: judgeLoadMemory },
  { name: 'kernel shape, empty request', goal: 'under 1 ms', judge: judgeKernel },
  { name: 'provenance off', goal: '0 %', judge: judgeProvenanceOff },
  { name: 'provenance on, 20 first derivations', goal: 'under 2 times the request', judge: judgeProvenanceOn },
  {
    name: 'memory after many requests',
    goal: 'the heap ends where it was after 1,000',
    judge: judgeMemory,
  },
];

/**
 * One row for each goal.
 * @param {Sections & { size: string }} results
 */
export function goalRows(results) {
  return goals.map(({ name, goal, judge }) => ({ name, goal, ...judge(results) }));
}

function judgeCounts(results) {
  const rows = (results.workloads ?? []).filter(({ engine }) => engine === ownName);
  const known = (results.known ?? []).filter(({ engine }) => engine === ownName);
  if (rows.length < workloadCount || known.length === 0) return unmeasured('not all workloads and known answers ran');
  const wrong = rows.filter(({ agrees }) => agrees !== true).map(({ workload }) => workload);
  const wrongKnown = known.filter(({ agrees }) => !agrees).map(({ known_answer }) => known_answer);
  const text = `${rows.length - wrong.length} of ${rows.length}, ${known.length - wrongKnown.length} of ${known.length} known`;
  const which = [...wrong, ...wrongKnown].join(', ');
  return judged(which === '', which === '' ? text : `${text}; wrong: ${which}`);
}

/** The load of facts counts in whole processes only: engines differ in where they insert facts. */
function withoutLoad(figure) {
  return figure === 'process_ms' ? [] : ['load_facts'];
}

function judgeFaster(results, peer, { figure, least, mean }) {
  const values = ratios(results, peer, ownName, { figure, without: withoutLoad(figure) });
  if (values.size === 0) return unmeasured(`${peer} did not run`);
  const found = summary(values);
  const text = `least ${ratio(found.least[1])} (${found.least[0]}), mean ${ratio(found.mean)}`;
  return judged(found.least[1] > least - 1e-9 && found.mean >= mean, ofAll(text, results, values, figure));
}

function judgeCold(results) {
  const values = ratios(results, ownName, 'ascent', { figure: 'eval_cpu_ms', without: ['load_facts'] });
  if (values.size === 0) return unmeasured('ascent did not run');
  const found = summary(values);
  const text = `most ${ratio(found.most[1])} (${found.most[0]}), mean ${ratio(found.mean)}`;
  return judged(found.most[1] <= 6 && found.mean <= 2.5, ofAll(text, results, values, 'eval_cpu_ms'));
}

/** Says so if not every workload could be compared. */
function ofAll(text, results, values, figure) {
  const all = workloadsOf(results).filter((name) => !withoutLoad(figure).includes(name)).length;
  return values.size === all ? text : `${text}; ${values.size} of ${all} workloads`;
}

function judgeWarm(results, figure) {
  const values = new Map();
  for (const row of results.warm ?? []) {
    const other = rowOf(results, row.workload, 'ascent')?.eval_cpu_ms;
    if (other !== undefined && Number.isFinite(row[figure])) values.set(row.workload, row[figure] / other);
  }
  if (values.size === 0) return unmeasured('no warm runs, or ascent did not run');
  const { mean, most } = summary(values);
  return judged(mean <= 1, `mean ${ratio(mean)} times ascent, most ${ratio(most[1])} (${most[0]})`);
}

function judgeRequestGo(results) {
  const own = ownRequests(results);
  const go = (results.product ?? []).find(({ engine, mode }) => engine === 'mangle-go' && mode === 'full');
  if (own === undefined) return unmeasured('no requests');
  if (go?.p50_cpu_ms === undefined) return unmeasured('mangle-go did not run');
  const times = go.p50_cpu_ms / own.p50;
  const text = `${ratio(times)} times: ${duration(own.p50)} against ${duration(go.p50_cpu_ms)}`;
  return judged(times >= 10_000 && own.agrees && go.agrees, own.agrees && go.agrees ? text : `${text}; counts differ`);
}

function judgeRequestFull(results) {
  const own = ownRequests(results);
  if (own === undefined) return unmeasured('no requests');
  const times = own.full / own.p50;
  const text = `${ratio(times)} times: ${duration(own.p50)} against ${duration(own.full)}`;
  return judged(times >= 30 && own.agrees, own.agrees ? text : `${text}; counts differ`);
}

function judgeFirst(results) {
  const own = ownRequests(results);
  if (own === undefined) return unmeasured('no requests');
  return judged(own.first < 30, `${duration(Math.max(0, own.first))} more`);
}

function judgeGrowth(results, growth) {
  const row = (results.growth ?? []).find((each) => each.growth === growth);
  const one = (results.growth ?? []).find((each) => each.growth === 1);
  if (one?.p50_cpu_ms === undefined) return unmeasured('no requests');
  if (row === undefined) return unmeasured('this base was not made');
  if (row.p50_cpu_ms === undefined) return judged(false, reasonOf(row));
  const times = row.p50_cpu_ms / one.p50_cpu_ms;
  const text = `${ratio(times)} times: ${duration(one.p50_cpu_ms)} to ${duration(row.p50_cpu_ms)}`;
  return judged(times < 1.5 && row.agrees, row.agrees ? text : `${text}; answers differ`);
}

/** Why a run has no figures. */
export function reasonOf({ error, timeout, absent }) {
  if (timeout !== undefined) return `not done after ${timeout} s`;
  return error ?? `did not start: ${absent}`;
}

function judgeDomain(results) {
  const own = ownRequests(results);
  const row = results.domain?.[0];
  if (own === undefined || row === undefined) return unmeasured('no requests');
  if (row.p50_cpu_ms === undefined) return judged(false, reasonOf(row));
  const times = row.p50_cpu_ms / own.p50;
  const text = `${ratio(times)} times: ${duration(own.p50)} to ${duration(row.p50_cpu_ms)}`;
  return judged(times < 4 && row.agrees, row.agrees ? text : `${text}; counts differ`);
}

function judgeLoad(results) {
  if (results.size !== 'large') return unmeasured('only the large size has 1M facts');
  const [own, other] = [ownName, 'ascent'].map((engine) => rowOf(results, 'load_facts', engine)?.process_ms);
  if (own === undefined || other === undefined) return unmeasured('load_facts did not run on both');
  return judged(own <= other, `${duration(own)} against ${duration(other)}`);
}

function judgeLoadMemory(results) {
  if (results.size !== 'large') return unmeasured('only the large size has 1M facts');
  const [own, other] = [ownName, 'mangle-go'].map((engine) => rowOf(results, 'load_facts', engine)?.rss_mb);
  if (own === undefined || other === undefined) return unmeasured('load_facts did not run on both');
  return judged(own * 10 <= other, `${whole(own)} MB against ${whole(other)} MB: ${ratio(other / own)} times less`);
}

function judgeKernel(results) {
  const row = (results.kernel ?? []).find(({ facts }) => facts === 0);
  if (row === undefined) return unmeasured('the kernel did not run');
  if (row.p50_cpu_ms === undefined) return judged(false, reasonOf(row));
  const text = `p50 ${duration(row.p50_cpu_ms)}, ${((row.p50_cpu_ms * 1000) / row.strata).toFixed(2)} µs for each stratum`;
  return judged(row.p50_cpu_ms < 1 && row.agrees, row.agrees ? text : `${text}; counts differ`);
}

function judgeProvenanceOff(results) {
  return judgeProofs(results, (row) => {
    const percent = (row.unproved_p50_cpu_ms / row.before_p50_cpu_ms - 1) * 100;
    const sign = percent >= 0 ? '+' : '−';
    return {
      isMet: percent <= noisePercent,
      text: `${sign}${Math.abs(percent).toFixed(0)} % (noise: ${noisePercent} %)`,
    };
  });
}

function judgeProvenanceOn(results) {
  return judgeProofs(results, (row) => {
    const times = row.proved_p50_cpu_ms / row.unproved_p50_cpu_ms;
    const text = `${ratio(times)} times: ${duration(row.unproved_p50_cpu_ms)} to ${duration(row.proved_p50_cpu_ms)}`;
    return { isMet: times < 2 && row.proofs_per_request >= 20, text };
  });
}

function judgeProofs(results, judge) {
  const row = results.provenance?.find(({ program }) => program === 'product');
  if (row === undefined) return unmeasured('no proofs');
  if (row.proved_p50_cpu_ms === undefined) return judged(false, reasonOf(row));
  const { isMet, text } = judge(row);
  return judged(isMet, text);
}

function judgeMemory(results) {
  const { memory } = results;
  if (memory === undefined) return unmeasured('not run');
  if (memory.end_mb === undefined) return judged(false, reasonOf(memory));
  const { requests, failed, early_mb, end_mb, digest_kept } = memory;
  const heap = `${early_mb.toFixed(1)} MB to ${end_mb.toFixed(1)} MB`;
  const text = `${heap} in ${whole(requests)} requests, ${whole(failed)} of them failed`;
  return judged(end_mb <= early_mb + heapToleranceMb && digest_kept, digest_kept ? text : `${text}; the base changed`);
}
