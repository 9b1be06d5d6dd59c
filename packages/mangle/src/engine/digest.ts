import type { Program } from '../program/program.js';
import { finish, mix } from '../store/hash.js';
import { planProgram } from '../plan/program-plan.js';
import { sourceText } from '../value/format.js';
import type { Base } from './base.js';

/**
 * A short text that differs for bases with different facts, whatever the order in which they came. Facts are added up,
 * each by two independent hashes.
 */
export function digestOf(program: Program, base: Base): string {
  const hashes = new Map<number, [number, number]>();
  const hashOf = (id: number): [number, number] => {
    let found = hashes.get(id);
    if (found === undefined) {
      const text = sourceText(base.table.get(id));
      found = [hashText(text, 1), hashText(text, 2)];
      hashes.set(id, found);
    }
    return found;
  };
  let [first, second, count] = [0, 0, 0];
  planProgram(program).shapes.forEach(({ key }, number) => {
    // The answers of deferred predicates are a memory, not facts.
    if (program.predicates.get(key)?.isDeferred !== false) return;
    const { rows } = base.view(number);
    rows.forEach((row) => {
      const parts = [hashText(key, 1), hashText(key, 2)] as [number, number];
      for (let column = 0; column < rows.width; column++) {
        const [a, b] = hashOf(rows.at(row, column));
        parts[0] = mix(parts[0], a);
        parts[1] = mix(parts[1], b);
      }
      first = (first + finish(parts[0])) | 0;
      second = (second + finish(parts[1])) | 0;
      count++;
    });
  });
  return [first, second, count].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

function hashText(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = mix(hash, text.charCodeAt(at));
  return hash;
}
