import { ByteCollector } from '../bounds/byte-collector.js';

/** A line without its end, or the news that one was longer than allowed. */
export type Line = { readonly bytes: Uint8Array } | { readonly isTooLong: true };

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * The lines of a stream of bytes. A CR before the LF belongs to the end; blank lines are left out (C-70); what follows the
 * last LF is a line too. What is beyond `maxBytes` of a line, which is asked for anew each time, is never kept.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes: () => number): AsyncGenerator<Line> {
  const collector = new LineCollector(maxBytes);
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      collector.add(chunk.subarray(start, end));
      const line = collector.take();
      if (line !== undefined) yield line;
      start = end + 1;
    }
    collector.add(chunk.subarray(start));
  }
  const last = collector.take();
  if (last !== undefined) yield last;
}

class LineCollector {
  readonly #maxBytes: () => number;
  readonly #line = new ByteCollector(Number.MAX_SAFE_INTEGER);
  /** A part of the line was thrown away. */
  #isCut = false;

  constructor(maxBytes: () => number) {
    this.#maxBytes = maxBytes;
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    // One byte more than allowed is kept: it may be the CR of the end.
    this.#isCut ||= this.#line.size + part.length > this.#maxBytes() + 1;
    if (this.#isCut) this.#line.clear();
    else this.#line.add(part);
  }

  /** The line so far; undefined if it is blank. */
  take(): Line | undefined {
    const isCut = this.#isCut;
    const bytes = withoutReturn(this.#line.take());
    this.#isCut = false;
    if (isCut || bytes.length > this.#maxBytes()) return { isTooLong: true };
    return isBlank(bytes) ? undefined : { bytes };
  }
}

function withoutReturn(bytes: Uint8Array): Uint8Array {
  return bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09);
}
