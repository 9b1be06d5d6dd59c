import { type Fact, type FactInput, sourceText, toValue } from '@manglecp/mangle';
import { maxInstant, minInstant, nanosOf } from './instants.js';

/** A text that two facts have in common exactly if they are the same fact, with the same validity. */
export function factIdentity({ name, args, interval }: Pick<Fact, 'name' | 'args' | 'interval'>): string {
  return [name, ...args.map(sourceText), interval?.start ?? minInstant, interval?.end ?? maxInstant].join();
}

/** The same of a fact that the host gives. */
export function inputIdentity({ predicate, args, interval }: FactInput): string {
  const [start, end] = [nanosOf(interval?.start, minInstant), nanosOf(interval?.end, maxInstant)];
  return [predicate, ...args.map((arg) => sourceText(toValue(arg))), start, end].join();
}
