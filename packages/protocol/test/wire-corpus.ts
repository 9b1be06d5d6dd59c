import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeJson, type JsonObject, isObject, parseJson, plainJson } from '@manglecp/protocol';

/** A message of the corpus; testdata/wire/README.md says what the members mean. */
export interface WireCase {
  /** `accept/cancel/id-null`. */
  readonly name: string;
  readonly kind: 'accept' | 'reject';
  /** The type of an accepted message, the code for a refused one. */
  readonly group: string;
  /** What is sent. */
  readonly bytes: Uint8Array;
  /** For refused messages. */
  readonly expect?: WireExpectation;
  readonly requirements: readonly string[];
  /** Which declarations the message is about. */
  readonly needs?: 'warehouse';
}

export interface WireExpectation {
  readonly code: string;
  readonly id: string | null;
  /** A part of the details; lists are complete. */
  readonly details?: object;
}

const folder = fileURLToPath(new URL('../testdata/wire/2026-02-draft/', import.meta.url));

/** The files of the corpus, by their paths in it, sorted. */
export function listCorpus(): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return files.map((file) => path.relative(folder, file).split(path.sep).join('/')).sort();
}

/** All cases. Throws for a file that is none. */
export function readCorpus(): readonly WireCase[] {
  return listCorpus().map(readCase);
}

const memberNames = ['message', 'text', 'base64', 'repeat', 'padding', 'expect', 'requirements', 'needs'];

function readCase(file: string): WireCase {
  const [, name, kind, group] = /^((accept|reject)\/([\w-]+)\/[a-z0-9_-]+)\.json$/.exec(file) ?? [];
  if (name === undefined || group === undefined) throw new Error(`${file} is not where cases are`);
  const members = parseJson(readFileSync(path.join(folder, file)), { maxDepth: 1000 });
  if (!isObject(members)) throw new Error(`${file} is not an object`);
  const unknown = Object.keys(members).find((key) => !memberNames.includes(key));
  if (unknown !== undefined) throw new Error(`${file} has the member ${unknown}, which means nothing`);
  const { expect, requirements, needs } = plainJson({
    expect: members['expect'] ?? null,
    requirements: members['requirements'] ?? null,
    needs: members['needs'] ?? null,
  }) as { expect: WireExpectation | null; requirements: string[]; needs: 'warehouse' | null };
  return {
    name,
    kind: kind === 'accept' ? 'accept' : 'reject',
    group,
    bytes: bytesOf(members),
    requirements,
    ...(expect === null ? {} : { expect }),
    ...(needs === null ? {} : { needs }),
  };
}

function bytesOf(members: JsonObject): Uint8Array {
  const { message, text, base64, repeat, padding } = members;
  if (typeof base64 === 'string') return Uint8Array.from(Buffer.from(base64, 'base64'));
  const sent =
    typeof text === 'string' ? text : encodeJson(typeof repeat === 'number' ? repeated(message, repeat) : message);
  const bytes = new TextEncoder().encode(sent);
  if (typeof padding !== 'number') return bytes;
  const padded = new Uint8Array(padding).fill(0x20);
  padded.set(bytes);
  return padded;
}

/** The message with its only fact so many times. */
function repeated(message: JsonObject[string] | undefined, times: number): unknown {
  const { payload, ...rest } = message as { readonly payload: { readonly facts: readonly unknown[] } };
  return { ...rest, payload: { ...payload, facts: Array.from({ length: times }, () => payload.facts[0]) } };
}
