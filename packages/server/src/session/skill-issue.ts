import { type Principal, standingOf } from '../security/principal.js';

/**
 * What is kept of a skill that was issued. Credentials of one client may differ in what policy lets them see, so that one
 * with another standing gets nothing by it.
 */
export function skillIssue(principal: Principal, skillId: string): string {
  return `${standingOf(principal)} ${skillId}`;
}
