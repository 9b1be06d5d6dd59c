import type {
  AbsentStep,
  BuiltinStep,
  CompareStep,
  CoverStep,
  Plan,
  ScanStep,
  Step,
  WindowOperands,
} from '../../plan/plan.js';
import type { PredicateKey } from '../../program/program.js';
import { type ConstantId, type Extras, type InputSpec, OperandWriter } from './operand-source.js';
import { fresh, loopSource, resumeAt } from './scan-source.js';

/** A plan as the text of a JavaScript function, and what the text refers to. */
export interface PlanSource {
  readonly text: string;
  readonly extras: Extras;
  /** How many loops there are; a pause saves two numbers for each. */
  readonly loopCount: number;
}

/**
 * Writes a plan as nested loops over local variables. The function takes a `CompiledRun` and tells whether it is done;
 * if not it has saved its place and goes on from there at the next call. It leaves when its fuel is used up, and its
 * rows are in an array that has room for as many, so it calls nothing to look at the clock or to store a row. The host
 * compiles a function anew when it comes to a part that it has not seen at work, so those parts are without property
 * accesses, and what all functions do is not written into each. The text holds nothing that comes from a program but
 * numbers.
 */
export function planSource(plan: Plan, options: SourceOptions): PlanSource {
  return new PlanWriter(plan, options).write();
}

export interface SourceOptions {
  readonly constantId: ConstantId;
  /** Whether there may be a base. */
  readonly isLayered: boolean;
  /** Whether rows of a predicate may die while there is no base. */
  readonly canDie: (predicate: PredicateKey) => boolean;
}

/** Order comparisons of small integers on their ids. */
const inlineOrder: Readonly<Record<string, string | undefined>> = { ':lt': '<', ':le': '<=', ':gt': '>', ':ge': '>=' };

class PlanWriter {
  readonly #plan: Plan;
  readonly #isLayered: boolean;
  readonly #canDie: SourceOptions['canDie'];
  readonly #operands: OperandWriter;
  /** What is tried before the first loop, so that a test that fails saves all the rest. */
  #top = '';
  /** What is fetched for the loops, before the first one. */
  #setup = '';
  #open = '';
  #close = '';
  /** Variables that get their value when they are needed. */
  readonly #names: string[] = [];
  readonly #positions: string[] = [];
  #levels: number[] = [];

  constructor(plan: Plan, { constantId, isLayered, canDie }: SourceOptions) {
    this.#plan = plan;
    this.#isLayered = isLayered;
    this.#canDie = canDie;
    this.#operands = new OperandWriter(constantId);
  }

  write(): PlanSource {
    const { steps, registerCount, boundCount } = this.#plan;
    steps.forEach((step, at) => this.#step(step, at));
    const take = this.#take();
    const registers = Array.from({ length: registerCount }, (_, at) =>
      at < boundCount ? `r${at} = cx.bound[${at}]` : `r${at} = 0`,
    );
    const resumed = this.#levels.map((at, level) => `G${at} = S[${2 * level}], P${at} = S[${2 * level + 1}]`);
    const saved = this.#levels.map((at, level) => `S[${2 * level}] = g${at}; S[${2 * level + 1}] = p${at};\n`);
    const text =
      `'use strict';\nreturn function rule(cx) {\n` +
      // The way back to its place takes a step for each loop; there it must get on, however slow the way was.
      `const S = cx.state, B = cx.rows;\nlet resume = cx.resume, fuel = Math.max(resume, cx.fuel), n = 0;\n` +
      (registers.length === 0 ? '' : `let ${registers.join(', ')};\n`) +
      this.#operands.declarations +
      (this.#positions.length === 0 ? '' : `let ${[...this.#positions, ...this.#names].join(', ')};\n`) +
      (resumed.length === 0 ? '' : `const ${resumed.join(', ')};\n`) +
      'leave: {\n' +
      this.#top +
      this.#setup +
      this.#open +
      take +
      this.#close +
      `cx.resume = 0;\ncx.fuel = fuel;\ncx.filled = n;\nreturn true;\n}\n` +
      `${saved.join('')}cx.resume = resume;\ncx.fuel = 0;\ncx.filled = n;\nreturn false;\n}`;
    return { text, extras: this.#operands.extras, loopCount: this.#levels.length };
  }

  /** What happens with a solution. */
  #take(): string {
    const { grouping, head } = this.#plan;
    const values = grouping?.kept.map((register) => `r${register}`) ?? head.map((each) => this.#operands.write(each));
    if (values.length === 0) return 'n++;\n';
    return `${values.map((value, at) => `B[n + ${at}] = ${value};\n`).join('')}n += ${values.length};\n`;
  }

  #step(step: Step, at: number): void {
    switch (step.kind) {
      case 'scan':
        return this.#scan(step, at);
      case 'cover':
        return this.#cover(step, at);
      case 'absent':
        return this.#absent(step, at);
      case 'assign':
        return this.#write(`r${step.register} = ${this.#operands.write(step.value)};\n`);
      case 'compare':
        return this.#compare(step);
      case 'builtin':
        return this.#builtin(step, at);
      case 'ask': {
        const inputs = step.inputs.map((input) => this.#operands.write(input));
        this.#failUnless(`cx.ask(${at}, [${inputs.join(', ')}])`);
      }
    }
  }

  /** Writes what is done for each row, or once where there is no loop yet. */
  #write(text: string): void {
    if (this.#levels.length === 0) this.#top += text;
    else this.#open += text;
  }

  /** Writes what is done once. */
  #writeSetup(text: string): void {
    if (this.#levels.length === 0) this.#top += text;
    else this.#setup += text;
  }

  /** Leaves the current row, or the function where there is no loop yet. */
  #failUnless(condition: string): void {
    this.#write(`if (!(${condition})) ${this.#levels.length === 0 ? 'return true' : 'continue'};\n`);
  }

  #scan(step: ScanStep, at: number): void {
    const key = step.key.map(({ value }) => this.#operands.write(value));
    const isTest =
      step.range === 'all' && step.binds.length === 0 && step.window === undefined && step.repeats.length === 0;
    if (isTest) return this.#failUnless(this.#presence('rows', step.key, key, at, false));
    const binds = [...step.binds, ...step.repeats].map(({ column }) => column);
    const loop = this.#loop(step, at, key, binds, 'rows');
    for (const { column, register } of step.binds) this.#open += `r${register} = ${loop.column(column)};\n`;
    for (const { column, register } of step.repeats) this.#failUnless(`${loop.column(column)} === r${register}`);
    if (step.window !== undefined) this.#failUnless(`cx.overlaps(${at}, ${loop.row}, ${this.#window(step.window)})`);
  }

  #cover(step: CoverStep, at: number): void {
    const key = step.key.map(({ value }) => this.#operands.write(value));
    const isDriven = step.range !== 'all' && step.range !== 'known' && step.range !== 'stable' && step.range !== 'old';
    const binds = [...step.binds, ...step.repeats].map(({ column }) => column);
    const range = isDriven ? step.range : step.isOld ? 'old' : 'all';
    const loop = this.#loop({ ...step, range }, at, key, binds, isDriven ? 'rows' : 'atoms');
    for (const { column, register } of step.binds) this.#open += `r${register} = ${loop.column(column)};\n`;
    for (const { column, register } of step.repeats) this.#failUnless(`${loop.column(column)} === r${register}`);
    const call = isDriven ? 'coversRow' : 'covers';
    this.#failUnless(`cx.${call}(${at}, ${loop.row}, ${this.#window(step.window)})`);
  }

  #window({ from, to }: WindowOperands): string {
    return `${this.#operands.write(from)}, ${this.#operands.write(to)}`;
  }

  #loop(
    step: Pick<ScanStep, 'predicate' | 'range' | 'key'>,
    at: number,
    key: readonly string[],
    binds: readonly number[],
    side: 'rows' | 'atoms',
  ): ReturnType<typeof loopSource> {
    // Own rows without an index are compared with the key by column.
    const keyed = this.#isLayered ? step.key.map(({ column }) => column) : [];
    const columns = [...new Set([...binds, ...keyed])];
    const level = this.#levels.length;
    this.#levels.push(at);
    const addInput = (input: InputSpec): void => void (this.#operands.extras.inputs[at] = input);
    const [isLayered, canDie] = [this.#isLayered, this.#canDie(step.predicate)];
    const context = { at, level, isLayered, canDie, key, columns, side, tick: this.#tick(), addInput };
    const loop = loopSource(step, context);
    this.#names.push(...loop.names);
    this.#positions.push(`g${at} = 0`, `p${at} = 0`);
    // A request runs many rules that end early, so what inner loops need waits until they are reached. Rules that run
    // long are better off without the question.
    const isLate = this.#isLayered && level > 0;
    if (isLate) this.#open += `if (v${at} === undefined) {\n${loop.setup}}\n`;
    else this.#setup += loop.setup;
    this.#open += loop.open;
    this.#close = loop.close + this.#close;
    return loop;
  }

  /** Counts a row; leaves the function when the fuel is used up. */
  #tick(): string {
    return `if (--fuel < 0) { resume = ${this.#levels.length}; break leave; }\n`;
  }

  #absent(step: AbsentStep, at: number): void {
    const key = step.key.map(({ value }) => this.#operands.write(value));
    this.#failUnless(`!${this.#presence('atoms', step.key, key, at, step.isOld)}`);
  }

  /** Whether there is a row with a key. */
  #presence(
    side: 'rows' | 'atoms',
    columns: readonly { readonly column: number }[],
    key: readonly string[],
    at: number,
    isOld: boolean,
  ): string {
    this.#operands.extras.presences[at] = { side, columns: columns.map(({ column }) => column), isOld };
    let presence = `h${at}`;
    if (this.#isLayered && this.#levels.length > 0) {
      this.#writeSetup(`let h${at};\n`);
      presence = `(h${at} ??= cx.presence(${at}))`;
    } else this.#writeSetup(`const h${at} = cx.presence(${at});\n`);
    if (key.length >= 1 && key.length <= 3) return `${presence}.has${key.length}(${key.join(', ')})`;
    return `${presence}.hasMany(Int32Array.of(${key.join(', ')}))`;
  }

  #compare({ operator, left, right }: CompareStep): void {
    const [a, b] = [this.#operands.write(left), this.#operands.write(right)];
    this.#failUnless(`${a} ${operator === '=' ? '===' : '!=='} ${b}`);
  }

  #builtin(step: BuiltinStep, at: number): void {
    const inputs = step.inputs.map((input) => this.#operands.write(input));
    this.#writeSetup(`let b${at};\n`);
    const args = inputs.length > 3 ? [`Int32Array.of(${inputs.join(', ')})`] : inputs;
    const solve = (given: readonly string[]): string => `(b${at} ??= cx.solver(${at})).solve(${given.join(', ')})`;
    const order = inlineOrder[step.builtin.name];
    if (order !== undefined && !step.isNegated && inputs.length === 2) {
      const [a, b] = [this.#operands.temporary(), this.#operands.temporary()];
      const both = `(${a} = ${inputs[0]}, ${b} = ${inputs[1]}, ${a} < 0 && ${b} < 0)`;
      return this.#failUnless(`(${both} ? ${a} ${order} ${b} : ${solve([a, b])} > 0)`);
    }
    const width = step.outputs.length;
    if (step.isNegated) {
      const same = step.outputs
        .flatMap((output, place) =>
          output.kind === 'equal' ? [`[${place}, ${this.#operands.write(output.value)}]`] : [],
        )
        .join(', ');
      return this.#failUnless(`!cx.isSolved(b${at} ??= cx.solver(${at}), ${solve(args)}, ${width}, [${same}])`);
    }
    if (width === 0) return this.#failUnless(`${solve(args)} > 0`);
    if (step.builtin.isUnique === true) {
      this.#failUnless(`${solve(args)} > 0`);
      return this.#outputs(step, (place) => `b${at}.solutions.ids[${place}]`);
    }
    const level = this.#levels.length;
    this.#levels.push(at);
    this.#positions.push(`g${at} = 0`, `p${at} = 0`, `n${at} = 0`);
    this.#open +=
      `n${at} = ${solve(args)};\n` +
      resumeAt(level, `p${at} = P${at};`, `p${at} = 0;`) +
      `for (; p${at} < n${at}; p${at}++, ${fresh}) {\n${this.#tick()}`;
    this.#close = `}\n${this.#close}`;
    this.#outputs(step, (place) => `b${at}.solutions.ids[p${at} * ${width} + ${place}]`);
  }

  /** Takes the values of a solution, each by its place. */
  #outputs({ outputs }: BuiltinStep, valueAt: (place: number) => string): void {
    outputs.forEach((output, place) => {
      if (output.kind === 'bind') this.#write(`r${output.register} = ${valueAt(place)};\n`);
      else if (output.kind === 'equal') this.#failUnless(`${valueAt(place)} === ${this.#operands.write(output.value)}`);
    });
  }
}
