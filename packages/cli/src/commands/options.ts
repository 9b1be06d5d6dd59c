import { InvalidArgumentError } from 'commander';
import type { Option } from './command.js';
import { isBoundsCheck } from '../evaluation/evaluate-sources.js';
import { parseNow } from '../input/parse-now.js';

/** `byDefault` says what the evaluation time is without the option. */
function nowOption(byDefault: string): Option {
  return {
    flags: '--now <time>',
    description: `evaluation time: RFC 3339, a date or nanoseconds since 1970 (default: ${byDefault})`,
    parse: (text) => {
      const time = parseNow(text);
      return time.ok ? time.value : refuse(time.reason);
    },
  };
}

export const boundsOption: Option = {
  flags: '--bounds <check>',
  description: 'what wrong types are: `error` (default), `warn` (the program runs) or `off` (not looked for)',
  parse: (text) => (isBoundsCheck(text) ? text : refuse('expected `error`, `warn` or `off`')),
};

/** The options of every command that evaluates; `defaults` says what holds without them. */
export function evaluationOptions(defaults: { readonly now: string; readonly timeout?: string }): readonly Option[] {
  const { now, timeout } = defaults;
  const timeoutDefault = timeout === undefined ? '' : ` (default: ${timeout})`;
  return [
    nowOption(now),
    boundsOption,
    { flags: '--limit <facts>', description: 'stop after this many derived facts', parse: parseCount },
    { flags: '--timeout <ms>', description: `stop after this many milliseconds${timeoutDefault}`, parse: parseCount },
    {
      flags: '--max-intervals <n>',
      description: 'allow a fact at most this many separate intervals',
      parse: parseCount,
    },
  ];
}

/** For commands that people run now and then: the time is that of the clock, and nothing ends them but their limits. */
export const clockOptions = evaluationOptions({ now: 'the clock' });

/** Other forms of facts and answers than text. */
export const tableOptions: readonly Option[] = [
  { flags: '--json=values', description: 'print one JSON object with JSON values instead of text of the language' },
  { flags: '--csv', description: 'print a table in CSV, with a first row of column names' },
];

/** What they are when given. */
export interface TableOptions {
  readonly 'json=values'?: true;
  readonly csv?: true;
}

/** The options of commands that take files of facts. */
export const factOptions: readonly Option[] = [
  {
    flags: '--facts <predicate=file>',
    description: 'read facts from a file: .csv, .tsv, .jsonl or .sc (simple-column), also with .gz (repeatable)',
    parse: collect,
  },
  { flags: '--header', description: 'the first row of .csv and .tsv files names the columns' },
];

/** What they are when given. */
export interface FactOptions {
  readonly facts?: readonly string[];
  readonly header?: true;
}

/** For options that may be given several times. */
export function collect(text: string, previous: unknown): string[] {
  return [...((previous as string[] | undefined) ?? []), text];
}

/** A whole number above 0. */
export function parseCount(text: string): number {
  const count = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(count) && count > 0
    ? count
    : refuse('expected a whole number above 0');
}

/** A whole number from 0 on. */
export function parseDepth(text: string): number {
  return text === '0' ? 0 : parseCount(text);
}

function refuse(reason: string): never {
  throw new InvalidArgumentError(reason);
}
