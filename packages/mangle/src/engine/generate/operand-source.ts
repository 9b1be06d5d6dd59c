import type { Operand, Range } from '../../plan/plan.js';

/** What generated code asks for while it runs, by place. */
export interface Extras {
  /** Calls of functions and fixed operands, which an evaluation binds when they are first reached. */
  readonly calls: Operand[];
  /** The ids of constants: the text does not name them, so that rules of one shape have one text. */
  readonly constants: number[];
  /** Tests whether there are rows, by the number of the step. */
  readonly presences: PresenceSpec[];
  /** What loops without a base read, by the number of the step. */
  readonly inputs: (InputSpec | undefined)[];
}

/** Which rows a loop reads, and by which columns it finds them. */
export interface InputSpec {
  readonly side: 'rows' | 'atoms';
  readonly range: Range;
  readonly key: readonly number[];
}

/** Which rows, by which columns, and whether those of the base count whatever became of them. */
export interface PresenceSpec {
  readonly side: 'rows' | 'atoms';
  readonly columns: readonly number[];
  readonly isOld: boolean;
}

/** Gives the id of a constant; it is the same in all evaluations of a program. */
export type ConstantId = (operand: Extract<Operand, { kind: 'constant' }>) => number;

/** Writes operands as expressions over the registers `r0`, `r1`, …; calls become entries of `extras`. */
export class OperandWriter {
  readonly extras: Extras = { calls: [], constants: [], presences: [], inputs: [] };
  readonly #constantId: ConstantId;
  #temporaries = 0;

  constructor(constantId: ConstantId) {
    this.#constantId = constantId;
  }

  /** Declarations of the variables that expressions use. */
  get declarations(): string {
    const constants = this.extras.constants.map((_, at) => `C${at} = cx.constants[${at}]`);
    const calls = this.extras.calls.map((_, at) => `f${at}`);
    const temporaries = Array.from({ length: this.#temporaries }, (_, at) => `t${at}`);
    const names = [...calls, ...temporaries];
    return (
      (constants.length === 0 ? '' : `const ${constants.join(', ')};\n`) +
      (names.length === 0 ? '' : `let ${names.join(', ')};\n`)
    );
  }

  /** A variable for an intermediate result. */
  temporary(): string {
    return `t${this.#temporaries++}`;
  }

  write(operand: Operand): string {
    switch (operand.kind) {
      case 'constant':
        return this.#writeConstant(this.#constantId(operand));
      case 'register':
        return `r${operand.register}`;
      case 'instant':
        return `(f${this.#extra(operand)} ??= cx.fixed(${this.extras.calls.length - 1}))`;
      case 'call':
        return this.#writeCall(operand);
    }
  }

  #writeConstant(id: number): string {
    const { constants } = this.extras;
    if (!constants.includes(id)) constants.push(id);
    return `C${constants.indexOf(id)}`;
  }

  #writeCall(operand: Extract<Operand, { kind: 'call' }>): string {
    if (isFixed(operand)) {
      const at = this.#extra(operand);
      return `(f${at} ??= cx.fixed(${at}))`;
    }
    const args = operand.args.map((arg) => this.write(arg));
    const at = this.#extra(operand);
    if (args.length > 3) return `(f${at} ??= cx.callOfMany(${at}))(Int32Array.of(${args.join(', ')}))`;
    const call = (...given: string[]): string => `(f${at} ??= cx.call(${at}))(${given.join(', ')})`;
    const inline = inlineArithmetic[operand.builtin.name];
    if (inline === undefined || args.length !== 2) return call(...args);
    const [a, b, result] = [this.temporary(), this.temporary(), this.temporary()];
    const sum = `${a} = ${args[0]}, ${b} = ${args[1]}, ${result} = ${a} < 0 && ${b} < 0 ? ${inline(a, b)} : 0`;
    // A small integer has a negative id; whatever is out of their range is left to the function.
    return `(${sum}, ${result} >= -2147483648 && ${result} < 0 ? ${result} : ${call(a, b)})`;
  }

  #extra(operand: Operand): number {
    this.extras.calls.push(operand);
    return this.extras.calls.length - 1;
  }
}

/** Sums and differences of small integers on their ids, which are the integers less `smallBias`. */
const inlineArithmetic: Readonly<Record<string, ((a: string, b: string) => string) | undefined>> = {
  'fn:plus': (a, b) => `${a} + ${b} + 1073741824`,
  'fn:minus': (a, b) => `${a} - ${b} - 1073741824`,
};

function isFixed(operand: Operand): boolean {
  if (operand.kind === 'call') return operand.builtin.isConstant && operand.args.every(isFixed);
  return operand.kind !== 'register';
}
