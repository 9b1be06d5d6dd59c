import { type Fact, sourceIntervalText, sourceText, type Value } from '@manglecp/mangle';
import { maxInstant, minInstant } from '../facts/instants.js';

/** Texts, in UTF-16 units, and parts of collections beyond which a value is cut off. */
const maxText = 120;
const maxParts = 8;
const maxNesting = 4;
const maxFactText = 480;

/** What stands for something that is not shown. */
export const ellipsis = '…';

/** A fact as a person reads it. Long values are cut off, so that it costs little however large they are. */
export function shortFactText({ name, args, interval }: Fact): string {
  const atom = `${name}(${args.map((value) => sourceText(shortened(value, 0))).join(', ')})`;
  const isAlways = interval === undefined || (interval.start === minInstant && interval.end === maxInstant);
  return clip(isAlways ? atom : atom + sourceIntervalText(interval.start, interval.end), maxFactText);
}

/** A fact whose values are nobody's business. */
export function maskedFactText({ name, args }: Fact): string {
  return args.length === 0 ? `${name}()` : `${name}(${ellipsis})`;
}

/** The beginning of a text. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  // Half of a surrogate pair is no text.
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') + ellipsis;
}

const rest: Value = { kind: 'string', text: ellipsis };

function shortened(value: Value, level: number): Value {
  if (level > maxNesting) return rest;
  switch (value.kind) {
    case 'string':
    case 'name':
      return value.text.length <= maxText ? value : { ...value, text: clip(value.text, maxText) };
    case 'bytes':
      return { ...value, bytes: value.bytes.subarray(0, maxText) };
    case 'list':
      return {
        ...value,
        items: value.items
          .slice(0, maxParts)
          .map((item) => shortened(item, level + 1))
          .concat(value.items.length > maxParts ? [rest] : []),
      };
    case 'pair':
      return { ...value, first: shortened(value.first, level + 1), second: shortened(value.second, level + 1) };
    case 'map':
    case 'struct':
      return { ...value, entries: value.entries.slice(0, maxParts).map(([key, item]) => shortEntry(key, item, level)) };
    default:
      return value;
  }
}

function shortEntry(key: Value, item: Value, level: number): readonly [Value, Value] {
  return [shortened(key, level + 1), shortened(item, level + 1)];
}
