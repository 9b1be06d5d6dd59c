import type { TemplateText, UrlTemplate } from '../config/url-template.js';
import { SourceFailure } from './source.js';

/** Longer addresses are refused by most servers, with all kinds of answers. */
const maxLength = 8_000;

/** Path and query of an address, with values put into it. Throws for values that would make it another address. */
export function fillUrl({ steps, query }: UrlTemplate, values: ReadonlyMap<string, string>): string {
  const path = steps.map((step) => `/${fillStep(step, values)}`).join('');
  const filled = (path === '' ? '/' : path) + (query === undefined ? '' : `?${fill(query, values)}`);
  if (filled.length > maxLength) throw new SourceFailure('a value is too long for an address');
  return filled;
}

/**
 * Servers take a step of one or two dots, percent-encoded or not, and an empty one for another place. Many take an encoded
 * slash for a slash before they look at the steps, and some decode twice.
 */
function fillStep(step: TemplateText, values: ReadonlyMap<string, string>): string {
  const filled = fill(step, values);
  const isElsewhere = filled === '' || decodings(filled).some((text) => text.split(/[/\\]/).some(leadsElsewhere));
  if (step.length > 1 && isElsewhere) {
    throw new SourceFailure(
      'a value that is empty, or has a part `.` or `..` between slashes, cannot be a step of a path; put it into the query',
    );
  }
  return filled;
}

/** What comes behind a semicolon is no part of the name for some servers. */
function leadsElsewhere(part: string): boolean {
  return /^\.{1,2}(?:;|$)/.test(part);
}

const maxDecodings = 3;

/** What a text is when it is decoded once or several times. */
function decodings(text: string): readonly string[] {
  const found = [text];
  for (let last = text; found.length <= maxDecodings; found.push(last)) {
    // Each sign by itself: what is no encoding stays as it is.
    last = last.replace(/%[0-7][0-9a-f]/gi, (sign) => String.fromCharCode(Number.parseInt(sign.slice(1), 16)));
  }
  return found;
}

function fill(text: TemplateText, values: ReadonlyMap<string, string>): string {
  return text.map((part, at) => (at % 2 === 0 ? part : encodeURIComponent(values.get(part) ?? ''))).join('');
}
