import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Clause, Variable } from '../../syntax/ast.js';
import { noNull } from '../../syntax/habits.js';
import { timesOfLiteral, variablesOfClause } from './clause-variables.js';
import type { LintContext } from './context.js';

interface ForeignValue {
  /** How the value is written here; absent if there is none. */
  readonly text?: string;
  readonly help: string;
}

const truth = (text: string): ForeignValue => ({
  text,
  help: `What begins in upper case is a variable, and stands for anything. The truth values are the names \`/true\` and \`/false\`.`,
});
const nothing: ForeignValue = { help: `What begins in upper case is a variable, and stands for anything. ${noNull}` };

const values: ReadonlyMap<string, ForeignValue> = new Map([
  ['true', truth('/true')],
  ['false', truth('/false')],
  ['none', nothing],
  ['null', nothing],
]);

/** What a variable stands for in other languages, if it is a value there: `True`, `FALSE`, `None`. */
export function foreignValue(name: string): ForeignValue | undefined {
  return /^[A-Z](?:[a-z]+|[A-Z]+)$/.test(name) ? values.get(name.toLowerCase()) : undefined;
}

/** Variables that are values in other languages. */
export function valueAsVariable({ program }: LintContext): Diagnostic[] {
  return program.rules.flatMap(({ clause }) => inClause(clause));
}

function inClause(clause: Clause): Diagnostic[] {
  return [...foreignValues(clause), ...timesCalledNow(clause)];
}

/** A time that is called `Now` and read nowhere else is any time, which is hardly meant. */
function timesCalledNow(clause: Clause): Diagnostic[] {
  const named = variablesOfClause(clause).filter(({ name }) => /^now$/i.test(name));
  const [first] = named;
  const isInTime = clause.premises.some((premise) => timesOfLiteral(premise).some(({ name }) => name === first?.name));
  const isAlone = new Set(named.map(({ span }) => span.start)).size === 1;
  if (first === undefined || !isInTime || !isAlone) return [];
  const help = 'What begins in upper case is a variable. Write `now` for the time of the evaluation.';
  return [
    diagnostic('value-as-variable', first.span, `\`${first.name}\` is a variable here, and stands for any time`, {
      help,
      fix: { title: 'write `now`', edits: [{ span: first.span, text: 'now' }] },
    }),
  ];
}

function foreignValues(clause: Clause): Diagnostic[] {
  const suspects = variablesOfClause(clause).filter(({ name }) => foreignValue(name) !== undefined);
  const firsts = suspects.filter(({ name }, at) => suspects.findIndex((each) => each.name === name) === at);
  return firsts.map((first) =>
    finding(
      first,
      suspects.filter(({ name }) => name === first.name),
    ),
  );
}

function finding({ name, span: place }: Variable, places: readonly Variable[]): Diagnostic {
  const { text, help } = foreignValue(name) ?? nothing;
  return diagnostic('value-as-variable', place, `\`${name}\` is a variable here`, {
    help,
    fix:
      text === undefined
        ? undefined
        : { title: `write \`${text}\``, edits: places.map(({ span }) => ({ span, text })) },
  });
}
