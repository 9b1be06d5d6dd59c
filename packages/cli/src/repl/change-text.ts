import pc from 'picocolors';
import { diagnosticsText } from '../output/diagnostics-text.js';
import { screenLine } from '../output/screen-text.js';
import type { Change, Session } from './session.js';

/** What an entry is answered in. */
export interface ReplContext {
  readonly session: Session;
  readonly color: boolean;
  /** Whether people read the answers on a screen. */
  readonly isScreen: boolean;
}

const maxLines = 20;

/** What a change did: facts that came and went, or why it was refused. */
export function changeText({ added, removed, diagnostics, isRefused }: Change, context: ReplContext): string {
  const { color, isScreen } = context;
  const notices = diagnosticsText(diagnostics, { color });
  if (isRefused) return notices;
  if (added.length + removed.length === 0) return `${notices}no facts changed\n`;
  const paint = pc.createColors(color);
  const shown = (text: string): string => (isScreen ? screenLine(text) : text);
  return (
    notices +
    limited(removed.map((text) => paint.red(`- ${shown(text)}`))) +
    limited(added.map((text) => paint.green(`+ ${shown(text)}`)))
  );
}

function limited(lines: readonly string[]): string {
  const shown = lines.slice(0, maxLines).map((line) => `${line}\n`);
  const left = lines.length - shown.length;
  return shown.join('') + (left === 0 ? '' : `  … and ${left} more\n`);
}
