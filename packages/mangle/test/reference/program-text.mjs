// What the reasons for differences have to know of a generated program. They work on its text, one statement a line as
// mggen writes it, so that they share nothing with the code under test.

/** Names of the auxiliary predicates of `projectWildcards`; no generated predicate is called so. */
export const auxiliary = /^projected\d+\//;

/**
 * The program with each grouped body of several premises computed by a rule of its own, which keeps the named
 * variables only.
 * @param {string} program
 */
export function projectWildcards(program) {
  return program
    .split('\n')
    .flatMap((line, at) => {
      const { head, body, transform } = partsOf(line);
      if (!transform.startsWith('do ') || /^\w+\([^()]*\)$/.test(body)) return [line];
      const variables = [...new Set(body.match(/\bV\d+\b/g))].join(', ');
      return [`projected${at}(${variables}) :- ${body} .`, `${head} :- projected${at}(${variables}) |> ${transform}`];
    })
    .join('\n');
}

/**
 * The predicates that the rules of each predicate read.
 * @param {string} program
 * @returns {ReadonlyMap<string, ReadonlySet<string>>}
 */
export function dependenciesOf(program) {
  /** @type {Map<string, Set<string>>} */
  const reads = new Map();
  for (const line of program.split('\n')) {
    const { head, body } = partsOf(line);
    const name = /^\w+/.exec(head)?.[0] ?? '';
    const names = [...body.matchAll(/(?<![:\w])(\w+)\(/g)].map((match) => match[1] ?? '');
    reads.set(name, new Set([...(reads.get(name) ?? []), ...names]));
  }
  return reads;
}

/**
 * Everything that a predicate reads, itself included only if it is recursive.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} dependencies
 * @param {string} name
 * @returns {ReadonlySet<string>}
 */
export function reachableFrom(dependencies, name) {
  const found = new Set(dependencies.get(name));
  // A set that grows while it is iterated visits what was added.
  for (const each of found) for (const next of dependencies.get(each) ?? []) found.add(next);
  return found;
}

/**
 * The parts of a rule; a fact or declaration has an empty body.
 * @param {string} line
 */
function partsOf(line) {
  const [head = '', rest = ''] = line.split(' :- ');
  const [body = '', transform = ''] = rest.split(' |> ');
  return { head, body: body.replace(/ ?\.$/, ''), transform };
}
