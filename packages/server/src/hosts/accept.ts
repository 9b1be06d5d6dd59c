/**
 * How much a client wants a media type, from 0 to 1, by its `Accept` header (RFC 9110 §12.5.1). The most specific range
 * decides; without a header everything is welcome.
 */
export function acceptQuality(accept: string | undefined, mediaType: string): number {
  if (accept === undefined || accept.trim() === '') return 1;
  const [group = ''] = mediaType.split('/');
  const ranges = accept.toLowerCase().split(',').map(readRange);
  for (const wanted of [mediaType, `${group}/*`, '*/*']) {
    const fitting = ranges.filter(({ range }) => range === wanted);
    if (fitting.length > 0) return Math.max(...fitting.map(({ quality }) => quality));
  }
  return 0;
}

interface Range {
  readonly range: string;
  readonly quality: number;
}

function readRange(text: string): Range {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim());
  const [, given = '1'] =
    parameters.map((each) => /^q=(\d(?:\.\d*)?)$/.exec(each)).find((found) => found !== null) ?? [];
  return { range, quality: Math.min(1, Number(given)) };
}
