// Writes one workload in the notations of all peers: prog.mg, prog.lp, prog.pl, facts/*.tsv and meta.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toClingo, toCozo, toNemo, toProlog, valueText } from './dialects.mjs';
import { OutputFile } from './output-file.mjs';
import { workloads } from './workloads/workloads.mjs';

/**
 * The folder gets `meta.json` last, so that its presence says that the data is complete.
 * @param {string} name
 * @param {'small' | 'large'} size
 * @param {string} folder
 * @param {number} seed
 */
export function writeWorkload(name, size, folder, seed) {
  const workload = workloads[name];
  const made = workload.make(workload.sizes[size], seed);
  const prolog = made.pl ?? toProlog(made.mg);
  mkdirSync(path.join(folder, 'facts'), { recursive: true });
  writePrograms(folder, made, prolog);
  writeFileSync(path.join(folder, 'check.txt'), checkedPredicates(made.check, prolog));
  const rows = Object.entries(made.facts);
  const meta = {
    name,
    size,
    seed,
    params: workload.sizes[size],
    facts: Object.fromEntries(rows.map(([predicate, tuples]) => [predicate, tuples.length])),
    arity: Object.fromEntries(rows.map(([predicate, [first]]) => [predicate, first.length])),
    check: made.check,
    nonlinear: made.nonlinear === true,
    sql: made.sql ?? null,
    cozo: made.cozo === null ? null : (made.cozo ?? toCozo(made.mg)),
    nemo: made.nemo === null ? null : (made.nemo ?? toNemo(made.mg)),
  };
  writeFileSync(path.join(folder, 'meta.json'), JSON.stringify(meta, null, 1));
}

function writePrograms(folder, made, prolog) {
  const programs = ['mg', 'lp', 'pl'].map((dialect) => [dialect, new OutputFile(path.join(folder, `prog.${dialect}`))]);
  const rules = { mg: made.mg, lp: made.lp ?? toClingo(made.mg), pl: prolog };
  for (const [dialect, file] of programs) {
    if (dialect === 'pl') file.write(':- style_check(-singleton).\n:- style_check(-discontiguous).\n');
  }
  for (const [predicate, tuples] of Object.entries(made.facts)) {
    const table = new OutputFile(path.join(folder, 'facts', `${predicate}.tsv`));
    for (const tuple of tuples) {
      for (const [dialect, file] of programs) file.write(`${predicate}(${cells(tuple, dialect).join(',')}).\n`);
      table.write(`${cells(tuple, 'tsv').join('\t')}\n`);
    }
    table.close();
  }
  for (const [dialect, file] of programs) {
    file.write(rules[dialect]);
    file.close();
  }
}

function cells(tuple, dialect) {
  return tuple.map((value) => valueText(value, dialect));
}

/** Prolog counts a predicate by name and arity. */
function checkedPredicates(names, prolog) {
  const arities = new Map();
  for (const [, name, args] of prolog.matchAll(/(?:^|\n)(\w+)\(((?:[^()]|\([^()]*\))*)\)\s*:-/g)) {
    arities.set(name, args.replace(/\[[^\]]*\]|\([^()]*\)/g, 'x').split(',').length);
  }
  return names.map((name) => `${name}/${arities.get(name)}.\n`).join('');
}
