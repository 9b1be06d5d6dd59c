import { type Diagnostic, diagnostic, type DiagnosticDetails } from '../diagnostics/diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/codes.js';
import { createSource, type Source, type Span } from '../text/source.js';

/** So many bad rows say that the file is of another format. */
const maxProblems = 20;

/** Collects what is wrong with a file of facts. Places are byte offsets; they become spans of its text. */
export class FileProblems {
  readonly diagnostics: Diagnostic[] = [];
  readonly #name: string;
  readonly #bytes: Uint8Array;
  #source: Source | undefined;

  constructor(name: string, bytes: Uint8Array) {
    this.#name = name;
    this.#bytes = bytes;
  }

  /** Whether so much is wrong that the rest need not be read. */
  get isExhausted(): boolean {
    return this.diagnostics.length > maxProblems;
  }

  report(code: DiagnosticCode, start: number, end: number, message: string, details: DiagnosticDetails = {}): void {
    if (this.isExhausted) return;
    const span = this.#span(start, end);
    if (this.diagnostics.length < maxProblems) this.diagnostics.push(diagnostic(code, span, message, details));
    else this.diagnostics.push(diagnostic('too-many-errors', span, 'too many errors; the rest was not read', giveUp));
  }

  #span(start: number, end: number): Span {
    // What is no UTF-8 is shown as replacement characters, one for each of its bytes or more: offsets count them too.
    this.#source ??= createSource(this.#name, decodeLossy(this.#bytes));
    const before = decodeLossy(this.#bytes.subarray(0, start)).length;
    return { source: this.#source, start: before, end: before + decodeLossy(this.#bytes.subarray(start, end)).length };
  }
}

const giveUp = { help: 'Make sure that the file has the format that its name or the command says.' };

function decodeLossy(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

const chunkSize = 1 << 20;

/** The offset of the first byte that begins no character of UTF-8, or -1. Makes no copy of the whole text. */
export function firstBadByte(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let good = 0;
  try {
    for (let at = 0; at < bytes.length; at += chunkSize) {
      decoder.decode(bytes.subarray(at, at + chunkSize), { stream: true });
      good = at;
    }
    decoder.decode();
    return -1;
  } catch {
    return badByteFrom(bytes, characterStart(bytes, good));
  }
}

/** The start of the character that an offset lies in. */
function characterStart(bytes: Uint8Array, at: number): number {
  while (at > 0 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}

/** Narrows down where decoding fails. INVARIANT: it does, at `from` or after it, and a character begins at `from`. */
function badByteFrom(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length;) {
    const length = characterLength(bytes[at] ?? 0);
    if (length === 0 || !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return bytes.length;
}

function characterLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc0) return 0;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function isUtf8(bytes: Uint8Array): boolean {
  if (bytes.length === 1) return (bytes[0] ?? 0) < 0x80;
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
