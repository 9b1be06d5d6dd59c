import { createHash } from 'node:crypto';

/** Who logs in to the guarded desk, and with which secret. */
export const secrets = {
  clerk: 'clerk-8d1f0c52a7',
  auditor: 'auditor-4b7e91f3c0',
  robot: 'robot-c09a5527de',
  pretender: 'pretender-17be44a08c',
  courier: 'courier-key-93f20b6e',
} as const;

export type Person = keyof typeof secrets;

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * The clerk has no privilege and the auditor has one. The robot is automated; the pretender has a list of effects, but the
 * operator did not call it automated. The courier has an API key.
 */
export const people = {
  tokens: [
    { sha256: sha256(secrets.clerk), identity: 'clerk' },
    { sha256: sha256(secrets.auditor), identity: 'auditor', privileges: ['secrets', 'archive'] },
    {
      sha256: sha256(secrets.robot),
      identity: 'robot',
      trust_level: 'automated',
      auto_confirm_effects: ['filesystem', 'network'],
    },
    { sha256: sha256(secrets.pretender), identity: 'pretender', auto_confirm_effects: ['network', 'destructive'] },
  ],
  api_keys: [{ sha256: sha256(secrets.courier), identity: 'courier', privileges: ['post'] }],
};
