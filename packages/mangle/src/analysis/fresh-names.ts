import { boundVariable, variablesOfAll } from '../program/variables.js';
import type { Clause } from '../syntax/ast.js';

/** Gives a name that the clause does not use, each once: `base`, `base1`, `base2`, … */
export type FreshName = (base: string) => string;

export function freshNames({ head, annotation, premises, transforms }: Clause): FreshName {
  const body = premises.flatMap((literal) =>
    literal.kind === 'atom' ? literal.atom.args : [literal.left, literal.right],
  );
  const times = premises.flatMap((literal) =>
    literal.kind === 'atom'
      ? [literal.annotation?.start, literal.annotation?.end, literal.operator?.start, literal.operator?.end]
      : [],
  );
  const lets = transforms.flatMap((transform) => transform.lets.map(({ variable }) => variable));
  const bounds = [annotation?.start, annotation?.end, ...times].flatMap(boundVariable);
  const used = new Set([...variablesOfAll([...head.args, ...body, ...lets]), ...bounds].map(({ name }) => name));
  return (base) => {
    let name = base;
    for (let count = 1; used.has(name); count++) name = `${base}${count}`;
    used.add(name);
    return name;
  };
}
