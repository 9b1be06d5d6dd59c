// The command line of `npm run bench`.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { workloadNames } from '../generate/workloads/workloads.mjs';
import { peerNames } from './peers.mjs';

export const benchRoot = fileURLToPath(new URL('..', import.meta.url));

/** What can be measured besides the workloads. */
export const sections = ['known', 'warm', 'product', 'domain', 'growth', 'kernel', 'provenance', 'memory'];

export const helpText = `npm run bench -- [options]

  --size small|large   how large the workloads are (default: small)
  --only a,b           only these: ${workloadNames.join(', ')};
                       ${sections.join(', ')}
  --peers a,b          only these peers; \`none\` for our engine alone (default: all that are installed)
  --repeat n           runs of each workload, the best counts (default: 5)
  --repeat-slow n      runs of what takes longer than 5 seconds (default: as --repeat)
  --timeout s          seconds that one run may take (default: 300)
  --quick              2 runs of each workload, bases up to 10 times as large, fewer requests
  --json               print one JSON line for each figure instead of tables
  --save file          where the results are kept (default: results-SIZE.json beside the data)
  --from file          measure nothing, report the results kept in a file
  --write-docs         put the report into docs/benchmarks.md

Peers: ${peerNames.join(', ')}. \`npm run bench:setup\` installs them.
Environment: BENCH_DATA and BENCH_BUILD, the folders of data and of peers.
`;

const optionSpecs = {
  size: { type: 'string', default: 'small' },
  only: { type: 'string' },
  peers: { type: 'string' },
  repeat: { type: 'string' },
  'repeat-slow': { type: 'string' },
  timeout: { type: 'string', default: '300' },
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  save: { type: 'string' },
  from: { type: 'string' },
  'write-docs': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};

/** Throws an Error whose message is for people. */
export function readOptions(argv, environment) {
  const { values } = parseArgs({ args: argv, options: optionSpecs });
  if (!['small', 'large'].includes(values.size)) throw new Error('--size is `small` or `large`');
  const repeat = count(values.repeat ?? (values.quick ? '2' : '5'), '--repeat');
  const data = path.resolve(environment.BENCH_DATA ?? path.join(benchRoot, '.cache', 'data'));
  return {
    ...values,
    data,
    build: path.resolve(environment.BENCH_BUILD ?? path.join(benchRoot, '.cache', 'build')),
    save: values.save ?? path.join(data, `results-${values.size}.json`),
    only: chosen(values.only, [...workloadNames, ...sections], '--only'),
    peers: values.peers === 'none' ? [] : chosen(values.peers, peerNames, '--peers'),
    repeat,
    repeatSlow: count(values['repeat-slow'] ?? String(repeat), '--repeat-slow'),
    timeoutMs: count(values.timeout, '--timeout') * 1000,
    writeDocs: values['write-docs'],
  };
}

function chosen(text, known, option) {
  if (text === undefined) return known;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`${option} does not know \`${unknown}\`; it knows ${known.join(', ')}`);
  return known.filter((name) => names.includes(name));
}

function count(text, option) {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`${option} wants a whole number above 0`);
  return number;
}
