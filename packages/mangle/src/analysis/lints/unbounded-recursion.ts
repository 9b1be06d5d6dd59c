import { type Diagnostic, diagnostic, type RelatedPlace } from '../../diagnostics/diagnostic.js';
import type { ComparePremise, Premise, Rule } from '../../program/program.js';
import type { Apply, Term } from '../../syntax/ast.js';
import { textOf } from '../../text/source.js';
import { namesIn, variablesOf, variablesOfAll } from '../../program/variables.js';
import { type LintContext, storedPremises, type StoredPremise } from './context.js';
import { sameTerm } from './terms.js';

/** Functions whose result is in general a value that was not there before. */
export const growingFunctions: ReadonlySet<string> = new Set([
  'fn:plus',
  'fn:minus',
  'fn:mult',
  'fn:float:plus',
  'fn:float:mult',
  'fn:list',
  'fn:list:cons',
  'fn:list:append',
  'fn:map',
  'fn:struct',
  'fn:pair',
  'fn:tuple',
  'fn:string:concat',
  'fn:time:add',
  'fn:duration:add',
  'fn:duration:mult',
]);

/**
 * Recursive rules that compute a new value from the one before, with no condition on either. If nothing but that value
 * changes from step to step the recursion never ends; if it also walks along other data it ends where the data does.
 */
export function unboundedRecursion(context: LintContext): Diagnostic[] {
  return context.program.rules.flatMap((rule) => {
    const growth = growthIn(context, rule);
    if (growth === undefined) return [];
    if (onlyGrows(rule, growth)) return [unboundedFinding(rule, growth)];
    return walksFreely(rule, growth) ? [cyclesFinding(rule, growth)] : [];
  });
}

interface Growth {
  readonly premise: StoredPremise;
  /** All premises of the recursion, of which `premise` is the first. */
  readonly recursive: readonly StoredPremise[];
  readonly call: Apply;
  /** Columns of the head that hold grown values. */
  readonly columns: ReadonlySet<number>;
}

function growthIn(context: LintContext, rule: Rule): Growth | undefined {
  const info = context.program.predicates.get(rule.predicate);
  const component = context.recursion.get(rule.predicate);
  if (component === undefined || info?.lattice !== undefined || rule.grouping !== undefined) return undefined;
  const recursive = storedPremises(rule).filter(({ predicate }) => context.recursion.get(predicate) === component);
  const [premise] = recursive;
  if (premise === undefined) return undefined;
  const grown = grownColumns(rule, recursive);
  const [call] = grown.values();
  return call === undefined ? undefined : { premise, recursive, call, columns: new Set(grown.keys()) };
}

/** Head columns computed by a growing function from a variable of a recursive premise that nothing tests. */
function grownColumns(rule: Rule, recursive: readonly StoredPremise[]): Map<number, Apply> {
  const fed = new Set(recursive.flatMap(({ args }) => variablesOfAll(args)).map(({ name }) => name));
  const columns = new Map<number, Apply>();
  rule.args.forEach((term, column) => {
    const definition = definitionOf(rule, term);
    if (definition === undefined || !grows(definition.call)) return;
    const inputs = variablesOf(definition.call).filter(({ name }) => fed.has(name));
    const watched = new Set([...inputs.map(({ name }) => name), ...variablesOf(term).map(({ name }) => name)]);
    if (inputs.length > 0 && !isTested(rule, watched, recursive, definition.premise))
      columns.set(column, definition.call);
  });
  return columns;
}

/** `fn:minus(X)` only changes the sign. */
function grows({ name, args }: Apply): boolean {
  return growingFunctions.has(name) && !(name === 'fn:minus' && args.length === 1);
}

function definitionOf(rule: Rule, term: Term): { readonly call: Apply; readonly premise?: ComparePremise } | undefined {
  if (term.kind === 'apply') return { call: term };
  if (term.kind !== 'variable') return undefined;
  for (const premise of rule.premises) {
    if (premise.kind !== 'compare' || premise.operator !== '=') continue;
    const { left, right } = premise;
    if (left.kind === 'variable' && left.name === term.name && right.kind === 'apply') return { call: right, premise };
    if (right.kind === 'variable' && right.name === term.name && left.kind === 'apply') return { call: left, premise };
  }
  return undefined;
}

/** Any other condition on one of the variables may stop the recursion. */
function isTested(
  rule: Rule,
  watched: ReadonlySet<string>,
  recursive: readonly StoredPremise[],
  definition: ComparePremise | undefined,
): boolean {
  return rule.premises.some((premise) => {
    if (premise === definition || recursive.some((each) => each === premise)) return false;
    return Array.from(namesIn(premise)).some((name) => watched.has(name));
  });
}

function unboundedFinding(rule: Rule, { premise, call }: Growth): Diagnostic {
  const message = `\`${rule.predicate}\` never ends: each fact gives another one with \`${textOf(call.span)}\``;
  const help = 'Add a condition that stops it, such as `N < 100`.';
  return diagnostic('unbounded-recursion', call.span, message, { help, related: [through(premise)] });
}

function cyclesFinding(rule: Rule, { premise, call }: Growth): Diagnostic {
  const step = `each step makes a new value with \`${textOf(call.span)}\``;
  const message = `\`${rule.predicate}\` ends only if the data has no cycle: ${step}`;
  const help = 'Add a condition that bounds the value, or declare a `fundep` with `merge` to keep one value.';
  return diagnostic('recursion-over-cycles', call.span, message, { help, related: [through(premise)] });
}

function through({ span }: StoredPremise): RelatedPlace {
  return { span, message: 'the recursion goes through this condition' };
}

/** True if each step repeats all other columns, so that it can always be taken again. */
function onlyGrows(rule: Rule, { premise, columns }: Growth): boolean {
  const names = variablesOfAll(premise.args).map(({ name }) => name);
  if (premise.predicate !== rule.predicate || new Set(names).size < names.length) return false;
  return rule.args.every((term, column) => {
    const before = premise.args[column];
    if (columns.has(column)) return before?.kind === 'variable';
    if (term.kind === 'constant' && before?.kind === 'variable') return true;
    return before !== undefined && sameTerm(term, before);
  });
}

/** True if stored facts lead from one step to the next and nothing else decides about going on. */
function walksFreely(rule: Rule, { recursive }: Growth): boolean {
  const fed = new Set(recursive.flatMap(({ args }) => variablesOfAll(args)).map(({ name }) => name));
  const touches = (premise: Premise): boolean => Array.from(namesIn(premise)).some((name) => fed.has(name));
  const others = rule.premises.filter((premise) => !recursive.some((each) => each === premise) && touches(premise));
  const isWalk = others.some((premise) => storedPremises(rule).some((each) => each === premise));
  return isWalk && !others.some(isTest);
}

function isTest(premise: Premise): boolean {
  if (premise.kind === 'compare') return premise.operator !== '=';
  return premise.kind === 'builtin' || (premise.kind === 'atom' && premise.isNegated);
}
