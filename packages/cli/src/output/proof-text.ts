import { printClause, renderProof } from '@manglecp/mangle';
import type { Proved } from '../evaluation/prove.js';
import { diagnosticsText } from './diagnostics-text.js';
import { screenText } from './screen-text.js';

/** A proof for people, or why there is none; `atom` is what was asked. */
export function proofText(
  proved: Proved,
  atom: string,
  { color, isScreen }: { readonly color: boolean; readonly isScreen: boolean },
): string {
  if (proved.kind === 'unreadable') return diagnosticsText(proved.diagnostics, { color });
  if (proved.kind === 'absent') return `\`${atom}\` does not hold\n`;
  const text = `${renderProof(proved.proof, ({ clause }) => printClause(clause))}\n`;
  return isScreen ? screenText(text) : text;
}
