import type { Owner } from '../bounds/owner.js';

/**
 * Which skills were issued to which principal, and until when. It holds ids, as whoever issues them names them, and nothing
 * of the skills themselves. An id that was never issued, that is over, that was issued to another principal or that had to
 * make room is the same: not issued (C-84). Past the largest number the oldest issue of the principal that holds most makes
 * room, as with plans.
 */
export interface SkillStore {
  /** Skills were told to a principal, who may fetch them until this time of the server's clock, in milliseconds. */
  put(owner: Owner, skillIds: readonly string[], untilMs: number): Promise<void>;
  /** Whether the skill was issued to the principal and the time is not over. */
  has(owner: Owner, skillId: string): Promise<boolean>;
  /** Releases what the store holds. Nothing may be asked afterwards. */
  close(): Promise<void>;
}

export interface SkillStoreOptions {
  /** The server's clock, in milliseconds. */
  readonly clock: () => number;
  /** Issues that are kept at most, over all principals. */
  readonly maxIssues: number;
}
