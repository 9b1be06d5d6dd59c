import type { ast, PredicateKey, Program, Rule, Source } from '@manglecp/mangle';
import { suggestName } from '@manglecp/protocol';
import { descriptorTexts, nameOf } from './mentions.js';
import { type Origin, packOrigins } from './origin.js';
import { placedProblem, type Problem, warning } from './problem.js';
import { readAtAll } from './read-by.js';
import { namedInTemplates } from './texts-in.js';

/**
 * Clauses that change nothing, because nothing reads what they say. In policy that is an error: a misspelled `prohibited`
 * prohibits nothing. Elsewhere it is a warning, and so it is of a predicate that the pack declared.
 */
export function checkUnreadHeads(program: Program, originOf: (source: Source) => Origin): readonly Problem[] {
  const named = namedInTemplates(program);
  const isKnown = (key: PredicateKey): boolean =>
    program.predicates.get(key)?.decl !== undefined || named.has(nameOf(key));
  const read = readAtAll(
    program.rules,
    program.rules.filter(({ predicate }) => isKnown(predicate)),
  );
  const heads = ownHeads(program, originOf);
  const merges = new Set([...program.predicates.values()].flatMap(({ lattice }) => lattice?.merge ?? []));
  const isUnread = (key: PredicateKey): boolean => !read.has(key) && !merges.has(key) && !named.has(nameOf(key));
  const slips = [...heads.keys()].filter((key) => isUnread(key) && !isKnown(key));
  const unused = [...heads.keys()].filter((key) => isUnread(key) && isOwnInternal(program, key, originOf));
  return [
    ...firstOnes(program.rules, slips).map((key) => slipProblem(key, heads.get(key) ?? [], program, originOf)),
    ...unused.map((key) => unusedProblem(key, heads.get(key) ?? [])),
  ].filter((problem) => problem !== undefined);
}

type Heads = ReadonlyMap<PredicateKey, readonly ast.Atom[]>;

/** The heads of the clauses of the pack; of facts that were read in bulk the first. */
function ownHeads({ facts, batches, rules }: Program, originOf: (source: Source) => Origin): Heads {
  const heads = new Map<PredicateKey, ast.Atom[]>();
  const firsts = batches.map(({ predicate, facts: batch }) => ({ predicate, clause: batch.clauseAt(0) }));
  for (const { predicate, clause } of [...facts, ...firsts, ...rules]) {
    if (originOf(clause.span.source).isKernel) continue;
    const known = heads.get(predicate);
    if (known === undefined) heads.set(predicate, [clause.head]);
    else known.push(clause.head);
  }
  return heads;
}

/** Declared by the pack, for its own rules alone. */
function isOwnInternal({ predicates }: Program, key: PredicateKey, originOf: (source: Source) => Origin): boolean {
  const decl = predicates.get(key)?.decl;
  if (decl === undefined || originOf(decl.span.source).isKernel) return false;
  return descriptorTexts(decl, 'direction').length === 0;
}

/** Of predicates that nobody else reads those that read the others: what they read is as it is because of them. */
function firstOnes(rules: readonly Rule[], keys: readonly PredicateKey[]): readonly PredicateKey[] {
  const reads = new Map(keys.map((key) => [key, readAtAll(rules, rulesOf(rules, key))]));
  return keys.filter((key) =>
    keys.every((other) => other === key || reads.get(other)?.has(key) !== true || reads.get(key)?.has(other) === true),
  );
}

function rulesOf(rules: readonly Rule[], key: PredicateKey): readonly Rule[] {
  return rules.filter(({ predicate }) => predicate === key);
}

function slipProblem(
  key: PredicateKey,
  heads: readonly ast.Atom[],
  { predicates }: Program,
  originOf: (source: Source) => Origin,
): Problem | undefined {
  const inPolicy = heads.find(({ span }) => originOf(span.source) === packOrigins.policy);
  const head = inPolicy ?? heads[0];
  if (head === undefined) return undefined;
  const others = [...predicates.values()].filter((info) => info.key !== key && info.decl !== undefined);
  const message = `nothing reads \`${key}\`, and nothing declares it: this clause changes nothing`;
  const problem = placedProblem('unread-head', head.span, message, slipHelp(nameOf(key), others));
  return inPolicy === undefined ? warning(problem) : problem;
}

function slipHelp(name: string, others: readonly { readonly name: string; readonly key: PredicateKey }[]): string {
  const near = suggestName(
    name,
    others.map((info) => info.name),
  );
  const keys = others.filter((info) => info.name === near).map(({ key }) => `\`${key}\``);
  if (keys.length > 0) return `Did you mean ${keys.join(' or ')}?`;
  return 'Read it in a rule, declare it, or remove the clause.';
}

function unusedProblem(key: PredicateKey, [head]: readonly ast.Atom[]): Problem | undefined {
  if (head === undefined) return undefined;
  const help = 'Read it in a rule, or declare it with a `direction` if it is for clients.';
  return warning(placedProblem('unread-predicate', head.span, `nothing reads \`${key}\``, help));
}
