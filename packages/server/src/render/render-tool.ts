import {
  type ContextInjection,
  type ContextResource,
  formatTime,
  type MacroTool,
  type SkillReference,
} from '@manglecp/protocol';
import type { Offer } from './offer.js';
import { oneLine } from './one-line.js';

/** What of a full tool's context is sent. */
export interface SentContext {
  readonly skills: readonly SkillReference[];
  readonly resources: readonly ContextResource[];
}

/** A tool as it is sent: exactly the members of its level (Spec 06 §2.2). */
export const renderTool: Readonly<
  Record<MacroTool['disclosure_level'], (offer: Offer, context: SentContext) => MacroTool>
> = {
  full: (offer, sent) => {
    const { tool, description, context } = offer;
    const { plan } = tool;
    const injection = contextInjection(offer, sent);
    return {
      macro_id: plan.macroId,
      name: plan.name,
      disclosure_level: 'full',
      description,
      input_schema: plan.inputSchema,
      ...(plan.outputSchema === undefined ? {} : { output_schema: plan.outputSchema }),
      ...(injection === undefined ? {} : { context_injection: injection }),
      safety: {
        requires_user_confirmation: plan.needsConfirmation,
        side_effects: plan.effects,
        reversible: context.isReversible,
        idempotent: context.isIdempotent,
      },
      validity: {
        not_before: formatTime(plan.notBefore ?? plan.evalTime),
        ...(tool.expiresAt === undefined ? {} : { expires_at: formatTime(tool.expiresAt) }),
      },
      metadata: { selection_phase: tool.phase, score: tool.score, source_rules: context.sourceRules },
    };
  },
  condensed: ({ tool, description }) => ({
    macro_id: tool.plan.macroId,
    name: tool.plan.name,
    disclosure_level: 'condensed',
    description: oneLine(description),
    metadata: { selection_phase: tool.phase, score: tool.score },
  }),
  minimal: ({ tool }) => ({ macro_id: tool.plan.macroId, name: tool.plan.name, disclosure_level: 'minimal' }),
};

function contextInjection({ context }: Offer, { skills, resources }: SentContext): ContextInjection | undefined {
  const { instructions } = context;
  if (instructions === undefined && skills.length === 0 && resources.length === 0) return undefined;
  return {
    ...(instructions === undefined ? {} : { instructions }),
    skills,
    ...(resources.length === 0 ? {} : { context_resources: resources }),
  };
}
