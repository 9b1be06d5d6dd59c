import { expect, it } from 'vitest';
import { acceptQuality } from './accept.js';

it.each([
  [undefined, 'application/json', 1],
  ['', 'application/json', 1],
  ['*/*', 'text/markdown', 1],
  ['text/markdown', 'text/markdown', 1],
  ['TEXT/Markdown ; Q=0.5', 'text/markdown', 0.5],
  ['text/markdown', 'application/json', 0],
  ['text/*;q=0.3, */*;q=0.1', 'text/markdown', 0.3],
  ['text/*;q=0.3, */*;q=0.1', 'application/json', 0.1],
  ['text/markdown;q=0, */*', 'text/markdown', 0],
  ['text/markdown;q=0.2, text/*;q=0.9', 'text/markdown', 0.2],
  ['application/json;q=0.000', 'application/json', 0],
  ['application/json;q=9', 'application/json', 1],
  ['application/json;q=much', 'application/json', 1],
  ['application/json;charset=utf-8;q=0.4', 'application/json', 0.4],
  ['application/jsonp, text, /, ;;;, ,', 'application/json', 0],
])('RFC 9110: %j wants %s by %d', (accept, mediaType, quality) => {
  expect(acceptQuality(accept, mediaType)).toBe(quality);
});
