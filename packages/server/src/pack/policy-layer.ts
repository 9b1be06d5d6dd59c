import type { ast, PredicateKey, Program, Source } from '@manglecp/mangle';
import { type Origin, packOrigins } from './origin.js';
import { lostFiles, type PolicyFile, readPolicyFiles, type TableFacts } from './policy-files.js';
import { fileProblem, type Problem, warning } from './problem.js';
import { readAtAll } from './read-by.js';

/** What the policy of a pack is made of, as far as a reload must not take it away. */
export interface PolicyLayer {
  /** Whether the pack has a policy at all. */
  readonly isThere: boolean;
  /** The server's predicates that it has clauses for, such as `prohibited/2`. */
  readonly decides: ReadonlySet<PredicateKey>;
  /** The predicates that its rules read, at first or second hand. */
  readonly reads: ReadonlySet<PredicateKey>;
  /** Those of them that the files of the pack say something of. */
  readonly restsOn: ReadonlySet<PredicateKey>;
  /** The files that all this is written in. */
  readonly files: readonly PolicyFile[];
}

/** A policy that says nothing is one that was lost: written half, emptied, or never finished. */
export function emptyPolicy(file: string): Problem {
  const help = 'Write its rules, or remove it if the pack is to have no policy.';
  return fileProblem('empty-policy', file, 'the policy says nothing: it has no clause', help);
}

/** The files of the policy that say nothing. Declarations are something, but no policy is made of declarations alone. */
export function emptyPolicyFiles(
  units: readonly ast.Unit[],
  originOf: (source: Source) => Origin,
  isBroken: (source: Source) => boolean,
): readonly Problem[] {
  const own = units.filter(({ source }) => originOf(source) === packOrigins.policy);
  if (own.some(({ source }) => isBroken(source))) return [];
  const hasClause = own.some(({ items }) => items.some(({ kind }) => kind === 'clause'));
  const empty = own.filter(({ items }) => !hasClause || items.length === 0);
  return empty.map(({ source }) => emptyPolicy(source.name));
}

/** By which of its predicates a policy lists the actions that may run; every other one is then refused. */
const actionLists = ['permitted/3', 'safe_action/1', 'safe_action/3'];

/** A policy that lists no actions permits all of them, which is seldom meant. */
export function unlistedActions({ isThere, decides, files }: PolicyLayer): readonly Problem[] {
  if (!isThere || actionLists.some((key) => decides.has(key))) return [];
  const message = 'the policy lists no actions: every action of every plan may run';
  const help = 'List those that may run, such as `safe_action("read_log").`; all others are refused then.';
  return [
    warning(fileProblem('actions-unlisted', files.find(({ isPolicy }) => isPolicy)?.file ?? 'policy', message, help)),
  ];
}

/** What of a compiled pack is its policy, and what its policy rests on. */
export function readPolicyLayer(
  program: Program,
  tables: readonly TableFacts[],
  originOf: (source: Source) => Origin,
): PolicyLayer {
  const isPolicy = ({ span }: ast.Clause): boolean => originOf(span.source) === packOrigins.policy;
  const isOwn = ({ span }: ast.Clause): boolean => !originOf(span.source).isKernel;
  const batches = program.batches.map(({ predicate, facts }) => ({ predicate, clause: facts.clauseAt(0) }));
  const written = [...program.facts, ...program.rules, ...batches];
  const heads = written.filter(({ clause }) => isPolicy(clause)).map(({ predicate }) => predicate);
  const said = new Set([
    ...written.filter(({ clause }) => isOwn(clause)).map(({ predicate }) => predicate),
    ...tables.flatMap(({ facts }) => facts.map(({ predicate, args }) => `${predicate}/${args.length}`)),
  ]);
  const isServers = (key: PredicateKey): boolean => {
    const decl = program.predicates.get(key)?.decl;
    return decl !== undefined && originOf(decl.span.source).isKernel;
  };
  const rules = program.rules.filter(({ clause }) => isPolicy(clause));
  const reads = readAtAll(program.rules, rules);
  return {
    isThere: heads.length > 0,
    decides: new Set(heads.filter(isServers)),
    reads,
    restsOn: new Set([...reads].filter((key) => said.has(key))),
    files: readPolicyFiles(program, tables, originOf),
  };
}

/**
 * What a changed pack takes away from the policy that is served. A file that was emptied, cut off, deleted or not yet
 * written in full must not open what policy keeps closed; who means it starts the server anew.
 */
export function lostPolicy(served: PolicyLayer, changed: PolicyLayer): readonly Problem[] {
  if (served.isThere && !changed.isThere) {
    return [lost('policy-gone', 'the policy of the pack is gone')];
  }
  const undecided = [...served.decides].filter((key) => !changed.decides.has(key));
  // What policy does not read any more is policy's own decision.
  const unfed = [...served.restsOn].filter((key) => !changed.restsOn.has(key) && changed.reads.has(key));
  const problems = [
    ...undecided.map((key) => lost('policy-lost', `policy has no clause for \`${key}\` any more`)),
    ...unfed.map((key) => lost('policy-lost', `policy reads \`${key}\`, of which the pack says nothing any more`)),
  ];
  return problems.length > 0 ? problems : lostFiles(served.files, changed.files, (key) => changed.reads.has(key));
}

function lost(code: string, message: string): Problem {
  return fileProblem(code, 'policy', message, 'Bring it back, or restart the server if it is meant.');
}
