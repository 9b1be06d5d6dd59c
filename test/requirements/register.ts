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

export function readNotYet(): readonly NotYet[] {
  return readJson('test/requirements/not-yet.json') as readonly NotYet[];
}

const idPattern = /\b(?:ARCH|WIRE|DATA|MAN|EVAL|MACRO|INV|SEC|ERR|CONF|SKILL)-\d{3}\b/g;

/** Every id that a test names, with the files that do. */
export function readCitations(): ReadonlyMap<string, readonly string[]> {
  const citations = new Map<string, string[]>();
  const isTest = (file: string): boolean => /\.(test|suite)\.ts$/.test(file) || /testdata\/wire\/.*\.json$/.test(file);
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
