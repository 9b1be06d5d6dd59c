import { type Diagnostic, renderDiagnostics } from '@manglecp/mangle';

/** Nobody reads more, and most of them have one cause. */
const maxShown = 100;

/** Diagnostics for people: the first of them, and how many there are in all. */
export function diagnosticsText(diagnostics: readonly Diagnostic[], { color }: { readonly color: boolean }): string {
  return renderDiagnostics(diagnostics, { color, max: maxShown });
}
