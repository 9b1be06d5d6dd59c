import type { ast } from '@manglecp/mangle';

/** What the manifest calls the type of an argument (Spec 03 §8.1). */
export type ArgumentType = 'string' | 'number' | 'boolean' | 'any';

/** The type of a column, by all rows of bounds of a declaration; `any` where they say nothing or different things. */
export function argumentType({ bounds }: ast.Decl, column: number): ArgumentType {
  const types = new Set(bounds.map(({ types: row }) => typeOf(row[column])));
  const [only = 'any', ...others] = types;
  return others.length === 0 ? only : 'any';
}

const basicTypes: Readonly<Record<string, ArgumentType>> = {
  '/string': 'string',
  '/name': 'string',
  '/number': 'number',
  '/float64': 'number',
  '/bool': 'boolean',
};

function typeOf(term: ast.Term | undefined): ArgumentType {
  if (term?.kind === 'apply') return isBoolean(term) ? 'boolean' : 'any';
  if (term?.kind !== 'constant' || term.value.kind !== 'name') return 'any';
  return basicTypes[term.value.text] ?? 'any';
}

/** The union of `/true` and `/false`, or one of them alone. */
function isBoolean({ name, args }: ast.Apply): boolean {
  if (name === 'fn:Union') return args.every((arg) => arg.kind === 'apply' && isBoolean(arg));
  const [only] = args;
  return name === 'fn:Singleton' && only?.kind === 'constant' && isTruthValue(only);
}

function isTruthValue({ value }: ast.Constant): boolean {
  return value.kind === 'name' && (value.text === '/true' || value.text === '/false');
}
