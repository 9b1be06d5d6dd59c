import {
  type ast,
  type FactInput,
  type PredicateKey,
  printClause,
  type Program,
  type Source,
  sourceText,
  toValue,
} from '@manglecp/mangle';
import { groupBy } from './group-by.js';
import { type Origin, packOrigins } from './origin.js';
import { fileProblem, type Problem } from './problem.js';
import { readBy, rulesByHead } from './read-by.js';

/** A file of a pack with something that policy decides, or decides by. */
export interface PolicyFile {
  readonly file: string;
  readonly isPolicy: boolean;
  readonly parts: readonly Part[];
}

/** Clauses or facts of one predicate, each in the one form that neither layout nor place changes. */
interface Part {
  readonly predicate: PredicateKey;
  readonly texts: () => readonly string[];
}

/** The facts of one file. */
export interface TableFacts {
  readonly file: string;
  readonly facts: readonly FactInput[];
}

/** With these, domains keep tools closed without policy having to read anything. */
const closing: ReadonlySet<PredicateKey> = new Set(['requires_privilege/2', 'requires_privileged_facts/1']);

/** The files that a reload must not lose, sorted as they were read. */
export function readPolicyFiles(
  program: Program,
  tables: readonly TableFacts[],
  originOf: (source: Source) => Origin,
): readonly PolicyFile[] {
  const isPolicy = ({ span }: ast.Clause): boolean => originOf(span.source) === packOrigins.policy;
  const read = packsOwnReads(program, isPolicy, originOf);
  const found = new Map<string, { readonly isPolicy: boolean; readonly parts: Part[] }>();
  const add = (file: string, ofPolicy: boolean, part: Part): void => {
    const known = found.get(file) ?? { isPolicy: ofPolicy, parts: [] };
    if (ofPolicy || read.has(part.predicate) || closing.has(part.predicate)) known.parts.push(part);
    found.set(file, known);
  };
  const addClauses = (predicate: PredicateKey, first: ast.Clause, texts: () => readonly string[]): void => {
    const { source } = first.span;
    if (!originOf(source).isKernel) add(source.name, isPolicy(first), { predicate, texts });
  };
  for (const { predicate, clause } of [...program.rules, ...program.facts]) {
    addClauses(predicate, clause, () => [printClause(clause)]);
  }
  for (const { predicate, facts } of program.batches) {
    const clauseAt = (_: unknown, row: number): string => printClause(facts.clauseAt(row));
    addClauses(predicate, facts.clauseAt(0), () => Array.from({ length: facts.count }, clauseAt));
  }
  for (const { file, facts } of tables) {
    for (const [predicate, own] of groupBy(facts, keyOf)) {
      add(file, false, { predicate, texts: () => own.map(factText) });
    }
  }
  return Array.from(found, ([file, rest]) => ({ file, ...rest })).filter(({ parts }) => parts.length > 0);
}

/**
 * The files of the served pack that are gone, or say only what other files say, and whose clauses are not all found
 * elsewhere. Files may be renamed, split and merged; a file that says something else now was edited.
 */
export function lostFiles(
  served: readonly PolicyFile[],
  changed: readonly PolicyFile[],
  isRead: (key: PredicateKey) => boolean,
): readonly Problem[] {
  const suspects = served.filter((before) => {
    const after = changed.find(({ file }) => file === before.file);
    return after === undefined || (before.isPolicy && isEcho(after, before, changed));
  });
  if (suspects.length === 0) return [];
  const said = textsOf(changed);
  return suspects.flatMap(({ file, isPolicy, parts }) => {
    // What policy does not read any more is policy's own decision.
    const own = parts.filter(({ predicate }) => isPolicy || closing.has(predicate) || isRead(predicate));
    const missing = own.flatMap(({ texts }) => texts()).filter((text) => !said.has(text));
    return missing.length === 0 ? [] : [lostFile(file, missing)];
  });
}

/** Whether a file says nothing that it said before, and nothing of its own: it became a copy of others, or a link. */
function isEcho(after: PolicyFile, before: PolicyFile, all: readonly PolicyFile[]): boolean {
  const then = textsOf([before]);
  const others = textsOf(all.filter(({ file }) => file !== after.file));
  return [...textsOf([after])].every((text) => !then.has(text) && others.has(text));
}

function textsOf(files: readonly PolicyFile[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ parts }) => parts.flatMap(({ texts }) => texts())));
}

function keyOf({ predicate, args }: FactInput): PredicateKey {
  return predicate.includes('/') ? predicate : `${predicate}/${args.length}`;
}

function lostFile(file: string, [first = '', ...more]: readonly string[]): Problem {
  const rest = more.length === 0 ? '' : ` and ${more.length} more`;
  const message = `policy rests on what the file said, and it says it no longer: \`${first.trim()}\`${rest}`;
  const help = 'Bring the file back, or its clauses into another one. If it is meant, restart the server.';
  return fileProblem('policy-file-lost', file, message, help);
}

function factText({ predicate, args }: FactInput): string {
  const name = predicate.split('/')[0] ?? predicate;
  return `${name}(${args.map((arg) => sourceText(toValue(arg))).join(', ')}).`;
}

/** What policy reads of the pack's own predicates; behind those of the server it is not policy any more. */
function packsOwnReads(
  program: Program,
  isPolicy: (clause: ast.Clause) => boolean,
  originOf: (source: Source) => Origin,
): ReadonlySet<PredicateKey> {
  const isOwn = (key: PredicateKey): boolean => {
    const span = program.predicates.get(key)?.decl?.span;
    return span === undefined || !originOf(span.source).isKernel;
  };
  const byHead = rulesByHead(program.rules);
  const read = new Set(
    program.rules
      .filter(({ clause }) => isPolicy(clause))
      .flatMap(readBy)
      .filter(isOwn),
  );
  // A set that grows is walked to its end.
  for (const key of read)
    for (const rule of byHead.get(key) ?? []) for (const next of readBy(rule)) if (isOwn(next)) read.add(next);
  return read;
}
