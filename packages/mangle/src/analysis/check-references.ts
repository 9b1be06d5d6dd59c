import { diagnostic, type DiagnosticDetails } from '../diagnostics/diagnostic.js';
import { closest } from '../diagnostics/suggest.js';
import { type PredicateKey, predicateKey } from '../program/program.js';
import type { Atom, Clause } from '../syntax/ast.js';
import { textOf } from '../text/source.js';
import { allClauses, allDecls, type Analysis, type PackageScope, placeOf, type Predicate, report } from './analysis.js';
import { foreignPredicates, predicateMisnomers } from './misnomers.js';
import { packageOf } from './qualify-names.js';

/** Every condition names a predicate that exists, with its number of arguments, and that it may see. */
export function checkReferences(analysis: Analysis): void {
  const index = indexByName(analysis);
  for (const { clause, scope } of allClauses(analysis)) {
    for (const literal of clause.premises) {
      if (literal.kind !== 'atom') continue;
      if (literal.atom.predicate.startsWith(':')) checkBuiltin(analysis, literal.atom, clause);
      else checkPredicate(analysis, literal.atom, { clause, scope, index });
    }
  }
  for (const { decl, scope } of allDecls(analysis)) {
    for (const atom of decl.inclusion ?? []) checkInclusion(analysis, atom, scope, index);
  }
}

interface NameIndex {
  readonly byName: ReadonlyMap<string, readonly Predicate[]>;
  /** Heads with a wrong number of arguments are reported where they stand, not at their uses as well. */
  readonly heads: ReadonlySet<PredicateKey>;
  /** How many more names may be compared to find out what was meant. */
  comparisonsLeft: number;
}

/** Who gets as many names wrong has left out a file; to compare each of them with all others would take minutes. */
const maxComparisons = 200_000;

interface Use {
  readonly clause: Clause;
  readonly scope: PackageScope;
  readonly index: NameIndex;
}

function indexByName(analysis: Analysis): NameIndex {
  const byName = new Map<string, Predicate[]>();
  for (const predicate of analysis.predicates.values()) {
    const same = byName.get(predicate.name);
    if (same === undefined) byName.set(predicate.name, [predicate]);
    else same.push(predicate);
  }
  const heads = allClauses(analysis).map(({ clause: { head } }) => predicateKey(head.predicate, head.args.length));
  return { byName, heads: new Set(heads), comparisonsLeft: maxComparisons };
}

function checkPredicate(analysis: Analysis, atom: Atom, { clause, scope, index }: Use): void {
  const key = predicateKey(atom.predicate, atom.args.length);
  const predicate = analysis.predicates.get(key);
  if (predicate !== undefined) {
    checkVisible(analysis, atom, predicate, clause);
    return;
  }
  if (index.heads.has(key)) {
    analysis.broken.add(clause);
    return;
  }
  if (analysis.broken.has(clause) && isUnresolved(atom, scope)) return;
  const others = index.byName.get(atom.predicate) ?? [];
  if (others.length > 0) reportArity(analysis, atom, others, clause);
  else reportUnknown(analysis, atom, { clause, scope, index });
}

/** Such an atom was already reported because its package is not used. */
function isUnresolved(atom: Atom, scope: PackageScope): boolean {
  const owner = packageOf(atom.predicate);
  return owner !== '' && owner !== scope.name && !scope.uses.has(owner);
}

function checkVisible(analysis: Analysis, atom: Atom, predicate: Predicate, clause: Clause): void {
  const owner = packageOf(predicate.name);
  if (!predicate.descriptors.isPrivate || owner === packageOf(clause.head.predicate)) return;
  report(
    analysis,
    diagnostic('private-predicate', atom.predicateSpan, `\`${predicate.key}\` is private to package \`${owner}\``, {
      help: 'Use a public predicate of that package, or remove `private()` from the declaration.',
      related: [{ span: predicate.span, message: 'declared private here' }],
    }),
    clause,
  );
}

function reportArity(analysis: Analysis, atom: Atom, others: readonly Predicate[], clause: Clause): void {
  const [first] = others;
  if (first === undefined) return;
  const verb = first.decl === undefined ? 'written' : 'declared';
  const known = others.map(({ key }) => `\`${key}\``).join(' and ');
  report(
    analysis,
    diagnostic(
      'wrong-arity',
      atom.span,
      `\`${atom.predicate}/${atom.args.length}\` used here, ${verb} as ${known} in ${placeOf(first.span)}`,
      {
        help: `${argumentsText(first)}; \`_\` stands for one that does not matter.`,
        related: others.map(({ span }) => ({ span, message: `${verb} here` })),
      },
    ),
    clause,
  );
}

function argumentsText({ decl, clauses, name, arity }: Predicate): string {
  if (decl !== undefined) return `Write all arguments, \`${textOf(decl.atom.span)}\``;
  const count = `\`${name}\` has ${arity} ${arity === 1 ? 'argument' : 'arguments'}`;
  const sample = clauses[0]?.head;
  return sample === undefined ? count : `${count}, as in \`${textOf(sample.span)}\``;
}

function reportUnknown(analysis: Analysis, atom: Atom, use: Use): void {
  const message = `\`${atom.predicate}/${atom.args.length}\` is not declared and no rule or fact produces it`;
  const details = withoutColon(analysis, atom) ?? suggestion(analysis, atom, use);
  report(analysis, diagnostic('unknown-predicate', atom.predicateSpan, message, details), use.clause);
}

/** `string:starts_with(X, "a")` and `member(X, L)`: a built-in predicate without its colon, or one of other languages. */
function withoutColon({ registry }: Analysis, { predicate, predicateSpan, args }: Atom): DiagnosticDetails | undefined {
  const written = textOf(predicateSpan);
  const misnomer = predicateMisnomers.get(`:${predicate}`);
  const builtin = registry.predicates.get(misnomer?.instead ?? `:${predicate}`);
  if (builtin?.modes.length === args.length) {
    const help = `Did you mean the built-in predicate \`${builtin.name}\`? The names of all of them begin with a colon.`;
    return { help, fix: { title: `write \`${builtin.name}\``, edits: [{ span: predicateSpan, text: builtin.name }] } };
  }
  const help = misnomer?.help ?? foreignPredicates.get(written);
  return help === undefined ? undefined : { help };
}

/** The best guess has the same number of arguments; a name that is only one letter off may have another. */
function suggestion(analysis: Analysis, atom: Atom, { scope, index }: Omit<Use, 'clause'>): DiagnosticDetails {
  const written = textOf(atom.predicateSpan);
  const help = `Write facts or rules for it, or declare it with \`Decl ${written}(${atom.args.map((_, at) => `A${at + 1}`).join(', ')}).\`.`;
  index.comparisonsLeft -= analysis.predicates.size;
  if (index.comparisonsLeft < 0) return { help };
  const fitting = [...analysis.predicates.values()].filter(({ arity }) => arity === atom.args.length);
  const candidates = new Map<string, Predicate>();
  for (const predicate of fitting) for (const name of spellings(predicate, scope)) candidates.set(name, predicate);
  const exact = sameTip(written, fitting);
  const instead = exact?.name ?? closest(written, candidates.keys());
  const predicate = exact ?? (instead === undefined ? undefined : candidates.get(instead));
  if (instead !== undefined && predicate !== undefined) {
    return {
      help: `Did you mean \`${instead}/${predicate.arity}\` (${placeOf(predicate.span)})?`,
      related: [{ span: predicate.span, message: `\`${predicate.key}\` is here` }],
      ...(exact === undefined
        ? { fix: { title: `write \`${instead}\``, edits: [{ span: atom.predicateSpan, text: instead }] } }
        : {}),
    };
  }
  const other = closest(written, index.byName.keys());
  const near = other === undefined ? undefined : index.byName.get(other)?.[0];
  if (near === undefined) return { help };
  return {
    help: `Did you mean \`${near.key}\` (${placeOf(near.span)})? ${help}`,
    related: [{ span: near.span, message: `\`${near.key}\` is here` }],
  };
}

/** A predicate of another package with exactly this name. */
function sameTip(written: string, fitting: readonly Predicate[]): Predicate | undefined {
  return fitting.find(({ name }) => name.endsWith(`.${written}`));
}

/** How a predicate may be written inside a package. */
function spellings({ name }: Predicate, scope: PackageScope): string[] {
  const isOwn = scope.name !== '' && name.startsWith(`${scope.name}.`);
  return isOwn ? [name.slice(scope.name.length + 1)] : [name];
}

function checkInclusion(analysis: Analysis, atom: Atom, scope: PackageScope, index: NameIndex): void {
  if (atom.predicate.startsWith(':') || analysis.predicates.has(predicateKey(atom.predicate, atom.args.length))) return;
  if (isUnresolved(atom, scope)) return;
  const message = `\`${atom.predicate}/${atom.args.length}\` in \`inclusion\` does not exist`;
  report(
    analysis,
    diagnostic('unknown-inclusion', atom.predicateSpan, message, suggestion(analysis, atom, { scope, index })),
  );
}

function checkBuiltin(analysis: Analysis, atom: Atom, clause: Clause): void {
  const builtin = analysis.registry.predicates.get(atom.predicate);
  if (builtin === undefined) {
    report(
      analysis,
      diagnostic(
        'unknown-builtin',
        atom.predicateSpan,
        `there is no built-in predicate \`${atom.predicate}\``,
        builtinDetails(analysis, atom),
      ),
      clause,
    );
    return;
  }
  if (builtin.modes.length === atom.args.length) return;
  const message = `\`${atom.predicate}\` takes ${builtin.modes.length} arguments, got ${atom.args.length}`;
  report(
    analysis,
    diagnostic('wrong-arity', atom.span, message, { help: `${builtin.summary.replace(/\.?$/, '.')}` }),
    clause,
  );
}

function builtinDetails({ registry }: Analysis, atom: Atom): DiagnosticDetails {
  const misnomer = predicateMisnomers.get(atom.predicate);
  if (misnomer?.help !== undefined) return { help: misnomer.help };
  const known =
    misnomer?.instead !== undefined && registry.predicates.has(misnomer.instead) ? misnomer.instead : undefined;
  const instead = known ?? closest(atom.predicate, registry.predicates.keys());
  if (instead === undefined)
    return { help: 'Names that begin with `:` are reserved for built-in predicates; write your own without it.' };
  return {
    help: `Did you mean \`${instead}\`?`,
    fix: { title: `write \`${instead}\``, edits: [{ span: atom.predicateSpan, text: instead }] },
  };
}
