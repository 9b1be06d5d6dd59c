import type { Proof } from '@manglecp/mangle';
import type { Reason, Reasons } from './reasons.js';

/** More names than this say no more. */
const maxNames = 50;

/**
 * The names of the predicates that led to a tool, in the order of its proof, each once: what gets it into the answer
 * (`mandatory_for_intent`, `macro_tool`, …), then what the pack's rules derived for that, then what they derived for its
 * skills and resources.
 *
 * Only what rules derived is named, not what they started from: no facts of the client, of the pack or of the host; nor
 * the steps of the server's own rules, nor `needs_skill` and `needs_resource`, which only wrap what a pack derives; nor
 * anything of policy.
 */
export function ruleChain(reasons: Reasons, tool: string): readonly string[] {
  const names = new Set<string>();
  for (const proof of proofsBelow(reasons, tool)) {
    if (names.size >= maxNames) break;
    if (isLink(proof, reasons)) names.add(proof.fact.name);
  }
  return [...names];
}

function isLink({ fact, kind }: Proof, { roles }: Reasons): boolean {
  const role = roles.of(fact.predicate);
  return role === 'entry' || (role === 'domain' && kind !== 'fact' && kind !== 'external');
}

/** All facts below a tool that hints may speak of, each once, parents first. */
export function* proofsBelow(reasons: Reasons, tool: string): Generator<Proof> {
  const [proofs, tools] = [new Set<Proof>(), new Set([tool])];
  // What comes next is at the end.
  const waiting: Reason[] = [...reasons.selectionOf(tool), ...reasons.contextOf(tool)].reverse();
  for (let reason = waiting.pop(); reason !== undefined; reason = waiting.pop()) {
    if (reason.kind === 'tool') {
      if (tools.size !== tools.add(reason.name).size) waiting.push(...reasons.selectionOf(reason.name).toReversed());
    } else if (proofs.size !== proofs.add(reason.proof).size) {
      yield reason.proof;
      waiting.push(...reasons.below(reason.proof).reasons.toReversed());
    }
  }
}
