import { type ast, type Evaluation, parseGoal, type Value } from '@manglecp/mangle';

/** A predicate that the host reads. Its goal is parsed once, so that reading costs what is there to be read. */
export interface Relation {
  /** All rows, in the total order of values. */
  readonly all: (evaluation: Evaluation) => Rows;
  /** The rows whose first value is this text. */
  readonly of: (evaluation: Evaluation, first: string) => Rows;
}

/** The values of facts, one list a fact. */
export type Rows = readonly (readonly Value[])[];

/** A predicate of the program; without rows in programs that do not have it. */
export function relation(name: string, arity: number): Relation {
  const key = `${name}/${arity}`;
  const goal = openGoal(name, arity);
  const [, ...rest] = goal.args;
  const read = (evaluation: Evaluation, asked: ast.Atom): Rows => {
    return evaluation.count(key) === 0 ? [] : evaluation.query(asked).map(({ args }) => args);
  };
  return {
    all: (evaluation) => read(evaluation, goal),
    of: (evaluation, first) => {
      const text: ast.Term = { kind: 'constant', value: { kind: 'string', text: first }, span: goal.span };
      return read(evaluation, { ...goal, args: [text, ...rest] });
    },
  };
}

/** The goal that all facts of a predicate match. */
export function openGoal(name: string, arity: number): ast.Atom {
  return parseGoal(`${name}(${Array.from({ length: arity }, () => '_').join(', ')})`);
}

/** The text of a string; undefined for other values. */
export function textOf(value: Value | undefined): string | undefined {
  return value?.kind === 'string' ? value.text : undefined;
}

/** A whole number that JavaScript holds exactly; undefined for other values. */
export function integerOf(value: Value | undefined): number | undefined {
  const number = value?.kind === 'number' ? Number(value.value) : undefined;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** A boolean; undefined for other values. */
export function booleanOf(value: Value | undefined): boolean | undefined {
  if (value?.kind !== 'name') return undefined;
  return value.text === '/true' ? true : value.text === '/false' ? false : undefined;
}
