import { DueKeys } from './due-keys.js';
import type { SkillStore, SkillStoreOptions } from './skill-store.js';

interface Issue {
  readonly untilMs: number;
  /** Its place among the due keys. */
  readonly bucket: number;
}

/** Keeps in memory what was issued. As with plans there is no timer: what is over is swept out when the store is used. */
export function createMemorySkillStore({ clock, maxIssues }: SkillStoreOptions): SkillStore {
  /** In the order of entry: the oldest makes room first. */
  const issues = new Map<string, Issue>();
  const due = new DueKeys();
  const remove = (key: string, { bucket }: Issue): void => {
    due.remove(key, bucket);
    issues.delete(key);
  };
  const sweep = (nowMs: number): void => {
    for (const key of due.take(nowMs)) issues.delete(key);
  };
  const keep = (key: string, untilMs: number): void => {
    const before = issues.get(key);
    // An earlier answer may have promised more, for a tool that is kept longer.
    const lastMs = Math.max(untilMs, before?.untilMs ?? untilMs);
    if (before !== undefined) remove(key, before);
    issues.set(key, { untilMs: lastMs, bucket: due.add(key, lastMs) });
  };
  return {
    put: async (principalKey, skillIds, untilMs) => {
      sweep(clock());
      for (const skillId of skillIds) keep(keyOf(principalKey, skillId), untilMs);
      for (const [key, issue] of issues) {
        if (issues.size <= maxIssues) break;
        remove(key, issue);
      }
    },
    has: async (principalKey, skillId) => {
      const nowMs = clock();
      sweep(nowMs);
      const issue = issues.get(keyOf(principalKey, skillId));
      return issue !== undefined && nowMs < issue.untilMs;
    },
    close: async () => issues.clear(),
  };
}

/** INVARIANT: two different pairs never give the same text, whatever a client sends as an id. */
function keyOf(principalKey: string, skillId: string): string {
  return `${principalKey.length}:${principalKey}:${skillId}`;
}
