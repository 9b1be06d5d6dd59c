import { describe, expect, it } from 'vitest';
import { workloadNames } from '../../bench/generate/workloads/workloads.mjs';
import { withResults } from '../../bench/report/docs.mjs';
import { goalRows } from '../../bench/report/goals.mjs';
import { reportParts } from '../../bench/report/tables.mjs';
import { readOptions } from '../../bench/run/options.mjs';

const figures = (evalMs: number) => ({
  runs: 5,
  eval_ms: evalMs,
  eval_cpu_ms: evalMs,
  process_ms: evalMs * 2,
  rss_mb: evalMs,
  agrees: true,
});

/** A run in which Go Mangle needs `go`, ascent 100 and ours `own` milliseconds everywhere. */
function resultsOf({ own = 100, go = 10_000 } = {}) {
  const rows = (engine: string, evalMs: number) =>
    workloadNames.map((workload) => ({ workload, engine, ...figures(evalMs) }));
  return {
    size: 'large',
    repeat: 5,
    repeatSlow: 5,
    versions: { mangle: '1' },
    absent: ['nemo'],
    minutes: 1,
    machine: { processor: 'x', cores: 2, memory_gb: 4, system: 'y', load: 0, loadAfter: 0 },
    workloads: [...rows('mangle', own), ...rows('mangle-go', go), ...rows('ascent', 100)],
    known: [{ known_answer: 'a.mg', engine: 'mangle', counts: { p: 1 }, agrees: true }],
    growth: [
      { growth: 1, requests: 1, p50_ms: 1, p99_ms: 1, p50_cpu_ms: 1, rss_mb: 1, agrees: true },
      { growth: 10, requests: 1, p50_ms: 1, p99_ms: 1, p50_cpu_ms: 1.4, rss_mb: 1, agrees: true },
      { growth: 100, timeout: 600 },
    ],
  };
}

function verdictOf(name: string, results: ReturnType<typeof resultsOf>) {
  const row = goalRows(results).find((each) => each.name === name);
  return [row?.verdict, row?.measured];
}

describe('the table of goals', () => {
  it('says what is met, with the figures', () => {
    const results = resultsOf();
    expect(verdictOf('derived counts', results)).toEqual(['ok', '12 of 12, 1 of 1 known']);
    expect(verdictOf('against Go Mangle, evaluation', results)[0]).toBe('ok');
    expect(verdictOf('growth, 10 times the base', results)).toEqual(['ok', '1.40 times: 1.0 ms to 1.4 ms']);
  });

  it('says what is missed', () => {
    expect(verdictOf('against Go Mangle, evaluation', resultsOf({ own: 1000 }))[0]).toBe('missed');
    expect(verdictOf('against ascent, cold', resultsOf({ own: 700 }))[0]).toBe('missed');
    expect(verdictOf('growth, 100 times the base', resultsOf())).toEqual(['missed', 'not done after 600 s']);
  });

  it('says what was not measured, and why', () => {
    expect(verdictOf('against clingo, evaluation', resultsOf())).toEqual(['not measured', 'clingo did not run']);
    expect(verdictOf('kernel shape, empty request', resultsOf())[0]).toBe('not measured');
  });

  it('does not take the time of an engine that skipped a workload for a figure', () => {
    const results = resultsOf();
    const workloads = results.workloads.map((row) =>
      row.engine === 'mangle-go' && row.workload === 'structs'
        ? { workload: 'structs', engine: 'mangle-go', skip: 'no', process_ms: 1 }
        : row,
    );
    const goal = goalRows({ ...results, workloads }).find(({ name }) => name === 'against Go Mangle, whole process');
    expect(goal?.measured).toContain('11 of 12 workloads');
  });

  it('misses the counts if one is wrong', () => {
    const results = resultsOf();
    const workloads = results.workloads.map((row) =>
      row.engine === 'mangle' && row.workload === 'cspa' ? { ...row, agrees: false } : row,
    );
    expect(verdictOf('derived counts', { ...results, workloads })).toEqual([
      'missed',
      '11 of 12, 1 of 1 known; wrong: cspa',
    ]);
  });
});

describe('the report', () => {
  it('has a table for everything that was measured, the goals last', () => {
    const titles = reportParts(resultsOf()).map(({ title }) => title);
    expect(titles).toContain('Requests, growing base');
    expect(titles).not.toContain('Memory');
    expect(titles.at(-1)).toBe('Goals');
  });

  it('replaces what is between the markers of the document and nothing else', () => {
    const [begin, end] = ['<!-- results: written by `npm run bench -- --write-docs` -->', '<!-- end of results -->'];
    const once = withResults(`above\n${begin}\nstale text\n${end}\nbelow\n`, resultsOf());
    expect(once.startsWith('above\n')).toBe(true);
    expect(once.endsWith(`${end}\nbelow\n`)).toBe(true);
    expect(once).not.toContain('stale text');
    expect(withResults(once, resultsOf())).toBe(once);
  });

  it('refuses a document without markers', () => {
    expect(() => withResults('text', resultsOf())).toThrow('results');
  });
});

describe('the command line', () => {
  it('keeps data and peers where the environment says', () => {
    const { data, build } = readOptions([], { BENCH_DATA: '/d', BENCH_BUILD: '/b' });
    expect([data, build]).toEqual(['/d', '/b']);
  });

  it.each([
    [['--size', 'huge'], 'small'],
    [['--only', 'tc_chain,nothing'], 'nothing'],
    [['--peers', 'prolog'], 'swipl'],
    [['--repeat', '0'], '--repeat'],
  ])('refuses %j', (argv, reason) => {
    expect(() => readOptions(argv, {})).toThrow(reason);
  });
});
