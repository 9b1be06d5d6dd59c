import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Plan } from './plan.js';

/** What tells one macro-tool from another (C-30). */
export type Composition = Pick<Plan, 'name' | 'steps' | 'inputSchema'>;

/** Half of the digest: nobody meets two compositions with the same one. */
const digits = 32;

/** Most evaluations make macro-tools that others made before. As many ids are kept at the most. */
const maxKnown = 1000;

const known = new Map<string, string>();

/**
 * The id of a macro-tool: equal for equal compositions, whoever evaluates them and when, different if an action, a bound
 * value or a parameter differs.
 */
export function macroIdOf({ name, steps, inputSchema }: Composition): string {
  const composition = { name, steps, inputSchema };
  const text = JSON.stringify(composition);
  const id = known.get(text) ?? digestOf(composition);
  if (known.size >= maxKnown) known.clear();
  known.set(text, id);
  return id;
}

/** RFC 8785 gives one text for what is the same, whatever the order of members. */
function digestOf(composition: Composition): string {
  const digest = createHash('sha256')
    .update(canonicalize(composition) ?? '')
    .digest('hex');
  return `mt_${digest.slice(0, digits)}`;
}
