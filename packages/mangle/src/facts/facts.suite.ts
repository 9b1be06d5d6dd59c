import { compileOrThrow } from '../api/compile.js';
import { positionAt, textOf } from '../text/source.js';
import { argsAt } from '../value/fact-batch.js';
import { sourceText } from '../value/format.js';
import type { FactFile, FactFormat } from './fact-file.js';
import { readFacts } from './read-facts.js';

/** What a file gives: its facts as text, and its diagnostics as `line:column code message`. */
export interface Given {
  readonly facts: readonly string[];
  readonly told: readonly string[];
}

/** Reads a file of `p` for a program; text stands for its UTF-8 bytes. */
export function read(
  program: string,
  format: FactFormat,
  content: string | Uint8Array,
  options: Partial<FactFile> = {},
): Given {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file: FactFile = { name: 'file', bytes, format, predicate: 'p', ...options };
  const { batches = [], diagnostics } = readFacts([file], compileOrThrow(program, { lints: false }));
  return {
    facts: batches.flatMap((batch) =>
      Array.from(
        { length: batch.count },
        (_, row) => `${batch.predicate}(${argsAt(batch, row).map(sourceText).join(', ')})`,
      ),
    ),
    told: diagnostics.map(({ code, message, span }) => {
      const { line, column } = positionAt(span.source, span.start);
      return `${line}:${column} ${code} ${message} [${textOf(span)}]`;
    }),
  };
}
