/**
 * Which skills were issued to which principal, and until when. It holds ids and nothing of the skills themselves. An id
 * that was never issued, that is over, that was issued to another principal or that had to make room is the same: not
 * issued (C-84).
 */
export interface SkillStore {
  /** Skills were told to a principal, who may fetch them until this time of the server's clock, in milliseconds. */
  put(principalKey: string, skillIds: readonly string[], untilMs: number): Promise<void>;
  /** Whether the skill was issued to the principal and the time is not over. */
  has(principalKey: string, skillId: string): Promise<boolean>;
  /** Releases what the store holds. Nothing may be asked afterwards. */
  close(): Promise<void>;
}

export interface SkillStoreOptions {
  /** The server's clock, in milliseconds. */
  readonly clock: () => number;
  /** Issues that are kept at most, over all principals; the oldest make room. */
  readonly maxIssues: number;
}
