import type { CopyLimits } from './copy-data.js';

const mebibyte = 1024 * 1024;
/** Well below the depth at which parsers refuse a message. */
const maxDepth = 100;

/** How much data may pass between clients, actions and each other. */
export const dataLimits = {
  /** The size of a message bounds what a client sends, and results are bounded, so this bounds their repetition.
   * Each value is looked at a dozen times, at once: by the copy, the schemas, the digest. */
  arguments: { maxBytes: 16 * mebibyte, maxDepth, maxValues: 50_000 },
  result: { maxBytes: 4 * mebibyte, maxDepth },
} as const satisfies Record<string, CopyLimits>;
