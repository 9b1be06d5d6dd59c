import { plainFloatText } from '../value/float-text.js';
import { maxValueSize } from '../value/value.js';
import { intOf, noValue } from '../value/value-id.js';
import { type FunctionOnIds, type PredicateOnIds, undecided, type ValueIds } from './define.js';

export const numberToStringOnIds: FunctionOnIds = {
  unary: (values, a) => (values.kindOf(a) === 'number' ? values.text('string', digits(values, a)) : noValue),
};

export const nameToStringOnIds: FunctionOnIds = {
  unary: (values, a) => {
    if (values.kindOf(a) !== 'name') return noValue;
    texts[0] = a;
    const string = values.join(texts, 1);
    return string === noValue ? values.text('string', values.textOf(a)) : string;
  },
};

/** INVARIANT: a name starts with `/` and has no empty part. */
export const nameRootOnIds: FunctionOnIds = {
  unary: (values, a) => {
    if (values.kindOf(a) !== 'name') return noValue;
    const text = values.textOf(a);
    const end = text.indexOf('/', 1);
    return end === -1 ? a : values.text('name', text.slice(0, end));
  },
};

export const nameTipOnIds: FunctionOnIds = {
  unary: (values, a) => {
    if (values.kindOf(a) !== 'name') return noValue;
    const text = values.textOf(a);
    const start = text.lastIndexOf('/');
    return start <= 0 ? a : values.text('name', text.slice(start));
  },
};

export const concatOnIds: FunctionOnIds = {
  unary: (values, a) => {
    texts[0] = a;
    return concat(values, texts, 1);
  },
  binary: (values, a, b) => {
    texts[0] = a;
    texts[1] = b;
    return concat(values, texts, 2);
  },
  ternary: (values, a, b, c) => {
    texts[0] = a;
    texts[1] = b;
    texts[2] = c;
    return concat(values, texts, 3);
  },
  variadic: (values, args) => concat(values, args, args.length),
};

/** The arguments of the call that is under way. */
const texts = new Int32Array(3);

function concat(values: ValueIds, args: Int32Array, count: number): number {
  const short = areTexts(values, args, count) ? values.join(args, count) : noValue;
  if (short !== noValue) return short;
  let text = '';
  for (let at = 0; at < count; at++) {
    const part = textIn(values, args[at] ?? noValue);
    if (part === undefined || text.length + part.length > maxValueSize) return noValue;
    text += part;
  }
  return values.text('string', text);
}

function areTexts(values: ValueIds, args: Int32Array, count: number): boolean {
  for (let at = 0; at < count; at++) {
    const kind = values.kindOf(args[at] ?? noValue);
    if (kind !== 'string' && kind !== 'name') return false;
  }
  return true;
}

/** What `fn:string:concat` takes a value for; undefined if it refuses it. */
function textIn(values: ValueIds, id: number): string | undefined {
  switch (values.kindOf(id)) {
    case 'string':
    case 'name':
      return values.textOf(id);
    case 'number':
      return digits(values, id);
    case 'float64':
      return plainFloatText(values.floatOf(id));
    default:
      return undefined;
  }
}

function digits(values: ValueIds, id: number): string {
  return id < 0 ? String(intOf(id)) : values.bigOf(id).toString();
}

/** Two strings; whatever is none in the first place does not match. */
export function textTestOnIds(holds: (text: string, part: string) => boolean): PredicateOnIds {
  return (values, _out, text, part) => {
    if (values.kindOf(text) !== 'string') return 0;
    if (values.kindOf(part) !== 'string') return undecided;
    return holds(values.textOf(text), values.textOf(part)) ? 1 : 0;
  };
}

export const matchPrefixOnIds: PredicateOnIds = (values, _out, name, prefix) => {
  if (values.kindOf(name) !== 'name') return 0;
  if (values.kindOf(prefix) !== 'name') return undecided;
  return name !== prefix && values.textOf(name).startsWith(values.textOf(prefix)) ? 1 : 0;
};

export const filterOnIds: PredicateOnIds = (values, _out, value) =>
  values.kindOf(value) === 'name' && values.textOf(value) === '/true' ? 1 : 0;
