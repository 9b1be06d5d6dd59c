import type { Source, Span } from '@manglecp/mangle';
import { type Document, isMap, isScalar, type Pair, parseDocument, type Range } from 'yaml';
import { placedProblem, type Problem } from './problem.js';

/** A Markdown file with YAML before it, between two lines of `---`. */
export interface FrontMatter {
  readonly source: Source;
  /** Where the YAML begins and ends in the text: after the first line, and where the closing one begins. */
  readonly start: number;
  readonly end: number;
  /** What ends the lines of the file. */
  readonly lineEnd: string;
  /** What stands below. Its lines end with a line feed, whatever those of the file end with. */
  readonly content: string;
}

/** Far more than names and descriptions need, and too little to keep a parser of YAML busy. */
export const maxFrontMatterLength = 16 * 1024;

const form = 'Begin the file with `---`, `name: …`, `description: …` and `---`, each on a line of its own.';

/** Takes a file apart. A byte-order mark before it does not matter. */
export function splitFrontMatter(source: Source): FrontMatter | Problem {
  const { text } = source;
  const opening = /^\uFEFF?---[ \t]*(\r?\n)/.exec(text);
  if (opening === null) return problemAt(source, 0, 'it has no front matter', form);
  const [{ length: start }, lineEnd = '\n'] = opening;
  // Only line feeds end lines here: for `^` and `$` other characters do, too.
  const closing = /(?<=\n)---[ \t]*\r?(?:\n|(?![^]))/g;
  closing.lastIndex = start;
  const found = closing.exec(text);
  if (found === null) return problemAt(source, 0, 'its front matter has no end', 'Close it with a line `---`.');
  if (found.index - start > maxFrontMatterLength) {
    const message = `its front matter has more than ${maxFrontMatterLength} characters`;
    return problemAt(source, 0, message, 'Move what is long below the closing `---`.');
  }
  const content = text.slice(closing.lastIndex).replaceAll('\r\n', '\n');
  return {
    source,
    start,
    end: found.index,
    lineEnd,
    content: content.replace(/^(?:[ \t]*\n)+/, '').trimEnd(),
  };
}

function problemAt(source: Source, start: number, message: string, help: string): Problem {
  return placedProblem('front-matter', { source, start, end: start }, message, help);
}

/** A member of the front matter, in the order of the file. */
export interface FrontEntry {
  readonly key: string;
  readonly keySpan: Span;
  /** As the parser sees it. Nothing is built from it, so that references in it expand to nothing. */
  readonly value: unknown;
  readonly valueSpan: Span;
}

/** The members of the front matter; undefined, with problems reported, if it is no mapping of YAML. */
export function readFrontEntries(
  front: FrontMatter,
  report: (problem: Problem) => void,
): readonly FrontEntry[] | undefined {
  const { source, start, end } = front;
  const yaml = source.text.slice(start, end);
  if (isDeep(yaml)) {
    const place = { source, start, end: start };
    report(placedProblem('front-matter', place, `its front matter nests more than ${maxDepth} deep`, plainYaml));
    return undefined;
  }
  const document = parse(yaml);
  const faults = document === undefined ? [] : [...document.errors, ...document.warnings];
  for (const { message, pos } of faults.slice(0, maxFaults)) {
    const [from, to] = pos;
    const span = { source, start: Math.min(start + from, end), end: Math.min(start + to, end) };
    report(placedProblem('front-matter', span, `it is no YAML that can be used: ${firstLine(message)}`, plainYaml));
  }
  if (faults.length > 0) return undefined;
  if (document === undefined || !isMap(document.contents)) {
    report(placedProblem('front-matter', { source, start, end: start }, 'its front matter is no mapping', form));
    return undefined;
  }
  return document.contents.items.map((pair) => entryOf(front, pair));
}

const plainYaml = 'Write plain YAML: each key once, texts, lists and mappings, no tags.';
const maxFaults = 10;

const maxDepth = 50;

/**
 * Whether brackets, or the marks of lists and keys on one line, nest deeper than anybody writes. How deep the parser itself
 * can go depends on the stack it runs on. Indentation cannot be deep in so short a text.
 */
function isDeep(yaml: string): boolean {
  if (new RegExp(`(?:[-?][ \\t]+){${maxDepth + 1}}`).test(yaml)) return true;
  let depth = 0;
  for (const [bracket] of yaml.matchAll(/[[\]{}]/g)) {
    depth = bracket === '[' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > maxDepth) return true;
  }
  return false;
}

/** No tags but those of JSON, no merge keys, and every key once. Undefined if the nesting is beyond the parser. */
function parse(yaml: string): Document | undefined {
  try {
    return parseDocument(yaml, {
      version: '1.2',
      schema: 'core',
      resolveKnownTags: false,
      merge: false,
      stringKeys: true,
      uniqueKeys: true,
      prettyErrors: false,
    });
  } catch {
    return undefined;
  }
}

function entryOf({ source, start }: FrontMatter, { key, value }: Pair): FrontEntry {
  const place = (range: Range | null | undefined): Span => {
    const [from, to] = range ?? [0, 0];
    return { source, start: start + from, end: start + to };
  };
  const keySpan = place(isScalar(key) ? key.range : undefined);
  const span = spanOf(source, value, start);
  return {
    key: isScalar(key) ? String(key.value) : '',
    keySpan,
    value,
    // An absent value is where it would be.
    valueSpan: span === undefined || span.start === span.end ? { ...keySpan, end: keySpan.end + 1 } : span,
  };
}

/** The place of a node in the file. */
export function spanOf(source: Source, node: unknown, offset: number): Span | undefined {
  const range = typeof node === 'object' && node !== null && 'range' in node ? (node.range as Range | null) : null;
  if (range === null || range === undefined) return undefined;
  return { source, start: offset + range[0], end: offset + range[1] };
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.slice(0, 200);
}
