/** An address with `{name}` wherever a value goes. */
export interface UrlTemplate {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The steps of the path. */
  readonly steps: readonly TemplateText[];
  /** What follows the question mark; absent without one. */
  readonly query?: TemplateText;
  /** Every name that occurs, once. */
  readonly names: readonly string[];
}

/** Text and names in turn, beginning and ending with text that may be empty: `a{b}c` is `a`, `b`, `c`. */
export type TemplateText = readonly string[];

/** Reads a template; what is wrong with it is returned as a text. */
export function readUrlTemplate(text: string): UrlTemplate | string {
  const fault = faultOf(text);
  if (fault !== undefined) return fault;
  const [, origin = '', path = '', query] = shape.exec(text) ?? [];
  const steps = path.split('/').slice(1).map(cut);
  const texts = [...steps, ...(query === undefined ? [] : [cut(query)])];
  const names = new Set(texts.flatMap((each) => each.filter((_, at) => at % 2 === 1)));
  return { origin, steps, ...(query === undefined ? {} : { query: cut(query) }), names: [...names] };
}

const shape = /^(https?:\/\/[^/?#{}]+)((?:\/[^?#]*)?)(?:\?([^#]*))?$/;

function faultOf(text: string): string | undefined {
  const example = text.replace(/\{\w+\}/g, 'x');
  if (/[{}]/.test(example)) return 'it has a brace that is no part of `{argument}`';
  if (!URL.canParse(example)) return 'it is no address';
  const { protocol, username, password, hash } = new URL(example);
  if (protocol !== 'https:' && protocol !== 'http:') return 'its scheme is neither `https` nor `http`';
  if (username !== '' || password !== '') return 'it holds credentials';
  if (hash !== '') return 'it has a fragment';
  if (!shape.test(text)) return 'an argument may stand in its path and its query only';
  // What the parser of addresses changes would not be asked for as it is written.
  const { href, origin } = new URL(example);
  return href === example || href === `${origin}/${example.slice(origin.length)}`
    ? undefined
    : `write it as it is sent: \`${href}\``;
}

function cut(text: string): TemplateText {
  return text.split(/\{(\w+)\}/);
}
