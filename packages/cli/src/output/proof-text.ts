import { printClause, renderDiagnostics, renderProof, type RenderOptions } from '@manglecp/mangle';
import type { Proved } from '../evaluation/prove.js';

/** A proof for people, or why there is none; `atom` is what was asked. */
export function proofText(proved: Proved, atom: string, options: RenderOptions): string {
  if (proved.kind === 'proved') return `${renderProof(proved.proof, ({ clause }) => printClause(clause))}\n`;
  if (proved.kind === 'absent') return `\`${atom}\` does not hold\n`;
  return renderDiagnostics(proved.diagnostics, options);
}
