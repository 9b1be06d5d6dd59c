import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { closest } from '../diagnostics/suggest.js';
import { type Lattice, predicateKey } from '../program/program.js';
import type { Atom, Term } from '../syntax/ast.js';
import { textOf } from '../text/source.js';
import { type Analysis, type Predicate, report } from './analysis.js';
import { qualifiedName } from './qualify-names.js';

/** `fundep` and `merge` together make a predicate a lattice: one value for each key, joined by the merge predicate. */
export function checkLattices(analysis: Analysis): void {
  for (const predicate of analysis.predicates.values()) {
    const { merge } = predicate.descriptors;
    if (merge === undefined) continue;
    const lattice = readLattice(analysis, predicate, merge);
    if ('code' in lattice) report(analysis, lattice);
    else predicate.lattice = lattice;
  }
}

function readLattice(analysis: Analysis, predicate: Predicate, merge: Atom): Lattice | Diagnostic {
  const [fundep, second] = predicate.descriptors.fundeps;
  if (fundep === undefined)
    return refuse(
      merge,
      '`merge` has no `fundep` that says which columns are the key',
      'Add `fundep([Key], [Value])`.',
    );
  if (second !== undefined) return refuse(second, 'a predicate with `merge` has one `fundep`', 'Remove this one.');
  if (predicate.isTemporal)
    return refuse(merge, 'a temporal predicate cannot be merged', 'Give the time as an ordinary argument.');
  const columns = columnsOf(predicate);
  const sources = columnNumbers(fundep.args[0], columns);
  const targets = columnNumbers(fundep.args[1], columns);
  const merged = columnNumbers(merge.args[0], columns);
  if ([...sources, ...targets, ...merged].includes(-1)) {
    return refuse(
      merge,
      '`fundep` or `merge` names a variable that is not a column',
      `The columns are ${columns.map((name) => `\`${name}\``).join(', ')}.`,
    );
  }
  return finishLattice(analysis, predicate, merge, { sources, targets, merged });
}

interface Columns {
  readonly sources: readonly number[];
  readonly targets: readonly number[];
  readonly merged: readonly number[];
}

function finishLattice(
  analysis: Analysis,
  predicate: Predicate,
  merge: Atom,
  { sources, targets, merged }: Columns,
): Lattice | Diagnostic {
  const [target, ...more] = targets;
  if (target === undefined || more.length > 0)
    return refuse(
      merge,
      `expected one merged column, got ${targets.length}`,
      'Write `fundep([Key, …], [Value])` with one value.',
    );
  if (merged.length !== 1 || merged[0] !== target)
    return refuse(
      merge,
      '`merge` and `fundep` name different columns',
      'The variable of `merge` is the value of `fundep`.',
    );
  const columns = columnsOf(predicate);
  const left = columns.filter((_, at) => at !== target && !sources.includes(at));
  if (left.length > 0 || sources.includes(target)) {
    return refuse(
      merge,
      'every column is either part of the key or the merged value',
      `Put ${quoted(left.length > 0 ? left : columns)} on one side of \`fundep\`.`,
    );
  }
  const found = findMerge(analysis, predicate, merge);
  return 'code' in found ? found : { sources, target, merge: found.key };
}

function findMerge(analysis: Analysis, predicate: Predicate, merge: Atom): Predicate | Diagnostic {
  const name = merge.args[1];
  const written = name?.kind === 'constant' && name.value.kind === 'string' ? name.value.text : '';
  const key = predicateKey(written, 3);
  const defaultKeys = new Set(analysis.predicates.get(key)?.scope.name === '' ? [key] : []);
  const found = analysis.predicates.get(predicateKey(qualifiedName(written, 3, predicate.scope, defaultKeys), 3));
  if (found === undefined) {
    const candidates = [...analysis.predicates.values()].filter(({ arity }) => arity === 3).map((each) => each.name);
    const instead = closest(written, candidates);
    const guess = instead === undefined ? '' : ` Did you mean \`"${instead}"\`?`;
    return refuse(
      merge,
      `there is no predicate \`${written}/3\` to merge with`,
      `Write rules for \`${written}(Old, New, Result)\`.${guess}`,
    );
  }
  const isOnDemand = found.descriptors.isDeferred || found.descriptors.isExternal;
  if (found.isTemporal)
    return refuse(merge, `the merge predicate \`${found.key}\` is temporal`, 'Write it without times.');
  if (isOnDemand && found.descriptors.mode?.[2] === '+') {
    return refuse(
      merge,
      `the merge predicate \`${found.key}\` wants its result as an input`,
      'Its mode is `mode("+", "+", "-")`: old value, new value, result.',
    );
  }
  return found;
}

function columnsOf({ decl }: Predicate): string[] {
  return (decl?.atom.args ?? []).map((arg) => (arg.kind === 'variable' ? arg.name : ''));
}

function columnNumbers(list: Term | undefined, columns: readonly string[]): number[] {
  if (list?.kind !== 'apply') return [];
  return list.args.map((arg) => (arg.kind === 'variable' ? columns.indexOf(arg.name) : -1));
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function refuse({ span }: Atom, message: string, help: string): Diagnostic {
  return diagnostic('bad-lattice', span, message, {
    help: `${help} (\`${textOf(span)}\` says how two values of one key become one.)`,
  });
}
