import type { Program } from '../program/program.js';
import { checkExternals } from './external.js';
import { loadBase } from './load-base.js';
import { planFor, Prepared, type PrepareOptions } from './prepared.js';

/**
 * A prepared base from the bytes of `save`, without evaluating anything. It needs the program it was prepared for;
 * external predicates and other options come from `options`, as in `prepare`. Throws an `EvaluationError` with the code
 * `base-refused` for bytes that are damaged, of another program or of another version of the format.
 */
export function loadPrepared(program: Program, bytes: Uint8Array, options: PrepareOptions = {}): Prepared {
  const externals = options.externals ?? {};
  checkExternals(externals, program);
  const plan = planFor(program, externals);
  return new Prepared(program, plan, loadBase(program, plan, bytes), options);
}
