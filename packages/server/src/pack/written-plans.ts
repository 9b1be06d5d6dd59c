import type { ast, FactInput, PredicateKey, Program } from '@manglecp/mangle';
import { constantText, toolColumns, writtenHeads } from './written-heads.js';

/** A reference `{/arg: …}` or `{/step: …}` of a template, as it is written. */
export interface WrittenReference {
  readonly label: '/arg' | '/step';
  readonly value: ast.Term;
}

/** A step of a plan, as far as the text of its clause says it. What is not constant is absent. */
export interface WrittenStep {
  readonly tool?: string;
  readonly position?: number;
  readonly action?: string;
  readonly head: ast.Atom;
  /** The arguments, if they are written as a struct. */
  readonly members?: readonly Member[];
  readonly references: readonly WrittenReference[];
  /** Whether some part of the template is not written in it. */
  readonly isOpen: boolean;
}

export interface Member {
  readonly name: string;
  readonly key: ast.Term;
  readonly value: ast.Term;
}

/** Something that is said of a part of a tool: of a parameter, of a step. */
export interface WrittenPart {
  readonly tool?: string;
  readonly name?: string;
  readonly position?: number;
  readonly head: ast.Atom;
}

/** All that the text of a pack says of plans. A fact of a table, or a clause that takes it from elsewhere, is not seen. */
export interface WrittenPlans {
  readonly steps: readonly WrittenStep[];
  readonly params: readonly WrittenPart[];
  readonly paramDocs: readonly WrittenPart[];
  readonly optionalSteps: readonly WrittenPart[];
  /** Tools that are offered. */
  readonly offers: readonly WrittenPart[];
  readonly reversible: readonly WrittenPart[];
  /** Whether tables have facts of the predicate, which have no place in a text. */
  readonly isInTables: (key: PredicateKey) => boolean;
}

const stepKey = 'macro_step/4';
const keys: Readonly<Record<string, PredicateKey>> = {
  params: 'macro_param/4',
  paramDocs: 'macro_param_doc/3',
  optionalSteps: 'macro_step_optional/2',
  reversible: 'macro_reversible/1',
};

export function readWrittenPlans(program: Program, tables: readonly FactInput[]): WrittenPlans {
  const wanted = new Set([stepKey, ...Object.values(keys), ...Object.keys(toolColumns)]);
  const heads = [...writtenHeads(program, (key) => wanted.has(key))];
  const of = (key: PredicateKey | undefined): readonly WrittenPart[] =>
    heads.filter((each) => each.key === key).map(({ head }) => partOf(head));
  const given = new Set(tables.map(({ predicate, args }) => `${predicate}/${args.length}`));
  return {
    steps: heads.filter(({ key }) => key === stepKey).map(({ head }) => stepOf(head)),
    params: of(keys['params']),
    paramDocs: of(keys['paramDocs']),
    optionalSteps: of(keys['optionalSteps']),
    reversible: of(keys['reversible']),
    offers: heads.flatMap(({ key, head }) => {
      const column = key === stepKey ? undefined : toolColumns[key];
      return column === undefined ? [] : [{ head, ...named('tool', constantText(head.args[column])) }];
    }),
    isInTables: (key) => given.has(key),
  };
}

function partOf(head: ast.Atom): WrittenPart {
  const [tool, second] = head.args;
  return {
    head,
    ...named('tool', constantText(tool)),
    ...named('name', constantText(second)),
    ...named('position', integerOf(second)),
  };
}

function stepOf(head: ast.Atom): WrittenStep {
  const [tool, position, action, template] = head.args;
  const references: WrittenReference[] = [];
  const members = template === undefined ? undefined : membersOf(template);
  const isOpen = members === undefined || !collect(template, references, true);
  return {
    head,
    references,
    isOpen,
    ...named('members', members),
    ...named('tool', constantText(tool)),
    ...named('position', integerOf(position)),
    ...named('action', constantText(action)),
  };
}

function named<Key extends string, T>(key: Key, value: T | undefined): { readonly [K in Key]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]: T });
}

/** A whole number that is written as one. */
export function integerOf(term: ast.Term | undefined): number | undefined {
  const value = term?.kind === 'constant' && term.value.kind === 'number' ? Number(term.value.value) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** The members of a struct that is written with all its labels. */
function membersOf(term: ast.Term): readonly Member[] | undefined {
  if (term.kind !== 'apply' || term.name !== 'fn:struct') return undefined;
  const members = term.args.flatMap((key, at) => {
    const value = term.args[at + 1];
    const isLabel = at % 2 === 0 && key.kind === 'constant' && key.value.kind === 'name';
    return isLabel && value !== undefined ? [{ name: key.value.text.slice(1), key, value }] : [];
  });
  return members.length === term.args.length / 2 ? members : undefined;
}

/** Collects the references of a template; false if some part of it is not written in it. The outermost struct is none. */
function collect(term: ast.Term | undefined, found: WrittenReference[], isOutermost = false): boolean {
  if (term === undefined || term.kind === 'variable') return false;
  if (term.kind !== 'apply') return true;
  const members = membersOf(term);
  const [first] = members ?? [];
  const labels = (members ?? []).map(({ name }) => name).sort();
  const isReference = labels.join() === 'arg' || labels.join() === 'step' || labels.join() === 'path,step';
  if (!isOutermost && first !== undefined && isReference) {
    const label = labels.includes('arg') ? '/arg' : '/step';
    const at = term.args.findIndex(
      (arg) => arg.kind === 'constant' && arg.value.kind === 'name' && arg.value.text === label,
    );
    const value = term.args[at + 1];
    if (value !== undefined) found.push({ label, value });
    return value?.kind === 'constant';
  }
  // Every argument is looked at, also after one that is open.
  return term.args.map((arg) => collect(arg, found)).every(Boolean);
}
