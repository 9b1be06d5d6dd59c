import type { ast, PredicateKey, Source } from '@manglecp/mangle';
import { descriptorTexts, type Mention, mentionsOf } from './mentions.js';
import { openRanks, type Origin, originText, packOrigins } from './origin.js';
import { placedProblem, type Problem } from './problem.js';

/** Who may write what. */
export interface Ownership {
  /** What rule files write although they may not. */
  readonly problems: readonly Problem[];
  /** Why the facts of a pack may not be of this predicate; undefined if they may. */
  readonly refuseFacts: (key: PredicateKey) => Refusal | undefined;
}

export interface Refusal {
  /** Goes on after the name of the predicate. */
  readonly message: string;
  readonly help: string;
}

/**
 * Trust is ownership (C-20). A predicate belongs to the most trusted file that declares it or has a clause for it. Another
 * one may have clauses for it only if its declaration is open to it, and none may declare it again (ARCH-018).
 */
export function checkOwnership(units: readonly ast.Unit[], originOf: (source: Source) => Origin): Ownership {
  const mentions = units.flatMap(mentionsOf).map((mention) => ({ ...mention, origin: originOf(mention.source) }));
  const owned = collectOwned(mentions);
  return {
    problems: mentions.flatMap((mention) => {
      const predicate = owned.get(mention.key);
      return predicate === undefined ? [] : (violationOf(mention, predicate) ?? []);
    }),
    refuseFacts: (key) => {
      const predicate = owned.get(key);
      return predicate === undefined ? undefined : factRefusal(predicate);
    },
  };
}

interface PlacedMention extends Mention {
  readonly origin: Origin;
}

interface Owned {
  readonly owner: Origin;
  /** Of the owner; absent if it has only clauses. */
  readonly decl?: ast.Decl;
}

function collectOwned(mentions: readonly PlacedMention[]): ReadonlyMap<PredicateKey, Owned> {
  const owned = new Map<PredicateKey, Owned>();
  for (const { key, item, origin } of mentions) {
    const known = owned.get(key);
    if (known !== undefined && known.owner.rank < origin.rank) continue;
    const isSame = known?.owner.rank === origin.rank;
    const decl = (isSame ? known.decl : undefined) ?? (item.kind === 'decl' ? item : undefined);
    owned.set(key, { owner: origin, ...(decl === undefined ? {} : { decl }) });
  }
  return owned;
}

function violationOf(mention: PlacedMention, predicate: Owned): Problem | undefined {
  const { key, item, atom, origin } = mention;
  const { owner } = predicate;
  if (item.kind === 'decl') {
    if (owner.rank === origin.rank) return undefined;
    const message = `\`${key}\` belongs to ${originText(owner)} and cannot be declared here`;
    return placedProblem('not-owner', item.span, message, 'Take another name, or use the predicate as it is declared.');
  }
  const refusal = origin.layer === 'facts' ? factRefusal(predicate) : clauseRefusal(origin, predicate);
  if (refusal === undefined) return undefined;
  return placedProblem('not-owner', atom.span, `\`${key}\` ${refusal.message}`, refusal.help);
}

function clauseRefusal(origin: Origin, { owner, decl }: Owned): Refusal | undefined {
  if (owner.rank === origin.rank || origin.rank <= reachOf(decl)) return undefined;
  const message = `belongs to ${originText(owner)}, which does not let ${originText(origin)} add to it`;
  if (owner.isKernel)
    return { message, help: 'Derive a predicate of your own, or write the clause where it is allowed.' };
  const word = `\`open("${origin.layer}")\``;
  const help = decl === undefined ? 'Take another name.' : `Add ${word} to its declaration, or move the clause up.`;
  return { message, help };
}

/** The least trusted rank that a declaration is open to; -1 if it is open to nobody. */
export function reachOf(decl: ast.Decl | undefined): number {
  const words = decl === undefined ? [] : descriptorTexts(decl, 'open');
  return Math.max(-1, ...words.map((word) => openRanks[word] ?? -1));
}

/**
 * Base facts are data of the domain. They fill what is open to domains, and what the schema of the pack declares as data:
 * neither an output, which rules derive, nor what is open to policy alone.
 */
function factRefusal({ owner, decl }: Owned): Refusal | undefined {
  const reach = reachOf(decl);
  const isOutput = decl !== undefined && descriptorTexts(decl, 'direction').includes('output');
  if (isOutput) return { message: 'is an output, which rules derive', help: 'State what it follows from instead.' };
  if (reach >= packOrigins.domain.rank || owner.layer === 'domain' || owner.layer === 'facts') return undefined;
  const isData = owner.layer === 'schema' && !owner.isKernel && reach === -1;
  if (isData) return undefined;
  return {
    message: `belongs to ${originText(owner)} and is not open to facts`,
    help: 'State a predicate of your own, or write the fact in the policy of the pack.',
  };
}
