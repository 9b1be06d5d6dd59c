import { renderProof, renderWhyNot } from '@manglecp/mangle';
import type { Proved } from '../evaluation/prove.js';
import type { Refuted } from '../evaluation/refute.js';
import { diagnosticsText } from './diagnostics-text.js';
import { screenText } from './screen-text.js';

export interface TextStyle {
  readonly color: boolean;
  readonly isScreen: boolean;
}

/** A proof for people, or why there is none; `atom` is what was asked. */
export function proofText(proved: Proved, atom: string, { color, isScreen }: TextStyle): string {
  if (proved.kind === 'unreadable') return diagnosticsText(proved.diagnostics, { color });
  if (proved.kind === 'absent') return `\`${atom}\` does not hold\n`;
  const text = `${renderProof(proved.proof)}\n`;
  return isScreen ? screenText(text) : text;
}

/** Why nothing matches an atom, or what is wrong with it. */
export function refutationText(refuted: Refuted, { color, isScreen }: TextStyle): string {
  if (refuted.kind === 'unreadable') return diagnosticsText(refuted.diagnostics, { color });
  const text = `${renderWhyNot(refuted.whyNot)}\n`;
  return isScreen ? screenText(text) : text;
}
