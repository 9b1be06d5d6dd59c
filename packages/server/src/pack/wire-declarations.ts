import { type ast, compareText, type PredicateInfo, type Program, type Source } from '@manglecp/mangle';
import { type PredicateDeclaration, reservedPrefix, suggestName } from '@manglecp/protocol';
import { argumentNames } from './argument-names.js';
import { argumentType } from './argument-type.js';
import { descriptorTexts } from './mentions.js';
import type { Layer } from './origin.js';
import { placedProblem, type Problem } from './problem.js';

/**
 * The predicates with a `direction` as the manifest declares them (Spec 03 §8), by name, and what is wrong with them.
 * Predicates without one are internal: they are neither told nor taken (C-19).
 */
export function wireDeclarations(
  program: Program,
  layerOf: (source: Source) => Layer,
  report: (problem: Problem) => void,
): PredicateDeclaration[] {
  const declarations = new Map<string, PredicateDeclaration>();
  for (const info of program.predicates.values()) {
    const { decl } = info;
    if (decl === undefined || !hasDirection(decl)) continue;
    const problem =
      foreignLayer(decl, layerOf) ?? problemOf(info, decl, program) ?? repetition(decl, declarations.get(info.name));
    if (problem === undefined) declarations.set(info.name, declarationOf(info, decl));
    else report(problem);
  }
  return [...declarations.values()].sort((a, b) => compareText(a.predicate, b.predicate));
}

/** What clients may send is the business of the schema alone: it cannot change while the server runs (ARCH-007). */
function foreignLayer({ atom }: ast.Decl, layerOf: (source: Source) => Layer): Problem | undefined {
  const layer = layerOf(atom.span.source);
  if (layer === 'schema') return undefined;
  const message = `\`${atom.predicate}\` has a direction, and the ${layer} layer declares it`;
  return placedProblem('wire', atom.span, message, 'Move the declaration to `schema.mg`.');
}

type Direction = NonNullable<PredicateDeclaration['direction']>;

const directions: readonly Direction[] = ['input', 'output', 'both'];

function hasDirection({ descr = [] }: ast.Decl): boolean {
  return descr.some(({ predicate }) => predicate === 'direction');
}

function directionOf(decl: ast.Decl): Direction | undefined {
  const [word, ...others] = descriptorTexts(decl, 'direction');
  return others.length === 0 ? directions.find((direction) => direction === word) : undefined;
}

const maxNameLength = 128;

function problemOf(
  { name, key, isExternal, isDeferred }: PredicateInfo,
  decl: ast.Decl,
  program: Program,
): Problem | undefined {
  const refuse = (message: string, help: string): Problem => placedProblem('wire', decl.atom.span, message, help);
  const direction = directionOf(decl);
  if (direction === undefined) {
    const [word = ''] = descriptorTexts(decl, 'direction');
    const near = suggestName(word, directions);
    const help = 'It is one of `direction("input")`, `direction("output")` and `direction("both")`.';
    return refuse(
      `the direction of \`${key}\` is none`,
      near === undefined ? help : `Did you mean \`${near}\`? ${help}`,
    );
  }
  if (name.startsWith(reservedPrefix)) {
    return refuse(`\`${name}\` begins with \`${reservedPrefix}\`, which is reserved`, 'Take another name.');
  }
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    return refuse(`\`${name}\` cannot be sent`, 'Names have lower-case letters, digits and `_`, and no package.');
  }
  if (name.length > maxNameLength) {
    return refuse(`expected at most ${maxNameLength} characters in a name, got ${name.length}`, 'Take a shorter name.');
  }
  if (isExternal || isDeferred) {
    return refuse(`\`${key}\` is computed when it is asked, so it has no facts to send`, 'Leave out its direction.');
  }
  if (direction !== 'input') return undefined;
  const rule = program.rules.find(({ predicate }) => predicate === key);
  if (rule === undefined) return undefined;
  const help = 'Declare `direction("both")` if clients send it and rules derive it too.';
  return placedProblem('wire', rule.clause.head.span, `\`${key}\` is an input, which only clients supply`, help);
}

/** C-81. */
function repetition({ atom }: ast.Decl, known: PredicateDeclaration | undefined): Problem | undefined {
  if (known === undefined) return undefined;
  const message = `clients know \`${known.predicate}\` with ${known.arity} arguments already`;
  return placedProblem('wire', atom.span, message, 'Give one of the two another name, or leave out its direction.');
}

function declarationOf({ name, arity, isTemporal }: PredicateInfo, decl: ast.Decl): PredicateDeclaration {
  const names = argumentNames(decl);
  const description = descriptorTexts(decl, 'doc').join(' ');
  const direction = directionOf(decl);
  return {
    predicate: name,
    arity,
    arg_types: decl.atom.args.map((_, column) => argumentType(decl, column)),
    ...(names === undefined ? {} : { arg_names: names }),
    ...(isTemporal ? { temporal: true } : {}),
    ...(description === '' ? {} : { description }),
    ...(direction === undefined ? {} : { direction }),
  };
}
