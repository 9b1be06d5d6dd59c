import { anyType, declaredRows, type PredicateInfo, sourceText, type Type } from '@manglecp/mangle';

/** What the value of a column can be. */
export const columnKinds = ['string', 'name', 'number', 'float64', 'bool', 'time', 'bytes'] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** An argument of an external predicate as sources see it. */
export interface Column {
  /** The variable of its declaration in snake_case. */
  readonly name: string;
  readonly isGiven: boolean;
  /** What its declaration allows; undefined if that is anything. */
  readonly kinds: ReadonlySet<ColumnKind> | undefined;
  /** The declared type, for messages. */
  readonly typeText: string;
}

/** The arguments of a predicate; a text if one of them has a type that no table and no JSON value can have. */
export function columnsOf(info: PredicateInfo, names: readonly string[] | undefined): readonly Column[] | string {
  const rows = declaredRows(info) ?? [];
  const columns: Column[] = [];
  for (let at = 0; at < info.arity; at += 1) {
    const types = rows.map((row) => row[at] ?? anyType);
    const kinds = types.map(kindsOf);
    const typeText = [...new Set(types.map(textOf))].join(' or ');
    if (kinds.includes('none')) return `argument ${at + 1} is declared ${typeText}, which is no type of a column`;
    const known = kinds.filter((each) => typeof each !== 'string');
    columns.push({
      name: names?.[at] ?? `argument_${at + 1}`,
      isGiven: info.mode?.[at] === '+',
      kinds:
        known.length < kinds.length || kinds.length === 0 ? undefined : new Set(known.flatMap((each) => [...each])),
      typeText,
    });
  }
  return columns;
}

/** Whether a column may hold values of this kind. */
export function allows({ kinds }: Column, kind: ColumnKind): boolean {
  return kinds === undefined || kinds.has(kind);
}

/** Whether a column holds values of this kind and no others. */
export function isOnly({ kinds }: Column, kind: ColumnKind): boolean {
  return kinds?.size === 1 && kinds.has(kind);
}

/** The kinds that a type has; `any` for all of them, `none` where there are values that have parts. */
function kindsOf(type: Type): readonly ColumnKind[] | 'any' | 'none' {
  switch (type.kind) {
    case 'any':
    case 'variable':
      return 'any';
    case 'basic':
      return type.basic === 'duration' ? 'none' : [type.basic];
    case 'prefix':
      return ['name'];
    case 'singleton':
      return singletonKinds(type.value.kind === 'name' ? type.value.text : '', type.value.kind);
    case 'union': {
      const all = type.alternatives.map(kindsOf);
      return all.includes('none') ? 'none' : all.flatMap((each) => (typeof each === 'string' ? [] : each));
    }
    default:
      return 'none';
  }
}

function singletonKinds(name: string, kind: string): readonly ColumnKind[] | 'none' {
  if (name === '/true' || name === '/false') return ['bool'];
  const found = columnKinds.find((each) => each === kind);
  return found === undefined ? 'none' : [found];
}

/** A type as it is written in declarations, as far as a message needs it. */
function textOf(type: Type): string {
  switch (type.kind) {
    case 'basic':
      return `/${type.basic}`;
    case 'prefix':
      return type.prefix;
    case 'singleton':
      return sourceText(type.value);
    case 'union':
      return isBoolean(type.alternatives) ? '/bool' : type.alternatives.map(textOf).join(' or ');
    case 'variable':
      return '/any';
    default:
      return `/${type.kind}`;
  }
}

function isBoolean(types: readonly Type[]): boolean {
  return types.length === 2 && types.every((type) => String(kindsOf(type)) === 'bool');
}
