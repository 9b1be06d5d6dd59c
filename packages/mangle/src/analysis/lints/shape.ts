import type { Annotation, Clause, Literal, Term, TimeBound, Transform } from '../../syntax/ast.js';
import { sourceText } from '../../value/format.js';

/** A text that two clauses share exactly if they differ only in layout and in the names of variables. */
export function clauseShape({ head, annotation, premises, transforms }: Clause): string {
  const rename = numberVariables();
  const parts = [
    termsShape(head.args, rename) + timeShape(annotation, rename),
    ...premises.map((literal) => literalShape(literal, rename)),
    ...transforms.map((transform) => transformShape(transform, rename)),
  ];
  return parts.join(', ');
}

type Rename = (name: string) => string;

/** Numbers variables in the order of their first occurrence. */
function numberVariables(): Rename {
  const numbers = new Map<string, number>();
  return (name) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return `V${number}`;
  };
}

function termsShape(terms: readonly Term[], rename: Rename): string {
  return `(${terms.map((term) => termShape(term, rename)).join(', ')})`;
}

function termShape(term: Term, rename: Rename): string {
  if (term.kind === 'variable') return rename(term.name);
  if (term.kind === 'wildcard') return '_';
  return term.kind === 'constant' ? sourceText(term.value) : term.name + termsShape(term.args, rename);
}

function literalShape(literal: Literal, rename: Rename): string {
  if (literal.kind === 'compare') {
    return `${termShape(literal.left, rename)} ${literal.operator} ${termShape(literal.right, rename)}`;
  }
  const { atom, isNegated, operator, annotation } = literal;
  const sign = isNegated ? '!' : (operator?.sign ?? '');
  const times = timeShape(operator, rename) + timeShape(annotation, rename);
  return `${sign}${atom.predicate}${termsShape(atom.args, rename)}${times}`;
}

function timeShape(time: Pick<Annotation, 'start' | 'end'> | undefined, rename: Rename): string {
  if (time === undefined) return '';
  const { start, end = start } = time;
  return `@[${boundShape(start, rename)}, ${boundShape(end, rename)}]`;
}

function boundShape(bound: TimeBound, rename: Rename): string {
  if (bound.kind === 'variable') return rename(bound.name);
  return 'nanos' in bound ? `${bound.kind} ${bound.nanos}` : bound.kind;
}

function transformShape({ operation, lets }: Transform, rename: Rename): string {
  const stage = operation === undefined ? '' : `do ${termShape(operation, rename)} `;
  const steps = lets.map(({ variable, expression }) => termShape(variable, rename) + termShape(expression, rename));
  return `|> ${stage}${steps.join(', ')}`;
}
