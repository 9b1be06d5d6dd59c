/** What is expected, for a keyword of JSON Schema and what the validator says about its failure. */
export function schemaErrorText(keyword: string, params: Readonly<Record<string, unknown>>): string {
  const text = texts[keyword];
  return text === undefined ? `does not meet \`${keyword}\`` : text(params);
}

type Params = Readonly<Record<string, unknown>>;

const texts: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) => `expected ${[type].flat().map(typeName).join(' or ')}`,
  enum: ({ allowedValues }) => `expected one of ${listText(allowedValues as readonly unknown[])}`,
  const: ({ allowedValue }) => `expected ${valueText(allowedValue)}`,
  minimum: ({ limit }) => `may not be less than ${String(limit)}`,
  maximum: ({ limit }) => `may not be more than ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `expected a multiple of ${String(multipleOf)}`,
  minLength: ({ limit }) => (limit === 1 ? 'may not be empty' : `may not be shorter than ${String(limit)} characters`),
  maxLength: ({ limit }) => `may not be longer than ${String(limit)} characters`,
  pattern: ({ pattern }) => `expected text that matches ${valueText(String(pattern))}`,
  format: ({ format }) => `expected the format ${valueText(format)}`,
  minItems: ({ limit }) => (limit === 1 ? 'may not be empty' : `may not have fewer than ${String(limit)} items`),
  maxItems: ({ limit }) => `may not have more than ${String(limit)} items`,
  uniqueItems: () => 'may not have equal items',
  contains: () => 'lacks an item that must be there',
  unevaluatedItems: () => 'has items that are not expected',
  minProperties: ({ limit }) => `may not have fewer than ${String(limit)} members`,
  maxProperties: ({ limit }) => `may not have more than ${String(limit)} members`,
  dependentRequired: ({ property, dependencies }) =>
    `where there is ${valueText(property)}, there must be ${listText(dependencies as readonly unknown[])}`,
  anyOf: () => 'fits none of the forms it may have',
  oneOf: ({ passingSchemas }) =>
    (passingSchemas as readonly unknown[]).length > 1
      ? 'fits several forms of which it may have only one'
      : 'fits none of the forms it may have',
  not: () => 'has a form that it may not have',
  if: () => 'does not fit what its other members ask for',
};

function typeName(type: unknown): string {
  if (type === 'null') return 'null';
  if (type === 'integer') return 'a whole number';
  return type === 'object' || type === 'array' ? `an ${type}` : `a ${String(type)}`;
}

const maxValues = 10;
const maxValueLength = 60;

function listText(values: readonly unknown[]): string {
  const shown = values.slice(0, maxValues).map(valueText).join(', ');
  return values.length > maxValues ? `${shown}, …` : shown;
}

/** As JSON, so that it is one line; texts without their quotes. */
function valueText(value: unknown): string {
  const json = JSON.stringify(value);
  const text = typeof value === 'string' ? json.slice(1, -1) : json;
  return `\`${text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text}\``;
}
