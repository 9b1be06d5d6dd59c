// The twelve workloads. Each has two sizes and `make(parameters, seed)`, which gives
//   facts      rows by predicate: numbers, "/names", or an object of spellings by dialect
//   mg         the rules in Mangle
//   lp … nemo  the rules in another dialect where translation is not enough; null if it cannot express them
//   check      the derived predicates whose counts are compared
import { andersen, cspa, reachNeg } from './analyses.mjs';
import { sameGen, tcChain, tcGrid, tcRandom } from './closure.mjs';
import { loadFacts, triangle } from './joins.mjs';
import { policy } from './policy.mjs';
import { aggregate, structs } from './values.mjs';

export const workloads = {
  tc_chain: tcChain,
  tc_random: tcRandom,
  tc_grid: tcGrid,
  same_gen: sameGen,
  andersen,
  cspa,
  reach_neg: reachNeg,
  triangle,
  aggregate,
  structs,
  load_facts: loadFacts,
  policy,
};

export const workloadNames = Object.keys(workloads);
