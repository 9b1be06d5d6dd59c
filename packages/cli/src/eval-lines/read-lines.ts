import type { Readable } from 'node:stream';

const lineFeed = 0x0a;

/**
 * The lines of a stream as bytes, without their ends, of any length. Only a line feed ends a line: JSON may contain the other
 * separators that `node:readline` splits at.
 */
export async function* readLines(input: Readable): AsyncGenerator<Uint8Array> {
  let parts: Buffer[] = [];
  for await (const chunk of input) {
    let rest = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string);
    for (let end = rest.indexOf(lineFeed); end !== -1; end = rest.indexOf(lineFeed)) {
      yield Buffer.concat([...parts, rest.subarray(0, end)]);
      parts = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) parts.push(rest);
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}
