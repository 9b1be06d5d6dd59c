import type { Skill } from '@manglecp/protocol';
import type { PackSkill } from '../pack/pack.js';

/** How a skill is delivered. */
export interface SkillDelivery {
  /** Where its text can be fetched; absent if it is here. */
  readonly uri?: string | undefined;
}

/**
 * A skill as it is sent. If its text is elsewhere, in a tool or to be fetched, a sentence stands for it (C-85);
 * `x-content` says which of the two `content` is.
 */
export function renderSkill(skill: PackSkill, { uri }: SkillDelivery): Skill {
  const { id, name, description, summary, content, contentType, resources } = skill;
  const isWhole = uri === undefined;
  const whole = isWhole ? [] : [{ uri, type: contentType, description: 'the whole text of this skill' }];
  const all = [...resources, ...whole];
  return {
    skill_id: id,
    name,
    description,
    content: isWhole ? content : summary,
    'x-content': isWhole ? 'full' : 'summary',
    content_type: contentType,
    ...(all.length === 0 ? {} : { resources: all }),
  };
}
