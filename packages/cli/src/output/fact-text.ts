import { compareText, type Fact, sourceIntervalText, sourceText } from '@manglecp/mangle';
import { screenLine } from './screen-text.js';

/** A fact as a line of a program: it reads back as the same fact. */
export function factSource({ name, args, interval }: Fact): string {
  const atom = `${name}(${args.map(sourceText).join(', ')})`;
  return `${atom}${interval === undefined ? '' : sourceIntervalText(interval.start, interval.end)}.`;
}

/**
 * One line a text, in the order of code points, with a final line end. Facts that print alike stay apart. For a screen
 * control characters are escaped.
 */
export function sortedLines(texts: readonly string[], { isScreen }: { readonly isScreen: boolean }): string {
  return texts
    .toSorted(compareText)
    .map((text) => `${isScreen ? screenLine(text) : text}\n`)
    .join('');
}
