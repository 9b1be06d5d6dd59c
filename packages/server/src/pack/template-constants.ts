import { compareValues, type FunctionBuiltin, type Value } from '@manglecp/mangle';

type Entries = Extract<Value, { readonly kind: 'struct' }>['entries'];

/** The labels of structs that templates take for references, in their order. */
export const referenceLabels = ['/arg', '/step', '/path /step', '/column /fact'] as const;
export type ReferenceLabels = (typeof referenceLabels)[number];

/** The label that makes a constant of a struct. It has a slash, so no client and no function of a pack can write it. */
const constantLabel = '/manglecp/constant';

/** The labels of a struct in their order, as one text. */
export function labelsOf(entries: Entries): string {
  return entries.map(([key]) => (key.kind === 'name' ? key.text : '')).join(' ');
}

/** Whether the labels, in their order, are those of a reference. */
export function areReferenceLabels(labels: string): labels is ReferenceLabels {
  return (referenceLabels as readonly string[]).includes(labels);
}

/** The function that rules apply to what comes from outside before they put it into a template. */
export const constantFunction: FunctionBuiltin = {
  kind: 'function',
  name: 'fn:manglecp:constant',
  summary: 'the value, of which nothing is a reference',
  signature: { params: ['/any'], result: '/any' },
  isConstant: true,
  apply: ([value]) => {
    if (value === undefined) throw new TypeError('there is no value');
    return markConstants(value);
  },
};

/** The value, with a mark on every struct in it that would be taken for a reference. Its fields stay where they are. */
export function markConstants(value: Value): Value {
  return mapStructs(value, (entries) => (areReferenceLabels(labelsOf(entries)) ? withMark(entries) : entries));
}

/** The value without marks. */
export function withoutMarks(value: Value): Value {
  return mapStructs(value, (entries) => (isMarked(entries) ? entries.filter(([key]) => !isMark(key)) : entries));
}

/** Whether a struct came from outside and would have been taken for a reference. */
export function isMarked(entries: Entries): boolean {
  return entries.some(([key]) => isMark(key));
}

/** Whether anything in a value would be taken for a reference. */
export function holdsReference(value: Value): boolean {
  return markConstants(value) !== value;
}

/** Whether a label is the mark of structs from outside. */
export function isMark(key: Value): boolean {
  return key.kind === 'name' && key.text === constantLabel;
}

const mark: Entries[number] = [
  { kind: 'name', text: constantLabel },
  { kind: 'name', text: '/true' },
];

function withMark(entries: Entries): Entries {
  return [...entries, mark].sort(([a], [b]) => compareValues(a, b));
}

/** The value with other entries in its structs, innermost first; the same object if they all stay the same. */
function mapStructs(value: Value, change: (entries: Entries) => Entries): Value {
  const part = (item: Value): Value => mapStructs(item, change);
  switch (value.kind) {
    case 'struct': {
      const entries = change(mapEntries(value.entries, part));
      return entries === value.entries ? value : { ...value, entries };
    }
    case 'map': {
      const entries = mapEntries(value.entries, part);
      return entries === value.entries ? value : { ...value, entries };
    }
    case 'list': {
      const items = value.items.map(part);
      return items.every((item, at) => item === value.items[at]) ? value : { ...value, items };
    }
    case 'pair': {
      const [first, second] = [part(value.first), part(value.second)];
      return first === value.first && second === value.second ? value : { ...value, first, second };
    }
    default:
      return value;
  }
}

/** Keys are texts in a template, so only values are looked at. */
function mapEntries(entries: Entries, part: (item: Value) => Value): Entries {
  const mapped = entries.map(([key, item]) => [key, part(item)] as const);
  return mapped.every(([, item], at) => item === entries[at]?.[1]) ? entries : mapped;
}
