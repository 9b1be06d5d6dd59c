import { InvalidArgumentError } from 'commander';
import type { Option } from './command.js';
import { parseNow } from '../input/parse-now.js';

export const nowOption: Option = {
  flags: '--now <time>',
  description: 'evaluation time: RFC 3339 or nanoseconds since 1970 (default: the clock)',
  parse: (text) => parseNow(text) ?? refuse('expected a time such as 2024-06-01T00:00:00Z'),
};

export const boundsOption: Option = {
  flags: '--bounds <check>',
  description: '`error` checks types (default), `off` does not',
  parse: (text) => (text === 'error' || text === 'off' ? text : refuse('expected `error` or `off`')),
};

export const evaluationOptions: readonly Option[] = [
  nowOption,
  boundsOption,
  { flags: '--limit <facts>', description: 'stop after this many derived facts', parse: parseCount },
  { flags: '--timeout <ms>', description: 'stop after this many milliseconds', parse: parseCount },
  { flags: '--max-intervals <n>', description: 'allow a fact at most this many separate intervals', parse: parseCount },
];

/** For options that may be given several times. */
export function collect(text: string, previous: unknown): string[] {
  return [...((previous as string[] | undefined) ?? []), text];
}

function parseCount(text: string): number {
  const count = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(count) && count > 0
    ? count
    : refuse('expected a whole number above 0');
}

function refuse(reason: string): never {
  throw new InvalidArgumentError(reason);
}
