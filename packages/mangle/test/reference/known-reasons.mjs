import { without } from './compare-case.mjs';

/**
 * Why a random program may have another result with the reference engine. Each reason recognizes its cases by the
 * program and the results alone; whatever no reason recognizes is unexplained.
 *
 * @typedef {import('./compare-case.mjs').CaseResult} CaseResult
 *
 * @typedef {object} Comparison
 * @property {string} program
 * @property {CaseResult} reference
 * @property {CaseResult} ours
 * @property {CaseResult} naive what the naive evaluator says
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
    explains: ({ reference, ours, naive }) =>
      !reference.ok &&
      reference.stage === 'analysis' &&
      reference.crash !== true &&
      /type mismatch|cannot find assignment|does not conform/.test(reference.error ?? '') &&
      ours.ok &&
      hasSameFacts(ours, naive),
  },
  {
    name: 'the reference loses joins of facts that are new in the same round of a recursion',
    citation: 'docs/differences-from-go.md',
    explains: ({ program, reference, ours, naive }) =>
      reference.ok &&
      ours.ok &&
      allFacts(reference).length < allFacts(ours).length &&
      isRecursive(program) &&
      hasSameFacts(ours, naive),
  },
];

/**
 * @param {CaseResult} a
 * @param {CaseResult} b
 */
export function hasSameFacts(a, b) {
  const [left, right] = [allFacts(a), allFacts(b)];
  return a.ok && b.ok && left.length === right.length && without(left, right).length === 0;
}

/** @param {CaseResult} result */
function allFacts(result) {
  return Object.values(result.facts ?? {}).flat();
}

/**
 * True if some rule of the program reaches its own head predicate through other rules.
 * @param {string} program
 */
function isRecursive(program) {
  /** @type {Map<string, Set<string>>} */
  const reads = new Map();
  for (const line of program.split('\n')) {
    const [head = '', body = ''] = line.split(' :- ');
    const name = /^(\w+)\(/.exec(head)?.[1];
    if (name === undefined) continue;
    const names = [...body.matchAll(/(?<![:\w])(\w+)\(/g)].map((match) => match[1] ?? '');
    reads.set(name, new Set([...(reads.get(name) ?? []), ...names]));
  }
  return [...reads.keys()].some((name) => reaches(reads, name));
}

/**
 * @param {ReadonlyMap<string, ReadonlySet<string>>} reads
 * @param {string} target
 */
function reaches(reads, target) {
  const seen = new Set();
  const waiting = [...(reads.get(target) ?? [])];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === target) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    waiting.push(...(reads.get(name) ?? []));
  }
  return false;
}
