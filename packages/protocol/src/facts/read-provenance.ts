import type { Json } from '../json/json.js';
import { isObject } from '../json/kinds.js';
import type { Provenance } from '../messages/wire-fact.js';
import { readTime, type TimeContext, TimeError } from './time.js';

const sourceTypes = ['server', 'scan', 'external', 'client', 'derived'];

/** Why something is no provenance. */
export class ProvenanceError extends Error {
  override readonly name = 'ProvenanceError';
}

/** What the client claims about the origin (Spec 03 §5). Throws a `ProvenanceError`; members it does not know stay out. */
export function readProvenance(source: Json, context: TimeContext): Provenance {
  if (!isObject(source)) throw new ProvenanceError('`source` must be an object or null');
  const { source_type: type, source_id: id = null, asserted_at: assertedAt = null } = source;
  if (typeof type !== 'string' || !(sourceTypes.includes(type) || /^x-./.test(type))) {
    throw new ProvenanceError(`\`source.source_type\` must be one of ${sourceTypes.join(', ')}, or begin with \`x-\``);
  }
  if (id !== null && typeof id !== 'string') throw new ProvenanceError('`source.source_id` must be a string or null');
  if (assertedAt !== null) checkTime(assertedAt, context);
  return {
    source_type: type,
    ...(id === null ? {} : { source_id: id }),
    ...(typeof assertedAt === 'string' || typeof assertedAt === 'number' ? { asserted_at: assertedAt } : {}),
  };
}

function checkTime(time: Json, context: TimeContext): void {
  try {
    readTime(time, context);
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    throw new ProvenanceError(`\`source.asserted_at\`: ${error.message}`, { cause: error });
  }
}
