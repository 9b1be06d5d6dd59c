import type { Skill } from '@manglecp/protocol';
import type { PackSkill } from '../pack/pack.js';

/** How a skill is delivered. */
export interface SkillDelivery {
  /** Whether its text is here, and not in a tool or to be fetched. */
  readonly isWhole: boolean;
  /** Where its text can be fetched from; absent if it is in the answer. */
  readonly uri?: string | undefined;
}

/** A skill as it is sent: its text is elsewhere, in a tool or to be fetched, so a sentence stands for it (C-85). */
export function renderSkill(skill: PackSkill, { isWhole, uri }: SkillDelivery): Skill {
  const { id, name, description, summary, content, contentType, resources } = skill;
  const whole = { uri: uri ?? '', type: contentType, description: 'the whole text of this skill' };
  const all = [...resources, ...(uri === undefined ? [] : [whole])];
  return {
    skill_id: id,
    name,
    description,
    content: isWhole ? content : summary,
    content_type: contentType,
    ...(all.length === 0 ? {} : { resources: all }),
  };
}
