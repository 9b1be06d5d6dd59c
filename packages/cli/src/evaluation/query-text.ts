import { type ast, createSource, parseClause, type Source } from '@manglecp/mangle';

/**
 * What a query asks: the facts of one atom, or, for several conditions, the rows of the rule that `Queries` adds to the
 * program for it.
 */
export type Query =
  | { readonly kind: 'atom'; readonly text: string }
  | {
      readonly kind: 'rule';
      readonly text: string;
      /** The predicate of the rule. */
      readonly predicate: string;
      readonly variables: readonly string[];
      readonly source: Source;
    };

/**
 * Reads a query: an atom, or conditions as in the body of a rule, `p(X), X > 0, !q(X)`, also with `|>`. `number` tells
 * the rules of several queries apart. Mistakes in conditions are found when the program is compiled with the rule.
 */
export function readQuery(text: string, number: number): Query {
  // Other languages begin a query with `?-`, or end it in `?`.
  const bare = text
    .trim()
    .replace(/^\?-?\s*/, '')
    .replace(/\s*[.?]$/, '');
  const body = parseClause(createSource('query', `query() :- ${bare}.`)).node;
  if (body !== undefined && isAtom(body)) return { kind: 'atom', text: bare };
  if (body === undefined && !/[,=<>!|@]/.test(bare.replace(/\(.*\)/s, ''))) return { kind: 'atom', text: bare };
  const variables = body === undefined ? [] : variablesOf(body);
  const predicate = `query__${number}`;
  // The conditions stand in a line of their own, so that diagnostics show them as they were typed.
  const source = createSource('query', `${predicate}(${variables.join(', ')}) :-\n${bare}.\n`);
  return { kind: 'rule', text: bare, predicate, variables, source };
}

function isAtom({ premises, transforms }: ast.Clause): boolean {
  const [first, ...others] = premises;
  if (first === undefined || others.length > 0 || transforms.length > 0 || first.kind !== 'atom') return false;
  return !first.isNegated && first.operator === undefined && first.annotation === undefined;
}

/** The variables that an answer has, in the order in which they occur: of the last stage if the query aggregates. */
function variablesOf({ premises, transforms }: ast.Clause): readonly string[] {
  const found = new Set<string>();
  const grouping = transforms.findLast(({ operation }) => operation !== undefined);
  if (grouping?.operation === undefined) for (const premise of premises) addLiteral(premise, found);
  else for (const key of grouping.operation.args) addTerm(key, found);
  for (const { lets } of transforms) for (const { variable } of lets) found.add(variable.name);
  return [...found];
}

function addLiteral(literal: ast.Literal, found: Set<string>): void {
  if (literal.kind === 'compare') {
    addTerm(literal.left, found);
    addTerm(literal.right, found);
    return;
  }
  // A negated atom gives no variable a value; the analysis says so if nothing else does.
  if (literal.isNegated) return;
  for (const arg of literal.atom.args) addTerm(arg, found);
  const { annotation } = literal;
  for (const bound of annotation === undefined ? [] : [annotation.start, annotation.end]) {
    if (bound?.kind === 'variable') found.add(bound.name);
  }
}

function addTerm(term: ast.Term, found: Set<string>): void {
  if (term.kind === 'variable') found.add(term.name);
  if (term.kind === 'apply') for (const arg of term.args) addTerm(arg, found);
}
