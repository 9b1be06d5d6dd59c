import { type ast, Float, float, type MangleInput, type MangleOutput, name } from '@manglecp/mangle';

/** A value of the engine as pack authors meet it: whole numbers as numbers where they fit, floats as numbers. */
export function toHost(value: MangleOutput): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  return value instanceof Float ? value.value : value;
}

/**
 * What a function of a pack gave, as a value for a column. JavaScript has one kind of number and no names, so the declared
 * type decides; values of the engine's own classes are left as they are.
 */
export function fromHost(value: unknown, type: ast.Term | undefined): MangleInput {
  const declared = type?.kind === 'constant' && type.value.kind === 'name' ? type.value.text : '/any';
  if (typeof value === 'number') return declared === '/float64' || !Number.isInteger(value) ? float(value) : value;
  const isName = typeof value === 'string' && value.startsWith('/') && !textTypes.has(declared);
  return isName ? name(value) : (value as MangleInput);
}

/** In columns of these types a text that begins with a slash is a text. */
const textTypes: ReadonlySet<string> = new Set(['/string', '/any']);
