import type { PredicateInfo } from '../program/program.js';
import { argsAt, type FactBatch, type FactValues } from '../value/fact-batch.js';
import type { Value } from '../value/value.js';
import { factMisfit } from './check-value.js';
import { declaredRows } from './declared-rows.js';
import { valueHasType } from './has-type.js';
import type { Row, Type } from './type.js';
import { hasVariables } from './variables.js';

/** A fact of a batch that does not conform to its declaration. */
export interface BatchMisfit {
  readonly row: number;
  readonly args: readonly Value[];
}

/** The facts of a batch that have a `factMisfit`. */
export function* batchMisfits(info: PredicateInfo, facts: FactBatch): Generator<BatchMisfit> {
  const declared = declaredRows(info);
  if (declared === undefined || declared.some((row) => row.every(({ kind }) => kind === 'any'))) return;
  const plain = declared.filter((row) => !row.some(hasVariables)).map((row) => memberTests(row, facts.values));
  for (let row = 0; row < facts.count; row++) {
    if (plain.some((tests) => fits(facts.columns, row, tests))) continue;
    const args = argsAt(facts, row);
    if (factMisfit(info, args) !== undefined) yield { row, args };
  }
}

function fits(columns: readonly Int32Array[], row: number, tests: readonly MemberTest[]): boolean {
  for (let column = 0; column < tests.length; column++) {
    if (tests[column]?.(columns[column]?.[row] ?? 0) === false) return false;
  }
  return true;
}

/** Whether the value of an id is a member of a type. */
type MemberTest = (id: number) => boolean;

function memberTests(row: Row, values: FactValues): readonly MemberTest[] {
  return row.map((type) => memberTest(type, values));
}

/** `valueHasType` by id; makes a `Value` only of values with parts. */
function memberTest(type: Type, values: FactValues): MemberTest {
  switch (type.kind) {
    case 'any':
      return () => true;
    case 'basic':
      return (id) => values.kindOf(id) === type.basic;
    case 'prefix': {
      const beginning = `${type.prefix}/`;
      return (id) => values.kindOf(id) === 'name' && values.startsWith(id, beginning);
    }
    case 'singleton': {
      const only = values.find(type.value);
      return (id) => id === only;
    }
    case 'union': {
      const singles = new Set(
        type.alternatives.map((each) => (each.kind === 'singleton' ? values.find(each.value) : undefined)),
      );
      const others = memberTests(
        type.alternatives.filter(({ kind }) => kind !== 'singleton'),
        values,
      );
      return (id) => singles.has(id) || others.some((test) => test(id));
    }
    default:
      return remembered((id) => valueHasType(values.get(id), type));
  }
}

function remembered(test: MemberTest): MemberTest {
  const known = new Map<number, boolean>();
  return (id) => {
    let result = known.get(id);
    if (result === undefined) {
      result = test(id);
      known.set(id, result);
    }
    return result;
  };
}
