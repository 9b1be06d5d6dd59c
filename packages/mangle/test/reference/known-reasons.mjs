import { without } from './compare-case.mjs';
import { dependenciesOf, projectWildcards, reachableFrom } from './program-text.mjs';

/**
 * Why a random program may have another result with the reference engine. Each reason predicts what the reference
 * does from the program and what the naive evaluator makes of it. Whatever no reason predicts is unexplained.
 *
 * @typedef {import('./compare-case.mjs').CaseResult} CaseResult
 *
 * @typedef {object} Comparison
 * @property {string} program
 * @property {CaseResult} reference
 * @property {CaseResult} projected what the naive evaluator makes of the program if `_` is projected away in grouped
 *   bodies of several premises
 *
 * @typedef {object} KnownReason
 * @property {string} name
 * @property {string} citation where the reason is written down
 * @property {(comparison: Comparison) => boolean} explains
 */

/** @type {readonly KnownReason[]} */
export const knownReasons = [
  {
    name: 'the reference widens a column of a recursive undeclared predicate to /any and then refuses it',
    citation: 'packages/mangle/test/mggen/README.md',
    explains: ({ program, reference }) => isWidened(program, reference),
  },
  {
    name: 'the reference projects `_` away before it groups a body of several premises',
    citation: 'docs/differences-from-go.md',
    explains: ({ reference, projected }) => hasSameFacts(reference, projected),
  },
  {
    name: 'the reference loses joins of facts that are new in the same round of a recursion',
    citation: 'docs/differences-from-go.md',
    explains: ({ program, reference, projected }) => reference.ok && losesJoins(program, reference, projected),
  },
  {
    name: 'the reference ran out of time or memory',
    citation: 'packages/mangle/test/mggen/README.md',
    explains: ({ reference }) => !reference.ok && /^(time|memory) limit exceeded$/.test(reference.error ?? ''),
  },
];

/**
 * True if the reference refuses a declared predicate because of a type with `/any`, and that predicate reads one that
 * is recursive and has no declaration.
 * @param {string} program
 * @param {CaseResult} reference
 */
function isWidened(program, reference) {
  if (reference.ok || reference.stage !== 'analysis' || reference.crash === true) return false;
  const [, refused] = /type mismatch for pred (\w+)[^]*\/any/.exec(reference.error ?? '') ?? [];
  if (refused === undefined) return false;
  const dependencies = dependenciesOf(program);
  const isDeclared = (/** @type {string} */ name) => program.includes(`Decl ${name}(`);
  return [...reachableFrom(dependencies, refused)].some(
    (name) => !isDeclared(name) && reachableFrom(dependencies, name).has(name),
  );
}

/**
 * The reason for a difference, if our side is right according to the naive evaluator and a reason predicts the other.
 * @param {string} program
 * @param {CaseResult} reference
 * @param {CaseResult} ours
 * @param {(program: string) => Promise<CaseResult>} runNaive
 */
export async function reasonFor(program, reference, ours, runNaive) {
  // Equal facts with different answers to queries are never explained.
  if (hasSameFacts(reference, ours) || !hasSameFacts(await runNaive(program), ours)) return undefined;
  const projected = await runNaive(projectWildcards(program));
  return knownReasons.find(({ explains }) => explains({ program, reference, projected }));
}

/**
 * @param {CaseResult} a
 * @param {CaseResult} b
 */
export function hasSameFacts(a, b) {
  return a.ok && b.ok && differingKeys(a, b).length === 0;
}

/**
 * True if the reference has fewer facts of some recursive predicates and all other differences depend on these.
 * @param {string} program
 * @param {CaseResult} reference
 * @param {CaseResult} complete
 */
function losesJoins(program, reference, complete) {
  const dependencies = dependenciesOf(program);
  const differing = differingKeys(reference, complete).map(nameOf);
  const roots = differing.filter((name) => {
    const [mine, all] = [factsOf(reference, name), factsOf(complete, name)];
    const isRecursive = reachableFrom(dependencies, name).has(name);
    return isRecursive && mine.length < all.length && without(mine, all).length === 0;
  });
  return (
    roots.length > 0 &&
    differing.every((name) => {
      const reachable = reachableFrom(dependencies, name);
      return roots.some((root) => root === name || reachable.has(root));
    })
  );
}

/**
 * @param {CaseResult} a
 * @param {CaseResult} b
 */
function differingKeys(a, b) {
  const keys = new Set([...Object.keys(a.facts ?? {}), ...Object.keys(b.facts ?? {})]);
  return [...keys].filter((key) => {
    const [left, right] = [a.facts?.[key] ?? [], b.facts?.[key] ?? []];
    return left.length !== right.length || without(left, right).length > 0;
  });
}

/**
 * Generated predicates have one arity each.
 * @param {CaseResult} result
 * @param {string} name
 */
function factsOf(result, name) {
  return Object.entries(result.facts ?? {}).flatMap(([key, facts]) => (nameOf(key) === name ? facts : []));
}

/** @param {string} key */
function nameOf(key) {
  return key.slice(0, key.lastIndexOf('/'));
}
