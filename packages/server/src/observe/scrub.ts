import { JsonError, ProtocolError } from '@manglecp/protocol';

/** Longer texts are cut, so that nobody can fill a log with one message. */
const maxLength = 200;
const maxDepth = 4;
const maxMembers = 32;
const maxFrames = 12;
const redacted = '[redacted]';

/** Members that hold credentials, or what a client said: compared in lower case and without separators. */
const secretNames: ReadonlySet<string> = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'token',
  'tokens',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'confirmationtoken',
  'confirmationkey',
  'apikey',
  'apikeys',
  'xmanglecpapikey',
  'credential',
  'credentials',
  'secret',
  'password',
  'headers',
  'rawheaders',
  'args',
  'arguments',
  'params',
  'fact',
  'facts',
  'payload',
  'body',
]);

/** Credentials that can be known by their look: headers, JWTs and confirmation tokens, also if their end is cut off. */
const secretTexts: readonly RegExp[] = [
  /\b(?:bearer|basic)\s+[^\s"',;]+/gi,
  /\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g,
  /\bv1\.[\w-]{22}\.\d{4}-\d\d-\d\dT\S*/g,
];

/** Fields for a log without what must not be there, and of bounded size. Never throws on odd values. */
export function scrub(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return scrubMembers(Object.entries(fields), 0);
}

/** A text without credentials, cut to a length that suits a log. */
export function scrubText(text: string): string {
  // Cut twice: first so that a huge text costs nothing, generously so that no credential is cut before it is found.
  const found = secretTexts.reduce((rest, pattern) => rest.replace(pattern, redacted), text.slice(0, 8 * maxLength));
  return found.length > maxLength ? `${found.slice(0, maxLength)}…` : found;
}

function scrubMembers(entries: readonly (readonly [string, unknown])[], depth: number): Record<string, unknown> {
  const members = entries.slice(0, maxMembers).map(([key, value]) => {
    const isSecret = secretNames.has(key.toLowerCase().replace(/[^a-z]/g, ''));
    return [scrubText(key), isSecret && value !== undefined ? redacted : scrubValue(value, depth)] as const;
  });
  return Object.fromEntries(members);
}

function scrubValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (typeof value === 'bigint') return scrubText(value.toString());
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (depth >= maxDepth) return '[deep]';
  if (value instanceof Error) return scrubError(value, depth);
  if (Array.isArray(value)) return value.slice(0, maxMembers).map((each) => scrubValue(each, depth + 1));
  if (ArrayBuffer.isView(value)) return '[bytes]';
  return scrubMembers(Object.entries(value), depth + 1);
}

/**
 * What an operator needs to find a fault. Messages of errors that quote what a client sent are left out; the code or the
 * kind has to do. Messages of other errors stay, so actions should not put arguments into theirs.
 */
function scrubError(error: Error, depth: number): Record<string, unknown> {
  const isQuoting = error instanceof ProtocolError || error instanceof JsonError || error instanceof SyntaxError;
  const { code } = error as { readonly code?: unknown };
  // The stack begins with the message.
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    kind: scrubText(error.name),
    ...(typeof code === 'string' ? { code: scrubText(code) } : {}),
    ...(isQuoting ? {} : { message: scrubText(error.message) }),
    frames: frames.slice(0, maxFrames).map((line) => scrubText(line.trim())),
    ...(error.cause === undefined ? {} : { cause: scrubValue(error.cause, depth + 1) }),
  };
}
