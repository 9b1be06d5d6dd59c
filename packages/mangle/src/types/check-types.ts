import { type Diagnostic, diagnostic, type DiagnosticDetails, type Fix } from '../diagnostics/diagnostic.js';
import type { PredicateInfo, Program, ProgramBatch, Rule, SourceFact } from '../program/program.js';
import type { Term } from '../syntax/ast.js';
import { textOf } from '../text/source.js';
import { batchMisfits } from './batch-misfits.js';
import { factMisfit, type FactMisfit, factMisfitText } from './check-value.js';
import { isProblem, type TypeContext } from './context.js';
import { declaredRows } from './declared-rows.js';
import { type InferredTypes, inferTypes } from './infer.js';
import { misfitHelp } from './misfit.js';
import { declaredAt, originOf } from './premise-type.js';
import type { HeadRow, RuleType } from './rule-type.js';
import { conforms, rowConforms } from './subtype.js';
import { alternativesOf, anyType, basicTypes, type Row, type Type } from './type.js';
import { bindByMeet, hasVariables } from './variables.js';
import { describeType } from './words.js';

/**
 * Checks a program against its type bounds: facts are members of a declared row, rules derive only what is declared,
 * and no premise is impossible by the types of its arguments. One diagnostic for each fact and each rule at most.
 */
export function checkTypes(program: Program): Diagnostic[] {
  const context = inferTypes(program);
  return [
    ...program.facts.flatMap((fact) => checkSourceFact(context, fact)),
    ...program.batches.flatMap((batch) => checkBatch(context, batch)),
    ...program.rules.flatMap((rule) => checkRule(context, rule)),
  ];
}

/** Facts that were read in bulk are read again by the parser if there is something to say about them. */
function checkBatch(context: TypeContext, { predicate, facts }: ProgramBatch): readonly Diagnostic[] {
  const info = context.program.predicates.get(predicate);
  if (info === undefined) return [];
  return Array.from(batchMisfits(info, facts)).flatMap(({ row, args }) =>
    checkSourceFact(context, { predicate, args, clause: facts.clauseAt(row) }),
  );
}

function checkSourceFact(context: TypeContext, fact: SourceFact): readonly Diagnostic[] {
  const info = context.program.predicates.get(fact.predicate);
  const found = info === undefined ? undefined : factMisfit(info, fact.args);
  if (info === undefined || found === undefined) return [];
  const { head } = fact.clause;
  const argument = found.misfit === undefined ? undefined : head.args[found.column];
  const bound = info.decl?.bounds[found.row];
  const type = found.misfit === undefined ? undefined : bound?.types[found.column];
  const place = type?.span ?? bound?.span ?? info.span;
  const details: DiagnosticDetails = {
    help: found.misfit === undefined ? linkedHelp : misfitHelp(found.misfit),
    related: place === undefined ? [] : [{ span: place, message: `declared \`${textOf(place)}\` here` }],
    fix: floatFix(argument, found),
  };
  return [diagnostic('fact-type', argument?.span ?? head.span, factMisfitText(info, found), details)];
}

const linkedHelp =
  'Columns that share a type variable, as in `bound [.List<T>, T]`, must agree on its type. Use two variables if they need not.';

/** `1` where a float is wanted. */
function floatFix(argument: Term | undefined, { misfit }: FactMisfit): Fix | undefined {
  const isSlip = misfit?.path.length === 0 && misfit.found?.kind === 'number' && misfit.wanted === basicTypes.float64;
  if (!isSlip || argument?.kind !== 'constant') return undefined;
  const text = `${textOf(argument.span)}.0`;
  return { title: `write \`${text}\``, edits: [{ span: argument.span, text }] };
}

function checkRule(context: InferredTypes, rule: Rule): readonly Diagnostic[] {
  const derived = context.typeOfRule(rule);
  if (isProblem(derived)) return [derived.explain()];
  return [...doubtsOf(derived), ...checkHead(context, rule, derived)];
}

/** A condition that never matches but is tolerated is worth a warning, in the words of the error. */
function doubtsOf({ doubts }: RuleType): readonly Diagnostic[] {
  const reported = doubts.filter(({ tolerated }) => tolerated?.isSilent === false).map(({ explain }) => explain());
  return reported.map(({ span, message, help, related }) =>
    diagnostic('never-matches', span, message, { help, related }),
  );
}

function checkHead(context: TypeContext, rule: Rule, { rows: derived }: RuleType): readonly Diagnostic[] {
  const info = context.program.predicates.get(rule.predicate);
  const rows = info === undefined ? undefined : declaredRows(info);
  if (info === undefined || rows === undefined) return [];
  const wrong = derived.find(({ row }) => !isDeclared(row, rows));
  return wrong === undefined ? [] : [headMismatch(context, rule, info, rows, wrong)];
}

/** More combinations than this are not tried one by one. */
const maxSplit = 64;

/** Whether some declared row has all of it; a row with unions may also be spread over several declared ones. */
function isDeclared(row: Row, declared: readonly Row[]): boolean {
  if (declared.some((wanted) => fitsRow(row, wanted))) return true;
  const parts = row.map(alternativesOf);
  const count = parts.reduce((product, each) => product * each.length, 1);
  if (declared.length === 1 || count === 1 || count > maxSplit) return false;
  return combinations(parts).every((part) => declared.some((wanted) => fitsRow(part, wanted)));
}

function fitsRow(row: Row, wanted: Row): boolean {
  return rowConforms(row, wanted) && (!wanted.some(hasVariables) || bindByMeet(wanted, row) !== undefined);
}

function combinations(columns: readonly (readonly Type[])[]): readonly Row[] {
  return columns.reduce<readonly Row[]>(
    (rows, types) => rows.flatMap((row) => types.map((type) => [...row, type])),
    [[]],
  );
}

function headMismatch(
  context: TypeContext,
  rule: Rule,
  info: PredicateInfo,
  rows: readonly Row[],
  { row, state }: HeadRow,
): Diagnostic {
  const closest = rows.toSorted((a, b) => misfitCount(row, a) - misfitCount(row, b))[0] ?? [];
  const column = row.findIndex((type, at) => !conforms(type, closest[at] ?? anyType));
  const argument = rule.args[column];
  const found = row[column] ?? anyType;
  const wanted = closest[column] ?? anyType;
  if (argument === undefined) {
    const message = `the arguments of \`${info.key}\` disagree about a type variable of its declaration`;
    return diagnostic('head-type', rule.clause.head.span, message, {
      help: linkedHelp,
      related: declaredAt(context, info.key),
    });
  }
  const beginning = rows.length === 1 ? '' : `no \`bound\` row of \`${info.key}\` fits; in the closest one `;
  const name = textOf(argument.span);
  const what =
    found.kind === 'any'
      ? `nothing is known about the type of \`${name}\` here`
      : `\`${name}\` ${wanted.kind === 'bot' || found.kind !== 'union' ? 'is' : 'may be'} ${describeType(found)} here`;
  const message = `${beginning}column ${column + 1} of \`${info.key}\` is declared as ${describeType(wanted)}, but ${what}`;
  const origin = argument.kind === 'variable' ? originOf(state, argument.name, found) : [];
  return diagnostic('head-type', argument.span, message, {
    help: headHelp(found, wanted),
    related: [...declaredAt(context, info.key, column), ...origin],
  });
}

function misfitCount(row: Row, wanted: Row): number {
  return row.filter((type, column) => !conforms(type, wanted[column] ?? anyType)).length;
}

function headHelp(found: Type, wanted: Type): string {
  if (found.kind === 'any')
    return 'Declare the bounds of the predicate that the value comes from, or declare this column `/any`.';
  if (found === basicTypes.string && wanted === basicTypes.number)
    return 'There is no conversion from a string to a number: declare the column `/string`, or derive a number.';
  if (found === basicTypes.number && wanted === basicTypes.string)
    return '`fn:number:to_string` makes a string of a number.';
  if (found === basicTypes.name && wanted === basicTypes.string) return '`fn:name:to_string` makes a string of a name.';
  if (found === basicTypes.number && wanted === basicTypes.float64)
    return '`fn:float:plus(N)` makes a float of a number.';
  return 'Derive a value of the declared type, or add a `bound` row to the declaration that allows this one.';
}
