import { compareText } from '@manglecp/mangle';
import type { SchemaError } from '@manglecp/protocol';
import { memberPath } from './member-path.js';
import { schemaErrorText } from './schema-error-text.js';

/** An error as the validator reports it. */
export interface RawError {
  readonly keyword: string;
  /** Where in the schema, as a pointer that goes through references. */
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const maxErrors = 50;
const maxPathLength = 500;

/**
 * The errors that tell a client what to change, sorted by path, each once. The validator also reports every branch of
 * a choice and everything on the way to a fault; of these only what helps is left.
 */
export function cleanSchemaErrors(raw: readonly RawError[]): readonly SchemaError[] {
  const found = new Map<string, SchemaError>();
  for (const error of withoutNoise(raw).flatMap(toSchemaErrors)) {
    found.set(`${error.keyword} ${error.path}`, error);
  }
  return [...found.values()]
    .sort((left, right) => compareText(left.path, right.path) || compareText(left.keyword, right.keyword))
    .slice(0, maxErrors)
    .map((error) => ({ ...error, path: shorten(error.path) }));
}

/** A client's own names could make a few errors larger than its message was. */
function shorten(path: string): string {
  return path.length > maxPathLength ? `${path.slice(0, maxPathLength).replace(/[\uD800-\uDBFF]$/, '')}…` : path;
}

function withoutNoise(raw: readonly RawError[]): readonly RawError[] {
  let errors = raw;
  for (const error of raw) {
    if (!errors.includes(error)) continue;
    errors = noiseFilters[error.keyword]?.(error, errors) ?? errors;
  }
  return errors;
}

/** By keyword of an error that sums up others: what is left when one of the two sides is taken away. */
const noiseFilters: Readonly<Record<string, (sum: RawError, errors: readonly RawError[]) => readonly RawError[]>> = {
  anyOf: decideChoice,
  oneOf: decideChoice,
  if: (sum, errors) => (hasInside(sum, errors) ? errors.filter((error) => error !== sum) : errors),
  propertyNames: (sum, errors) => errors.filter((error) => !isInside(error, sum, 'propertyNames')),
};

/**
 * If all branches but one want another kind of value, the client meant that one, and its errors tell more than the
 * choice does. Otherwise nobody knows what was meant, and only the choice itself is told.
 */
function decideChoice(choice: RawError, errors: readonly RawError[]): readonly RawError[] {
  const inside = errors.filter((error) => isInside(error, choice, choice.keyword));
  const noise = new Set(inside);
  const others = inside.filter((error) => isOtherKind(error, choice));
  const otherBranches = new Set(others.map((error) => branchOf(error, choice)));
  const meant = inside.filter((error) => !otherBranches.has(branchOf(error, choice)));
  const meantCount = new Set(meant.map((error) => branchOf(error, choice))).size;
  const told = meantCount === 1 ? meant : [meantCount === 0 ? wantedTypes(choice, others) : choice];
  return errors.flatMap((error) => {
    if (error === choice) return told;
    return noise.has(error) ? [] : [error];
  });
}

function branchOf({ schemaPath }: RawError, choice: RawError): string | undefined {
  return schemaPath.slice(choice.schemaPath.length).split('/')[2];
}

/** A choice between types only is told as such. */
function wantedTypes(choice: RawError, others: readonly RawError[]): RawError {
  if (others.length === 0 || others.some(({ keyword }) => keyword !== 'type')) return choice;
  const types = new Set(others.flatMap(({ params }) => params['type']));
  return { ...choice, keyword: 'type', params: { type: [...types] } };
}

/** Whether a branch is not meant: another type, or another constant, at the place of the choice or in a member of it. */
function isOtherKind({ keyword, instancePath }: RawError, choice: RawError): boolean {
  if (keyword === 'type') return instancePath === choice.instancePath;
  if (keyword !== 'const' && keyword !== 'enum') return false;
  return instancePath.slice(choice.instancePath.length).split('/').length <= 2;
}

function hasInside(error: RawError, errors: readonly RawError[]): boolean {
  return errors.some((other) => isInside(other, error, 'then') || isInside(other, error, 'else'));
}

/** Whether an error comes from the part of the schema under this keyword, for the same value or something in it. */
function isInside(error: RawError, outer: RawError, keyword: string): boolean {
  return (
    `${error.schemaPath}/`.startsWith(`${outer.schemaPath}/${keyword}/`) &&
    `${error.instancePath}/`.startsWith(`${outer.instancePath}/`)
  );
}

function toSchemaErrors({ keyword, schemaPath, instancePath: path, params }: RawError): readonly SchemaError[] {
  switch (keyword) {
    case 'required':
      return namesOf(params['requiredProperties']).map((name) =>
        atMember(path, name, keyword, 'required, but missing'),
      );
    case 'propertyNames':
      return namesOf(params['propertyNames']).map((name) => atMember(path, name, keyword, 'not allowed as a name'));
    case 'unevaluatedProperties':
      return namesOf(params['unevaluatedProperties']).map((name) => atMember(path, name, keyword, 'not expected here'));
    case 'additionalProperties':
      // Each of them has an error of its own.
      return [];
    case 'boolean':
      return [{ path, keyword: falseKeyword(schemaPath), message: 'not expected here' }];
    default:
      return [{ path, keyword, message: schemaErrorText(keyword, params) }];
  }
}

/** The schema `false` is a keyword only to the validator; mostly it is written for additional properties. */
function falseKeyword(schemaPath: string): string {
  return schemaPath.endsWith('/additionalProperties') ? 'additionalProperties' : 'boolean';
}

function atMember(path: string, name: string, keyword: string, message: string): SchemaError {
  return { path: memberPath(path, name), keyword, message };
}

function namesOf(names: unknown): readonly string[] {
  return (names as readonly string[]).slice(0, maxErrors);
}
