import type { GeneratedProgram } from './generate-program.js';
import { createRandom } from './random.js';

/** The same program with all statements of each unit in another order. */
export function shuffleStatements(program: GeneratedProgram, seed: number): GeneratedProgram {
  const random = createRandom(seed);
  return { ...program, units: program.units.map((unit) => ({ ...unit, statements: random.shuffle(unit.statements) })) };
}

/** The same program with the facts of each unit in another order and the rules where they were. */
export function shuffleFacts(program: GeneratedProgram, seed: number): GeneratedProgram {
  const random = createRandom(seed);
  const units = program.units.map((unit) => {
    const facts = random.shuffle(unit.statements.filter(isFact));
    return { ...unit, statements: unit.statements.map((text) => (isFact(text) ? (facts.pop() ?? text) : text)) };
  });
  return { ...program, units };
}

function isFact(statement: string): boolean {
  return !statement.startsWith('Decl ') && !statement.includes(' :- ');
}

/** A program with as few statements as greedy removal gets to while it still `fails`. */
export function minimize(program: GeneratedProgram, fails: (program: GeneratedProgram) => boolean): GeneratedProgram {
  let smallest = program;
  for (let shrunk = true; shrunk;) {
    const smaller = withoutOne(smallest).find(fails);
    shrunk = smaller !== undefined;
    smallest = smaller ?? smallest;
  }
  return smallest;
}

/** The same where telling takes its time. */
export async function minimizeAsync(
  program: GeneratedProgram,
  fails: (program: GeneratedProgram) => Promise<boolean>,
): Promise<GeneratedProgram> {
  for (const smaller of withoutOne(program)) {
    if (await fails(smaller)) return minimizeAsync(smaller, fails);
  }
  return program;
}

/** Every program with one statement less, the last statements first: they depend on the others. */
function withoutOne(program: GeneratedProgram): readonly GeneratedProgram[] {
  return program.units
    .flatMap(({ statements }, unit) => statements.map((_, at) => ({ unit, at })))
    .reverse()
    .map(({ unit, at }) => ({
      ...program,
      units: program.units.map((each, index) =>
        index === unit ? { ...each, statements: each.statements.toSpliced(at, 1) } : each,
      ),
    }));
}
