import type { Source } from '@manglecp/mangle';
import type { Origin } from './origin.js';

/** A rule file, and who wrote it. */
export interface RuleSource {
  readonly source: Source;
  readonly origin: Origin;
}
