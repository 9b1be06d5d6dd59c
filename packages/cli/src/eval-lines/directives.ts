import { CaseError, type Settings } from './case.js';

type Directive = (settings: Settings, value: string) => Settings;

/** The `#!` lines of a program, by their first word. */
const directives: Readonly<Record<string, Directive>> = {
  query: (settings, value) => ({ ...settings, queries: [...settings.queries, value] }),
  now: (settings, value) => ({ ...settings, now: value }),
  limit: (settings, value) => ({ ...settings, limit: readLimit(value) }),
  why: (settings, value) => ({ ...settings, why: value }),
  hide: (settings, value) => ({ ...settings, hide: [...settings.hide, ...words(value)] }),
  unordered: (settings, value) => ({ ...settings, unordered: [...settings.unordered, ...words(value)] }),
  bounds: (settings, value) => (value === '' ? settings : { ...settings, bounds: value }),
  coalesce: (settings) => ({ ...settings, coalesce: true }),
};

/** The source units of a program, split at `#! unit` lines with line numbers kept, and its settings. */
export interface Directed {
  readonly units: readonly string[];
  readonly settings: Settings;
}

/** Reads the directives of a program on top of the settings of its case; throws `CaseError`. */
export function readDirectives(program: string, given: Settings): Directed {
  const units: string[] = [];
  let settings = given;
  let unit = '';
  const lines = program.split(/(?<=\n)/);
  for (const [index, line] of lines.entries()) {
    const directive = parseDirective(line);
    if (directive?.word === 'unit') {
      units.push(unit);
      unit = '\n'.repeat(index + 1);
      continue;
    }
    if (directive !== undefined) settings = applyDirective(settings, directive);
    unit += line;
  }
  return { units: [...units, unit], settings };
}

interface ParsedDirective {
  readonly word: string;
  readonly value: string;
  readonly line: string;
}

function parseDirective(line: string): ParsedDirective | undefined {
  const text = line.trim();
  if (!text.startsWith('#!')) return undefined;
  const [, word = '', value = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text.slice(2).trim()) ?? [];
  return { word: word.replace(/:$/, ''), value, line: text };
}

function applyDirective(settings: Settings, { word, value, line }: ParsedDirective): Settings {
  const apply = Object.hasOwn(directives, word) ? directives[word] : undefined;
  if (apply === undefined) throw new CaseError(`unknown directive \`${line}\``);
  return apply(settings, value);
}

function readLimit(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw new CaseError(`the limit must be a whole number, got \`${text}\``);
  return Number(text);
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
