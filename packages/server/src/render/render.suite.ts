import type { ContextResource, DisclosureLevel } from '@manglecp/protocol';
import type { PackSkill } from '../pack/pack.js';
import type { ToolGroup } from '../rules/rule-set.js';
import { Draft, type DraftOptions } from './draft.js';
import type { Offer } from './offer.js';
import { estimateByBytes } from './token-estimator.js';

/** What a test says of a tool. */
export interface OfferText {
  readonly name: string;
  readonly level?: DisclosureLevel;
  readonly isUpgraded?: boolean;
  readonly description?: string;
  readonly skills?: readonly PackSkill[];
  readonly resources?: readonly ContextResource[];
  readonly instructions?: string;
}

export function offerOf({ name, level = 'full', isUpgraded = false, ...rest }: OfferText): Offer {
  return {
    tool: {
      score: 50,
      phase: 'flesh',
      level,
      plan: {
        macroId: `mt_${name}`,
        name,
        intent: 'go',
        steps: [],
        inputSchema: { type: 'object' },
        effects: ['none'],
        needsConfirmation: false,
        evalTime: 0n,
        asked: { levels: [], actions: [] },
        standing: '',
        policyDigest: '',
        issuedAtMs: 0,
      },
    },
    level: isUpgraded ? 'full' : level,
    isUpgraded,
    description: rest.description ?? `About ${name}.`,
    skills: rest.skills ?? [],
    context: {
      instructions: rest.instructions,
      resources: rest.resources ?? [],
      isReversible: false,
      isIdempotent: false,
      sourceRules: [],
    },
  };
}

export function skillOf(id: string, content: string): PackSkill {
  return {
    id,
    name: id,
    description: `About ${id}.`,
    summary: `About ${id}.`,
    content,
    contentType: 'text/markdown',
    resources: [],
  } as unknown as PackSkill;
}

export function draftOf(offers: readonly OfferText[], options: Partial<DraftOptions> = {}): Draft {
  return new Draft(offers.map(offerOf), {
    estimate: estimateByBytes,
    inlineMaxTokens: 2000,
    upgradedSkills: new Set(),
    skillUri: (id) => `/manglecp/skills/${id}`,
    ...options,
  });
}

/** Every tool by itself. */
export function singles({ tools }: Draft): readonly ToolGroup[] {
  return tools.map(({ name }) => ({ root: name, tools: [name] }));
}

/** What is sent, and what it takes by the estimate of the protocol. */
export function sentOf(draft: Draft): { readonly tokens: number } & ReturnType<Draft['render']> {
  const sent = draft.render();
  return { ...sent, tokens: estimateByBytes(JSON.stringify(sent.tools) + JSON.stringify(sent.skills)) };
}
