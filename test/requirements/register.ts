import { listFiles, readJson, readText } from '../repo/repository.js';

/** A row of the register: what the protocol demands and how it can be seen. */
export interface Requirement {
  readonly id: string;
  readonly level: 'MUST' | 'SHOULD' | 'MAY';
  readonly text: string;
}

/** A requirement that nothing can show yet, and what has to exist first. */
export interface NotYet {
  readonly id: string;
  readonly waitsFor: 'client' | 'disclosure' | 'proofs' | 'deltas' | 'gateway';
  readonly reason: string;
}

export function readRegister(): readonly Requirement[] {
  const [, ...rows] = parseCsv(readText('test/requirements/requirements.csv'));
  return rows.map(([id = '', level = '', , , text = '']) => ({ id, level: level as Requirement['level'], text }));
}

/** Requirements that no message of a server can show; another test does. */
export function readElsewhere(): readonly { readonly id: string; readonly reason: string }[] {
  return readJson('test/requirements/elsewhere.json') as readonly { readonly id: string; readonly reason: string }[];
}

export function readNotYet(): readonly NotYet[] {
  return readJson('test/requirements/not-yet.json') as readonly NotYet[];
}

const idPattern = /\b(?:ARCH|WIRE|DATA|MAN|EVAL|MACRO|INV|SEC|ERR|CONF|SKILL)-\d{3}\b/g;

/** Every id that a test names, with the files that do. */
export function readCitations(): ReadonlyMap<string, readonly string[]> {
  return readIds((file) => /\.(test|suite)\.ts$/.test(file) || isCorpus(file));
}

/** Those of tests that speak to a server over its transports; the corpus of messages is sent over all of them. */
export function readTransportCitations(): ReadonlyMap<string, readonly string[]> {
  return readIds((file) => /^packages\/server\/test\/.*\.test\.ts$/.test(file) || isCorpus(file));
}

function isCorpus(file: string): boolean {
  return /testdata\/wire\/.*\.json$/.test(file);
}

function readIds(isTest: (file: string) => boolean): ReadonlyMap<string, readonly string[]> {
  const citations = new Map<string, string[]>();
  for (const file of listFiles().filter(isTest)) {
    for (const [id] of readText(file).matchAll(idPattern)) {
      const files = citations.get(id) ?? [];
      if (!files.includes(file)) citations.set(id, [...files, file]);
    }
  }
  return citations;
}

/** Rows and fields; a field in quotes may hold commas, line ends and doubled quotes. */
function parseCsv(text: string): string[][] {
  const fields = text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g);
  const rows: string[][] = [[]];
  for (const [whole, field = '', end] of fields) {
    if (whole === '') break;
    rows.at(-1)?.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}
