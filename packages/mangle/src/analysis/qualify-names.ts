import { diagnostic } from '../diagnostics/diagnostic.js';
import { closest } from '../diagnostics/suggest.js';
import { type PredicateKey, predicateKey } from '../program/program.js';
import type { Atom, Clause, Decl, Literal, Unit, UseDecl } from '../syntax/ast.js';
import { type Analysis, type PackageScope, report } from './analysis.js';

/**
 * Gives every predicate the name of its package: `foo` in package `p` is `p.foo`. In bodies, annotated or not, and in
 * `inclusion` a name means, in this order: a predicate of the own package, one named in full, one of the default
 * package. Predicates of other packages need a `Use`.
 */
export function qualifyNames(analysis: Analysis): void {
  const scopes = collectScopes(analysis);
  warnAboutUnknownPackages(analysis);
  const defaultKeys = scopes.get('')?.definedKeys ?? new Set<PredicateKey>();
  for (const [index, unit] of analysis.units.entries()) {
    const scope = scopes.get(packageName(unit));
    if (scope === undefined) continue;
    for (const facts of unit.batches ?? []) {
      const predicate = predicateKey(inPackage(facts, scope), facts.arity);
      analysis.batches.push({ predicate, facts, unit: index });
    }
    for (const item of unit.items) {
      if (item.kind === 'decl') {
        analysis.items.push({ kind: 'decl', decl: qualifyDecl(analysis, item, scope, defaultKeys), scope });
      } else {
        qualifyClause(analysis, item, scope, defaultKeys);
      }
    }
  }
}

/** The name a predicate written as `name` has inside `scope`, before its `Use` is checked. */
export function qualifiedName(
  name: string,
  arity: number,
  { name: packageOfScope, definedKeys, definedNames }: PackageScope,
  defaultKeys: ReadonlySet<PredicateKey>,
): string {
  if (packageOfScope === '' || name.startsWith(':')) return name;
  const key = predicateKey(name, arity);
  const isOwn = definedKeys.has(key) || (definedNames.has(name) && !defaultKeys.has(key));
  return isOwn ? `${packageOfScope}.${name}` : name;
}

function collectScopes(analysis: Analysis): Map<string, PackageScope> {
  const scopes = new Map<string, PackageScope>();
  for (const name of new Set(analysis.units.map(packageName))) {
    const units = analysis.units.filter((unit) => packageName(unit) === name);
    const atoms = units.flatMap(definedAtoms);
    scopes.set(name, {
      name,
      uses: collectUses(analysis, name, units),
      definedKeys: new Set(atoms.map(keyOf)),
      definedNames: new Set(atoms.map(({ predicate }) => predicate)),
    });
  }
  return scopes;
}

function definedAtoms({ items }: Unit): Atom[] {
  return items.map((item) => (item.kind === 'decl' ? item.atom : item.head));
}

function collectUses(analysis: Analysis, name: string, units: readonly Unit[]): Set<string> {
  const uses = new Set<string>();
  for (const use of units.flatMap((unit) => unit.uses)) {
    uses.add(use.name);
    if (use.name !== name) continue;
    report(
      analysis,
      diagnostic('use-self', use.nameSpan, `package \`${name}\` uses itself`, {
        help: 'A package sees its own predicates without `Use`. Remove this line.',
        fix: { title: 'remove the `Use` line', edits: [{ span: use.span, text: '' }] },
      }),
    );
  }
  return uses;
}

/** A package exists if a file declares it, or if something is declared or stated under its full name. */
function warnAboutUnknownPackages(analysis: Analysis): void {
  const atoms = analysis.units.flatMap(definedAtoms);
  const packages = new Set([...analysis.units.map(packageName), ...atoms.map(({ predicate }) => packageOf(predicate))]);
  for (const unit of analysis.units) {
    const others = [...packages].filter((name) => name !== packageName(unit));
    for (const use of unit.uses) if (!packages.has(use.name)) reportUnknownPackage(analysis, use, others);
  }
}

function reportUnknownPackage(analysis: Analysis, { name, nameSpan }: UseDecl, packages: readonly string[]): void {
  const instead = closest(name, packages);
  report(
    analysis,
    diagnostic('unknown-package', nameSpan, `no file declares the package \`${name}\``, {
      help:
        instead === undefined
          ? `Load the file that begins with \`Package ${name}!\`, or remove this line.`
          : `Did you mean \`${instead}\`?`,
      fix:
        instead === undefined
          ? undefined
          : { title: `write \`${instead}\``, edits: [{ span: nameSpan, text: instead }] },
    }),
  );
}

function qualifyClause(
  analysis: Analysis,
  clause: Clause,
  scope: PackageScope,
  defaultKeys: ReadonlySet<PredicateKey>,
): void {
  const misses: Atom[] = [];
  const premises = clause.premises.map((literal): Literal => {
    if (literal.kind !== 'atom') return literal;
    const atom = qualifyAtom(literal.atom, scope, defaultKeys);
    if (isMissingUse(literal.atom, scope)) misses.push(atom);
    return atom === literal.atom ? literal : { ...literal, atom };
  });
  const qualified =
    scope.name === ''
      ? clause
      : { ...clause, head: { ...clause.head, predicate: inPackage(clause.head, scope) }, premises };
  analysis.items.push({ kind: 'clause', clause: qualified, scope });
  for (const atom of misses) reportMissingUse(analysis, atom, scope, qualified);
}

function qualifyDecl(
  analysis: Analysis,
  decl: Decl,
  scope: PackageScope,
  defaultKeys: ReadonlySet<PredicateKey>,
): Decl {
  for (const atom of decl.inclusion ?? []) if (isMissingUse(atom, scope)) reportMissingUse(analysis, atom, scope);
  if (scope.name === '') return decl;
  const atom = { ...decl.atom, predicate: inPackage(decl.atom, scope) };
  const inclusion = decl.inclusion?.map((each) => qualifyAtom(each, scope, defaultKeys));
  return { ...decl, atom, ...(inclusion === undefined ? {} : { inclusion }) };
}

function qualifyAtom(atom: Atom, scope: PackageScope, defaultKeys: ReadonlySet<PredicateKey>): Atom {
  const predicate = qualifiedName(atom.predicate, atom.args.length, scope, defaultKeys);
  return predicate === atom.predicate ? atom : { ...atom, predicate };
}

/** Names of builtins belong to no package. */
function inPackage({ predicate }: Pick<Atom, 'predicate'>, { name }: PackageScope): string {
  return name === '' || predicate.startsWith(':') ? predicate : `${name}.${predicate}`;
}

function isMissingUse(atom: Atom, scope: PackageScope): boolean {
  const owner = packageOf(atom.predicate);
  if (owner === '' || owner === scope.name || atom.predicate.startsWith(':')) return false;
  return !scope.definedNames.has(atom.predicate) && !scope.uses.has(owner);
}

/** The part before the last dot; empty for a name without dots. */
export function packageOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

function reportMissingUse(analysis: Analysis, atom: Atom, scope: PackageScope, clause?: Clause): void {
  const owner = packageOf(atom.predicate);
  const isKnown = analysis.units.some((unit) => packageName(unit) === owner);
  const own = scope.name === '' ? 'the default package' : `package \`${scope.name}\``;
  const message = `\`${atom.predicate}\` is of package \`${owner}\`, which ${own} does not use`;
  const help = isKnown
    ? `Write \`Use ${owner}!\` at the top of the file, after a \`Package\` line if there is one.`
    : `No file has \`Package ${owner}!\`. Check the spelling, or load the file and write \`Use ${owner}!\` at the top.`;
  report(
    analysis,
    diagnostic('missing-use', atom.predicateSpan, message, { help, fix: useFix(analysis, atom, owner, isKnown) }),
    clause,
  );
}

function useFix(analysis: Analysis, { predicateSpan }: Atom, owner: string, isKnown: boolean) {
  const unit = analysis.units.find(({ source }) => source === predicateSpan.source);
  if (!isKnown || unit === undefined) return undefined;
  const at = unit.packageDecl?.span.end ?? 0;
  const text = at === 0 ? `Use ${owner}!\n` : `\nUse ${owner}!`;
  return { title: `add \`Use ${owner}!\``, edits: [{ span: { source: unit.source, start: at, end: at }, text }] };
}

function packageName(unit: Unit): string {
  return unit.packageDecl?.name ?? '';
}

function keyOf({ predicate, args }: Atom): PredicateKey {
  return predicateKey(predicate, args.length);
}
