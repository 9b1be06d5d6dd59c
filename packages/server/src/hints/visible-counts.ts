import type { ast, Evaluation, PredicateKey, Profile, Rule } from '@manglecp/mangle';
import { relation, textOf } from '../facts/relation.js';
import type { Pack } from '../pack/pack.js';
import type { PredicateRoles } from './predicate-roles.js';

/** How much was derived of what a client may know of. */
export interface VisibleCounts {
  readonly facts: number;
  /** Rule activations (C-55): solutions of rules, and for what is said of tools one for each fact. */
  readonly activations: number;
}

/** `tools` are the names of those that were selected. */
export type VisibleCounter = (evaluation: Evaluation, tools: ReadonlySet<string>, profile: Profile) => VisibleCounts;

/** What the arguments of the kernel's predicates are called where they are names of tools. */
const toolNames: ReadonlySet<string> = new Set(['Tool', 'Macro', 'Other', 'Prerequisite', 'Root', 'Earlier', 'Target']);

const prohibitions = relation('prohibited', 2);
const needs = relation('tool_needs', 2);

/**
 * Counts what was derived so that the number says nothing of tools that policy hides: neither whether there are any nor
 * what they are called. A pack with such a tool and one without it give the same counts.
 *
 * - Of what is said of tools, the facts about selected ones count. Which columns hold names of tools is known of the
 *   kernel's predicates, and follows for those of the pack from the variables of its rules.
 * - Facts of the pack that are about no tool count, unless all rules that read them are for tools that are hidden.
 * - What rests on policy, on who asks, or on what is said of tools in general does not count.
 */
export function createVisibleCounter({ program, declarations }: Pack, roles: PredicateRoles): VisibleCounter {
  const { rules } = program;
  const columns = toolColumns(rules, { program, declarations }, roles);
  const opaque = opaquePredicates(rules, columns, roles);
  const shared = new Set<PredicateKey>(declarations.map(({ predicate, arity }) => `${predicate}/${arity}`));
  const audiences = audiencesOf(rules, columns, { roles, shared });
  const counted = [...new Set(rules.map(({ predicate }) => predicate))].filter((key) => {
    return !opaque.has(key) && program.predicates.get(key)?.isDeferred !== true;
  });
  return (evaluation, tools, profile) => {
    const solutions = new Map<PredicateKey, number>();
    for (const { rule, solutions: count } of profile.rules()) {
      solutions.set(rule.predicate, (solutions.get(rule.predicate) ?? 0) + count);
    }
    let [facts, activations] = [0, 0];
    for (const key of counted) {
      const named = columns.get(key) ?? new Set();
      const audience = named.size > 0 ? 'all' : (audiences.get(key) ?? 'all');
      if (audience !== 'all' && [...audience].every((tool) => isHidden(evaluation, tool))) continue;
      const count = evaluation.countDerived(key, [...named], (value) => tools.has(textOf(value) ?? ''));
      facts += count;
      activations += named.size > 0 ? count : Math.max(count, solutions.get(key) ?? 0);
    }
    return { facts, activations };
  };
}

/** Whether policy keeps a tool, or one that it needs, from whoever asks. */
function isHidden(evaluation: Evaluation, tool: string): boolean {
  const needed = needs.of(evaluation, tool).flatMap(([, prerequisite]) => textOf(prerequisite) ?? []);
  return [tool, ...needed].some((name) =>
    prohibitions.of(evaluation, name).some(([, reason]) => textOf(reason) !== 'client restriction'),
  );
}

type Columns = ReadonlyMap<PredicateKey, ReadonlySet<number>>;

interface Atom {
  readonly key: PredicateKey;
  readonly args: readonly ast.Term[];
}

function bodyOf({ premises }: Rule): readonly Atom[] {
  return premises.flatMap((premise) =>
    'predicate' in premise && 'args' in premise ? [{ key: premise.predicate, args: premise.args }] : [],
  );
}

function variablesIn({ key, args }: Atom, columns: Columns): readonly string[] {
  return [...(columns.get(key) ?? [])].flatMap((column) => {
    const arg = args[column];
    return arg?.kind === 'variable' ? [arg.name] : [];
  });
}

/** Where predicates name tools: those of the kernel by their declarations, those of the pack as far as variables tell. */
function toolColumns(
  rules: readonly Rule[],
  { program }: Pick<Pack, 'program' | 'declarations'>,
  roles: PredicateRoles,
): Columns {
  const columns = new Map<PredicateKey, Set<number>>();
  for (const { key, decl } of program.predicates.values()) {
    if (roles.of(key) === 'domain' && !isKernels(key, roles)) continue;
    decl?.atom.args.forEach((arg, column) => {
      if (arg.kind !== 'variable' || !toolNames.has(arg.name)) return;
      columns.set(key, (columns.get(key) ?? new Set()).add(column));
    });
  }
  const isPacks = (key: PredicateKey): boolean => roles.of(key) === 'domain' && !isKernels(key, roles);
  for (let isNew = true; isNew;) {
    isNew = false;
    for (const rule of rules) if (spread(rule, columns, isPacks)) isNew = true;
  }
  return columns;
}

/** Where a rule has a variable in a column of tools, its other columns with that variable are such, too. */
function spread(rule: Rule, columns: Map<PredicateKey, Set<number>>, isPacks: (key: PredicateKey) => boolean): boolean {
  const atoms = [{ key: rule.predicate, args: rule.args }, ...bodyOf(rule)];
  const names = new Set(atoms.flatMap((atom) => variablesIn(atom, columns)));
  const found = atoms
    .filter(({ key }) => names.size > 0 && isPacks(key))
    .flatMap(({ key, args }) =>
      args.flatMap((arg, column) => (arg.kind === 'variable' && names.has(arg.name) ? [{ key, column }] : [])),
    )
    .filter(({ key, column }) => columns.get(key)?.has(column) !== true);
  for (const { key, column } of found) columns.set(key, (columns.get(key) ?? new Set()).add(column));
  return found.length > 0;
}

function isKernels(key: PredicateKey, roles: PredicateRoles): boolean {
  return roles.isKernel(key);
}

/**
 * Predicates whose facts may depend on hidden tools, or on policy: they read these, or read of tools that the head does
 * not name. The kernel's own that name no tool are among them.
 */
function opaquePredicates(rules: readonly Rule[], columns: Columns, roles: PredicateRoles): ReadonlySet<PredicateKey> {
  const opaque = new Set<PredicateKey>();
  for (const { predicate } of rules) {
    if (roles.of(predicate) === 'hidden' || (roles.isKernel(predicate) && !columns.has(predicate)))
      opaque.add(predicate);
  }
  for (let size = -1; size !== opaque.size;) {
    size = opaque.size;
    for (const rule of rules) {
      if (roles.isKernel(rule.predicate)) continue;
      const own = new Set(variablesIn({ key: rule.predicate, args: rule.args }, columns));
      const isOpaque = bodyOf(rule).some(
        (atom) =>
          (opaque.has(atom.key) && !roles.isKernel(atom.key)) ||
          roles.of(atom.key) === 'hidden' ||
          variablesIn(atom, columns).some((name) => !own.has(name)),
      );
      if (isOpaque) opaque.add(rule.predicate);
    }
  }
  return opaque;
}

/** For predicates of the pack, the tools that rules read them for; `all` if that cannot be told, or clients know them. */
function audiencesOf(
  rules: readonly Rule[],
  columns: Columns,
  { roles, shared }: { readonly roles: PredicateRoles; readonly shared: ReadonlySet<PredicateKey> },
): ReadonlyMap<PredicateKey, ReadonlySet<string> | 'all'> {
  const readers = new Map<PredicateKey, Rule[]>();
  for (const rule of rules) {
    for (const { key } of bodyOf(rule)) readers.set(key, [...(readers.get(key) ?? []), rule]);
  }
  /** The tools that a rule is for, if it names any. */
  const namedBy = ({ predicate, args }: Rule): readonly (ast.Term | undefined)[] =>
    Array.from(columns.get(predicate) ?? [], (column) => args[column]);
  const audienceOf = (predicate: PredicateKey): ReadonlySet<string> | 'all' => {
    const seen = new Set([predicate]);
    // A set that grows is walked to its end.
    for (const key of seen) {
      for (const rule of readers.get(key) ?? []) {
        const isStep = namedBy(rule).length === 0 && !roles.isKernel(rule.predicate);
        if (isStep && roles.of(rule.predicate) !== 'hidden') seen.add(rule.predicate);
      }
    }
    const isOpen = [...seen].some((key) => !readers.has(key) || shared.has(key));
    const ends = [...seen].flatMap((key) => readers.get(key) ?? []).filter((rule) => !seen.has(rule.predicate));
    const visible = ends.filter((rule) => roles.of(rule.predicate) !== 'hidden');
    const terms = visible.flatMap(namedBy);
    const isForAny =
      visible.some((rule) => namedBy(rule).length === 0) || terms.some((term) => term?.kind !== 'constant');
    if (isOpen || isForAny || ends.length === 0) return 'all';
    return new Set(terms.flatMap((term) => (term?.kind === 'constant' ? [textOf(term.value) ?? ''] : [])));
  };
  const own = new Set(rules.map(({ predicate }) => predicate).filter((key) => !roles.isKernel(key)));
  return new Map(Array.from(own, (key) => [key, audienceOf(key)]));
}
