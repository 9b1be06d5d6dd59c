import {
  anyType,
  type ast,
  compareText,
  createRegistry,
  declaredRows,
  exact,
  type FactInput,
  type PredicateInfo,
  type PredicateKey,
  type Program,
  type Rule,
  toValue,
  type Type,
} from '@manglecp/mangle';
import type { PredicateDeclaration } from '@manglecp/protocol';
import { placedProblem, type Problem } from './problem.js';
import {
  areReferenceLabels,
  constantFunction,
  holdsReference,
  markConstants,
  referenceLabels,
} from './template-constants.js';
import { hasComputedLabels, type Origin, type Place, placeOf, ValueFlow } from './value-flow.js';

/** Where facts come from that are not written in the language of rules; external predicates are known to the program. */
export interface Outside {
  readonly declarations: readonly PredicateDeclaration[];
  /** Facts of tables. */
  readonly tables: readonly FactInput[];
}

export interface GuardedRules {
  readonly program: Program;
  /** The facts of tables; templates among them are constants. */
  readonly tables: readonly FactInput[];
  readonly warnings: readonly Problem[];
}

const steps = 'macro_step/4';
const templateColumn = 3;

/**
 * Only rule text writes references. A value from outside may have the labels of one, so where rules put such a value into
 * a template it goes through `constantFunction`. The values that other rules see stay as they are. What cannot be told
 * apart is taken for a constant, with a warning if a reference is among it.
 */
export function guardTemplates(program: Program, outside: Outside): GuardedRules {
  const guard = new Guard(program, outside);
  const rules = program.rules.map((rule) => (rule.predicate === steps ? guard.guarded(rule) : rule));
  const tables = outside.tables.map((fact) => (keyOf(fact) === steps ? withConstantTemplate(fact) : fact));
  if (rules.every((rule, at) => rule === program.rules[at])) return { program, tables, warnings: [] };
  const { functions, predicates, reducers } = program.registry;
  const builtins = [...functions.values(), ...predicates.values(), ...reducers.values(), constantFunction];
  return { program: { ...program, rules, registry: createRegistry(builtins) }, tables, warnings: guard.warnings };
}

/** Facts of the host name their predicate with or without its arity. */
function keyOf({ predicate, args }: FactInput): PredicateKey {
  return predicate.includes('/') ? predicate : `${predicate}/${args.length}`;
}

function withConstantTemplate(fact: FactInput): FactInput {
  const template = fact.args[templateColumn];
  if (template === undefined) return fact;
  return { ...fact, args: fact.args.with(templateColumn, exact(markConstants(toValue(template)))) };
}

/** Functions that put values together and look at none of them. */
const builders: ReadonlySet<string> = new Set([
  'fn:list',
  'fn:list:append',
  'fn:list:cons',
  'fn:map',
  'fn:pair',
  'fn:struct',
  'fn:tuple',
]);

class Guard {
  readonly warnings: Problem[] = [];
  readonly #program: Program;
  readonly #flow: ValueFlow;
  readonly #foreign: ReadonlySet<Origin>;

  constructor(program: Program, outside: Outside) {
    this.#program = program;
    this.#flow = new ValueFlow(program);
    this.#foreign = this.#flow.reachedFrom(['computed', ...foreignPlaces(program, outside)]);
  }

  guarded(rule: Rule): Rule {
    const term = rule.args[templateColumn];
    if (term === undefined) return rule;
    const guarded = this.#term(rule, term);
    return guarded === term ? rule : { ...rule, args: rule.args.with(templateColumn, guarded) };
  }

  #term(rule: Rule, term: ast.Term): ast.Term {
    const origins = this.#flow.ofTerm(rule, term);
    if (!origins.some((origin) => this.#foreign.has(origin))) return term;
    const definition = term.kind === 'variable' ? this.#flow.definitionOf(rule, term.name) : undefined;
    if (definition !== undefined) return this.#term(rule, definition);
    if (term.kind === 'apply' && builders.has(term.name) && !hasComputedLabels(term)) {
      return { ...term, args: term.args.map((arg) => this.#term(rule, arg)) };
    }
    if (writesReference(term) || this.#writesReferenceTo(origins)) this.warnings.push(lostReference(rule));
    const { span } = term;
    return { kind: 'apply', name: constantFunction.name, nameSpan: span, args: [term], form: 'call', span };
  }

  /** Whether rule text writes a reference that gets to one of these places. */
  #writesReferenceTo(origins: readonly Origin[]): boolean {
    const places = this.#flow.reaching(origins);
    const { rules, facts } = this.#program;
    return (
      rules.some(({ predicate, args }) =>
        args.some((arg, column) => places.has(placeOf(predicate, column)) && writesReference(arg)),
      ) ||
      facts.some(({ predicate, args }) =>
        args.some((value, column) => places.has(placeOf(predicate, column)) && holdsReference(value)),
      )
    );
  }
}

function lostReference({ clause }: Rule): Problem {
  const message = 'a value from outside may look like a reference here, so all that comes with it is a constant';
  const help = 'Write references in the clause of `macro_step` itself: `{/to : {/arg : "to"}, /note : Note}`.';
  return { ...placedProblem('lost-reference', clause.head.span, message, help), severity: 'warning' };
}

function writesReference(term: ast.Term): boolean {
  if (term.kind !== 'apply') return term.kind === 'constant' && holdsReference(term.value);
  if (term.args.some(writesReference)) return true;
  if (term.name !== 'fn:struct') return false;
  const labels = term.args.flatMap((arg, at) => (at % 2 === 0 ? [labelOf(arg)] : []));
  return areReferenceLabels(labels.toSorted(compareText).join(' '));
}

function labelOf(term: ast.Term): string {
  return term.kind === 'constant' && term.value.kind === 'name' ? term.value.text : '';
}

/** The columns that values can come into from outside that look like references. */
function foreignPlaces({ predicates }: Program, { declarations, tables }: Outside): readonly Place[] {
  const sent = new Set(
    declarations
      .filter(({ direction }) => direction !== 'output')
      .map(({ predicate, arity }): PredicateKey => `${predicate}/${arity}`),
  );
  const stored = new Set(tables.map(keyOf));
  return [...predicates.values()].flatMap((info) => {
    // JSON of a client is a struct only where that is declared; the objects of others are structs anywhere.
    const isOpen = info.isExternal || stored.has(info.key);
    if (!isOpen && !sent.has(info.key)) return [];
    return Array.from({ length: info.arity }, (_, column) => column)
      .filter((column) => typesOf(info, column).some((type) => admitsReference(type, isOpen)))
      .map((column) => placeOf(info.key, column));
  });
}

function typesOf(info: PredicateInfo, column: number): readonly Type[] {
  return declaredRows(info)?.map((row) => row[column] ?? anyType) ?? [anyType];
}

/** Whether a value of the type, or a part of it, may look like a reference. `isOpen`: also where nothing is declared. */
function admitsReference(type: Type, isOpen: boolean): boolean {
  const admits = (part: Type): boolean => admitsReference(part, isOpen);
  switch (type.kind) {
    case 'any':
    case 'variable':
      return isOpen;
    case 'list':
      return admits(type.item);
    case 'map':
      return admits(type.value);
    case 'pair':
      return admits(type.first) || admits(type.second);
    case 'union':
      return type.alternatives.some(admits);
    case 'struct': {
      // Fields that are not declared may be there as well.
      const required = type.fields.filter(({ isOptional }) => !isOptional).map(({ label }) => label);
      const mayBeOne = referenceLabels.some((labels) => required.every((label) => labels.split(' ').includes(label)));
      return isOpen || mayBeOne || type.fields.some((field) => admits(field.type));
    }
    default:
      return false;
  }
}
