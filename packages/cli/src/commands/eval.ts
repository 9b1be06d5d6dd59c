import type { EvaluationOptions } from '../evaluation/evaluate-sources.js';
import { defineCommand } from './command.js';
import { answerLine } from '../eval-lines/answer-case.js';
import { readLines } from '../eval-lines/read-lines.js';
import { evaluationOptions } from './options.js';
import { write } from '../terminal/write.js';

/** Longer than any sensible case, shorter than anybody's patience. */
const defaultTimeoutMs = 10_000;

export const evalCommand = defineCommand<EvaluationOptions>({
  name: 'eval',
  summary: 'Answer JSON lines: one program in, one result out, in order.',
  operands: '',
  options: evaluationOptions({ now: '2024-06-01T00:00:00Z', timeout: String(defaultTimeoutMs) }),
  examples: [
    `echo '{"id":1,"program":"p(1). q(X) :- p(X).","queries":["q(X)"]}' | mangle eval`,
    'mangle eval < cases.jsonl > results.jsonl',
  ],
  run: async (_operands, options, terminal) => {
    const defaults = { timeout: defaultTimeoutMs, ...options };
    for await (const line of readLines(terminal.input)) {
      if (!isBlank(line)) await write(terminal.output, `${await answerLine(line, defaults)}\n`);
    }
    return { exitCode: 0 };
  },
});

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}
