import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { FactFile, FactFormat } from '@manglecp/mangle';
import { fileError, UsageError } from '../terminal/terminal.js';

const formats: ReadonlyMap<string, FactFormat> = new Map([
  ['.csv', 'csv'],
  ['.tsv', 'tsv'],
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
  ['.sc', 'simple-column'],
]);

/** What `--facts` asks for. */
interface FactSpec {
  readonly predicate?: string;
  readonly file: string;
  readonly format: FactFormat;
  readonly isCompressed: boolean;
}

/**
 * Reads the files of `--facts predicate=file` options. The ending of a file tells its format, and `.gz` behind it that
 * it is compressed. Throws a `UsageError` for what cannot be read.
 */
export async function readFactFiles(
  specs: readonly string[],
  { header = false, maxUnpackedBytes = 1024 ** 3 } = {},
): Promise<FactFile[]> {
  const files: FactFile[] = [];
  for (const text of specs) {
    const { predicate, file, format, isCompressed } = parseSpec(text);
    const content = await readBytes(file);
    files.push({
      name: file,
      bytes: isCompressed ? decompress(file, content, maxUnpackedBytes) : content,
      format,
      hasHeader: header,
      ...(predicate === undefined ? {} : { predicate }),
    });
  }
  return files;
}

function parseSpec(text: string): FactSpec {
  const match = /^([a-z][\w.]*(?:\/\d+)?)=(.+)$/s.exec(text);
  const file = match?.[2] ?? text;
  const isCompressed = file.endsWith('.gz');
  const ending = /\.\w+$/.exec(isCompressed ? file.slice(0, -3) : file)?.[0] ?? '';
  const format = formats.get(ending.toLowerCase());
  if (format === undefined) {
    const known = [...formats.keys()].join(', ');
    throw new UsageError(`cannot tell the format of \`${file}\`: its name ends in none of ${known}`);
  }
  if (match === null && format !== 'simple-column')
    throw new UsageError(`\`--facts ${text}\` does not say whose facts they are; write \`--facts edge=${file}\``);
  return { ...(match?.[1] === undefined ? {} : { predicate: match[1] }), file, format, isCompressed };
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw fileError('read', file, error);
  }
}

/** A few megabytes may hold a file that fills the memory, hence a limit. */
function decompress(file: string, content: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return gunzipSync(content, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new UsageError(`\`${file}\` unpacks to more than ${maxBytes} bytes; split it into several files`, {
        cause: error,
      });
    }
    throw new UsageError(`cannot read \`${file}\`: it is not compressed with gzip`, { cause: error });
  }
}
