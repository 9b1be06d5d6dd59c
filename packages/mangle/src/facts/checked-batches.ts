import type { Program } from '../program/program.js';
import type { FactBatch } from '../value/fact-batch.js';

const programs = new WeakMap<FactBatch, Program>();

/** Remembers that all facts of a batch fit a program. */
export function noteChecked(batch: FactBatch, program: Program): void {
  programs.set(batch, program);
}

/** Whether it is known that all facts of a batch fit a program. */
export function isChecked(batch: FactBatch, program: Program): boolean {
  return programs.get(batch) === program;
}
