import type { Analysis } from './analysis.js';
import { buildClauses } from './build-clauses.js';
import { checkFunctions } from './check-functions.js';
import { checkHeads } from './check-heads.js';
import { checkLattices } from './check-lattices.js';
import { checkReferences } from './check-references.js';
import { checkTime } from './check-time.js';
import { checkTransforms } from './check-transforms.js';
import { checkWildcards } from './check-wildcards.js';
import { classifyTime } from './classify-time.js';
import { collectPredicates } from './collect-predicates.js';
import { qualifyNames } from './qualify-names.js';
import { stratify } from './stratify.js';
import { warnTemporalRecursion } from './warn-temporal-recursion.js';

/** One step of the analysis. It reports everything it finds and never throws because of a program. */
export interface Pass {
  readonly name: string;
  readonly run: (analysis: Analysis) => void;
}

/** The steps from parsed units to a program that can run, in order. Each may rely on all before it. */
export const passes: readonly Pass[] = [
  { name: 'qualify names', run: qualifyNames },
  { name: 'collect predicates', run: collectPredicates },
  { name: 'classify time', run: classifyTime },
  { name: 'check lattices', run: checkLattices },
  { name: 'check references', run: checkReferences },
  { name: 'check functions', run: checkFunctions },
  { name: 'check heads', run: checkHeads },
  { name: 'check time', run: checkTime },
  { name: 'check transforms', run: checkTransforms },
  { name: 'check wildcards', run: checkWildcards },
  { name: 'build clauses', run: buildClauses },
  { name: 'stratify', run: stratify },
  { name: 'warn about temporal recursion', run: warnTemporalRecursion },
];
