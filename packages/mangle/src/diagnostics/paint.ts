/** What a piece of rendered text is for; the terminal color follows from it. */
export type Role = 'error' | 'warning' | 'hint' | 'frame' | 'note' | 'added' | 'removed' | 'strong';

/** Wraps text for the terminal, or returns it as it is. */
export type Paint = (role: Role, text: string) => string;

const escapes: Record<Role, string> = {
  error: '\u001b[1;31m',
  warning: '\u001b[1;33m',
  hint: '\u001b[1;36m',
  frame: '\u001b[34m',
  note: '\u001b[1;32m',
  added: '\u001b[32m',
  removed: '\u001b[31m',
  strong: '\u001b[1m',
};

export const paintNothing: Paint = (_role, text) => text;

export const paintAnsi: Paint = (role, text) => (text === '' ? '' : `${escapes[role]}${text}\u001b[0m`);
