import { JsonNumber } from './json.js';

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The compact text of a value, in one line. As `JSON.stringify`, but for numbers whose spelling matters, which are
 * written as they are spelled; a value without JSON, such as `undefined`, is `null`.
 */
export function encodeJson(value: unknown): string {
  // The native writer is many times faster, and most values hold plain numbers only.
  return holdsSpelling(value) ? write(value) : (native(value) ?? 'null');
}

/** The signature of `JSON.stringify` hides that a value without JSON gives `undefined`. */
function native(value: unknown): string | undefined {
  return JSON.stringify(value);
}

function holdsSpelling(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof JsonNumber) return true;
  if (Array.isArray(value)) return value.some(holdsSpelling);
  for (const key in value) {
    if (holdsSpelling((value as Record<string, unknown>)[key])) return true;
  }
  return false;
}

function write(value: unknown): string {
  if (value instanceof JsonNumber) return spelling(value);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return native(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => native(member) !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`).join(',')}}`;
}

/** Anyone can make a `JsonNumber`, so its text could be more than a number. */
function spelling({ text }: JsonNumber): string {
  if (!jsonNumber.test(text)) throw new TypeError('the text of a JsonNumber is not a JSON number');
  return text;
}
