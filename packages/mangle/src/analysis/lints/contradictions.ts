import { isAnonymous } from '../../program/variables.js';
import type { ComparePremise, Rule } from '../../program/program.js';
import type { Term } from '../../syntax/ast.js';
import { compareFloats, equalValues } from '../../value/compare.js';
import type { Value } from '../../value/value.js';
import { mirrored } from './terms.js';

type Operator = ComparePremise['operator'];

/** Comparisons of a rule that cannot all hold: one that is false by itself, or two that exclude each other. */
export interface Contradiction {
  readonly premise: ComparePremise;
  readonly other?: ComparePremise;
}

/** The first contradiction in source order, if the comparisons alone show one. */
export function contradictionIn({ premises }: Rule): Contradiction | undefined {
  const comparisons = premises.filter((each): each is ComparePremise => each.kind === 'compare');
  for (const [index, premise] of comparisons.entries()) {
    if (isFalse(premise)) return { premise };
    const other = comparisons.slice(0, index).find((earlier) => excludes(earlier, premise));
    if (other !== undefined) return { premise, other };
  }
  return undefined;
}

/** Two constants that do not stand in the relation. Comparisons that would fail are left to the type check. */
function isFalse({ operator, left, right }: ComparePremise): boolean {
  if (left.kind !== 'constant' || right.kind !== 'constant') return false;
  return !relationsOf(operator).some((relation) => relation === relationOf(left.value, right.value));
}

/** How two values stand to each other; `!` is "different, without an order". */
type Relation = '<' | '=' | '>' | '!';

function relationOf(a: Value, b: Value): Relation {
  if (equalValues(a, b)) return '=';
  const order = orderOf(a, b);
  if (order === undefined) return '!';
  return order < 0 ? '<' : '>';
}

function orderOf(a: Value, b: Value): number | undefined {
  if (a.kind === 'number' && b.kind === 'number') return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
  if (a.kind === 'float64' && b.kind === 'float64') return compareFloats(a.value, b.value);
  return undefined;
}

const relations: Record<Operator, readonly Relation[]> = {
  '=': ['='],
  '!=': ['<', '>', '!'],
  '<': ['<'],
  '<=': ['<', '='],
  '>': ['>'],
  '>=': ['>', '='],
};

function relationsOf(operator: Operator): readonly Relation[] {
  return relations[operator];
}

/** A comparison with its variable side first. */
interface Test {
  readonly subject: string;
  readonly operator: Operator;
  readonly object: Term;
}

/** Both readings of a comparison, so that `X < Y` and `Y < X` meet. */
function testsOf({ operator, left, right }: ComparePremise): Test[] {
  const tests: Test[] = [];
  if (left.kind === 'variable' && !isAnonymous(left.name)) tests.push({ subject: left.name, operator, object: right });
  if (right.kind === 'variable' && !isAnonymous(right.name)) {
    tests.push({ subject: right.name, operator: mirrored[operator], object: left });
  }
  return tests;
}

function excludes(a: ComparePremise, b: ComparePremise): boolean {
  return testsOf(a).some((first) => testsOf(b).some((second) => areExclusive(first, second)));
}

function areExclusive(a: Test, b: Test): boolean {
  if (a.subject !== b.subject) return false;
  if (a.object.kind === 'variable' && b.object.kind === 'variable' && a.object.name === b.object.name) {
    return !relationsOf(a.operator).some((relation) => relationsOf(b.operator).includes(relation));
  }
  if (a.object.kind !== 'constant' || b.object.kind !== 'constant') return false;
  return !canBothHold(a.operator, a.object.value, b.operator, b.object.value);
}

/** Can some value stand in both relations, one to each constant? */
function canBothHold(first: Operator, a: Value, second: Operator, b: Value): boolean {
  if (first === '=') return holds(second, a, b);
  if (second === '=') return holds(first, b, a);
  if (first === '!=' || second === '!=') return true;
  if (a.kind === 'float64' && b.kind === 'float64') return rangesMeet(first, a.value, second, b.value);
  if (a.kind !== 'number' || b.kind !== 'number') return true;
  return rangesMeet(whole(first), shift(first, a.value), whole(second), shift(second, b.value));
}

function holds(operator: Operator, a: Value, b: Value): boolean {
  return relationsOf(operator).some((relation) => relation === relationOf(a, b));
}

/** Among whole numbers `X > 3` is `X >= 4`. */
function whole(operator: Operator): Operator {
  if (operator === '>') return '>=';
  return operator === '<' ? '<=' : operator;
}

function shift(operator: Operator, value: bigint): bigint {
  if (operator === '>') return value + 1n;
  return operator === '<' ? value - 1n : value;
}

function rangesMeet<T extends bigint | number>(first: Operator, a: T, second: Operator, b: T): boolean {
  const isFirstLower = first.startsWith('>');
  if (isFirstLower === second.startsWith('>')) return true;
  const [lower, upper] = isFirstLower ? [a, b] : [b, a];
  return lower < upper || (lower === upper && first.endsWith('=') && second.endsWith('='));
}
