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

/** Servers take a step of one or two dots, percent-encoded or not, and an empty one for another place. */
function fillStep(step: TemplateText, values: ReadonlyMap<string, string>): string {
  const filled = fill(step, values);
  if (step.length > 1 && /^\.{0,2}$/.test(filled)) {
    throw new SourceFailure('a value that is empty, `.` or `..` cannot be a step of a path; put it into the query');
  }
  return filled;
}

function fill(text: TemplateText, values: ReadonlyMap<string, string>): string {
  return text.map((part, at) => (at % 2 === 0 ? part : encodeURIComponent(values.get(part) ?? ''))).join('');
}
