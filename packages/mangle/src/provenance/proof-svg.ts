import type { Proof } from './proof.js';
import { type Box, type BoxKind, pictureOf } from './proof-picture.js';

/** Sizes in pixels; characters are those of a monospace font. */
const font = 13;
const smallFont = 11;
const charWidth = 7.85;
const smallCharWidth = 6.65;
const lineHeight = 18;
const smallLineHeight = 15;
const padding = 10;
const stripe = 5;
const gapX = 56;
const gapY = 12;
const margin = 24;
const maxTitle = 56;
const maxSubtitle = 68;
const maxLines = 8;

/** A box with its lines and, once it is placed, its place. */
interface Placed {
  readonly box: Box;
  readonly titles: readonly string[];
  readonly subtitles: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly children: readonly Placed[];
  /** The height of the box and all that hangs on it. */
  readonly span: number;
  x: number;
  y: number;
}

/**
 * A proof as a picture: the fact on the left, what it follows from to its right, down to given facts. It needs no
 * scripts, and follows the light or dark scheme of its reader.
 */
export function proofToSvg(proof: Proof): string {
  const root = measure(pictureOf(proof));
  const columns = columnWidths(root);
  const legend = legendOf(root);
  place(root, margin, 0, columns);
  const width = Math.max(
    columns.reduce((sum, each) => sum + each + gapX, margin * 2 - gapX),
    legend.width + 2 * margin,
  );
  const height = root.span + 2 * margin + legendHeight;
  const all = flatten(root);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" ` +
      `viewBox="0 0 ${round(width)} ${round(height)}" role="img" aria-label="${escaped(`Proof of ${root.box.title}`)}">`,
    `<style>${style}</style>`,
    `<rect class="page" width="100%" height="100%"/>`,
    ...all.flatMap((each) => each.children.map((child) => edge(each, child))),
    ...all.map((each) => node(each, each === root)),
    legend.text(height - margin),
    '</svg>',
    '',
  ].join('\n');
}

function measure(box: Box): Placed {
  const titles = wrapped(box.title, maxTitle);
  const subtitles = wrapped(box.subtitle, maxSubtitle);
  const children = box.children.map(measure);
  const height = titles.length * lineHeight + subtitles.length * smallLineHeight + padding * 1.4;
  const below = children.reduce((sum, child) => sum + child.span + gapY, -gapY);
  return {
    box,
    titles,
    subtitles,
    width: Math.max(longest(titles) * charWidth, longest(subtitles) * smallCharWidth) + 2 * padding + stripe,
    height,
    children,
    span: Math.max(height, below),
    x: 0,
    y: 0,
  };
}

function longest(lines: readonly string[]): number {
  return lines.reduce((most, line) => Math.max(most, lengthOf(line)), 0);
}

/** Columns of a monospace font: East Asian characters and pictographs take two. */
function lengthOf(text: string): number {
  let length = 0;
  for (const char of text)
    length +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Extended_Pictographic}/u.test(
        char,
      )
        ? 2
        : 1;
  return length;
}

/** Breaks text behind commas and blanks where it can, anywhere where it must. */
function wrapped(text: string, width: number): string[] {
  if (text === '') return [];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=[ ,])/)) {
    if (line !== '' && line.length + word.trimEnd().length > width) {
      lines.push(line.trimEnd());
      line = '  ';
    }
    line += word;
    while (line.length > width) {
      lines.push(line.slice(0, width));
      line = `  ${line.slice(width)}`;
    }
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines - 1), '  …'];
}

function columnWidths(root: Placed): number[] {
  const widths: number[] = [];
  const visit = (each: Placed, level: number): void => {
    widths[level] = Math.max(widths[level] ?? 0, each.width);
    for (const child of each.children) visit(child, level + 1);
  };
  visit(root, 0);
  return widths;
}

/** Children are stacked to the right; a box stands in the middle of its children. */
function place(each: Placed, top: number, level: number, columns: readonly number[]): void {
  each.x = columns.slice(0, level).reduce((sum, width) => sum + width + gapX, margin);
  const below = each.children.reduce((sum, child) => sum + child.span + gapY, -gapY);
  let y = top + Math.max(0, (each.span - below) / 2);
  for (const child of each.children) {
    place(child, y, level + 1, columns);
    y += child.span + gapY;
  }
  const [first] = each.children;
  const last = each.children.at(-1);
  const middle =
    first === undefined || last === undefined ? top + each.span / 2 : (centerOf(first) + centerOf(last)) / 2;
  each.y = Math.min(Math.max(middle - each.height / 2, top), top + each.span - each.height);
}

function centerOf({ y, height }: Placed): number {
  return y + height / 2;
}

function flatten(each: Placed): Placed[] {
  return [each, ...each.children.flatMap(flatten)];
}

function node({ box, titles, subtitles, x, y, width, height }: Placed, isRoot: boolean): string {
  const left = x + padding + stripe;
  const texts: string[] = [];
  let baseline = y + padding * 0.7 + font;
  for (const line of titles) {
    texts.push(`<text class="title" x="${round(left)}" y="${round(baseline)}">${escaped(line)}</text>`);
    baseline += lineHeight;
  }
  baseline -= lineHeight - smallLineHeight - 2;
  for (const line of subtitles) {
    texts.push(`<text class="rule" x="${round(left)}" y="${round(baseline)}">${escaped(line)}</text>`);
    baseline += smallLineHeight;
  }
  const rect = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="7"`;
  const bar = `M${round(x + stripe)} ${round(y)}h${-(stripe - 5)}q-5 0 -5 7v${round(height - 14)}q0 7 5 7z`;
  return [
    `<g class="${box.kind}${isRoot ? ' root' : ''}"><title>${escaped([box.title, box.subtitle].filter(Boolean).join('\n'))}</title>`,
    `<rect class="box" ${rect}/><path class="bar" d="${bar}"/>`,
    ...texts,
    '</g>',
  ].join('\n');
}

function edge(from: Placed, to: Placed): string {
  const [x1, y1, x2, y2] = [from.x + from.width, centerOf(from), to.x, centerOf(to)].map(round);
  const middle = round((Number(x1) + Number(x2)) / 2);
  return `<path class="edge" d="M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}"/>`;
}

const legendHeight = 40;

const kindNames: Readonly<Record<BoxKind, string>> = {
  rule: 'derived by a rule',
  aggregate: 'aggregated',
  fact: 'given',
  external: 'from the host',
  merged: 'merged',
  check: 'a test that holds',
  absent: 'no such fact',
  repeated: 'proved elsewhere',
  deeper: 'left out',
  way: 'one of several ways',
  omitted: '',
};

function legendOf(root: Placed): { readonly width: number; readonly text: (y: number) => string } {
  const present = new Set(flatten(root).map(({ box }) => box.kind));
  const kinds = (Object.keys(kindNames) as BoxKind[]).filter((kind) => present.has(kind) && kindNames[kind] !== '');
  const widths = kinds.map((kind) => kindNames[kind].length * smallCharWidth + 38);
  const text = (y: number): string =>
    kinds
      .map((kind, at) => {
        const x = widths.slice(0, at).reduce((sum, width) => sum + width, margin);
        const swatch = `<rect class="box" x="${round(x)}" y="${round(y - 10)}" width="13" height="13" rx="3"/>`;
        return `<g class="${kind}">${swatch}<text class="rule" x="${round(x + 19)}" y="${round(y)}">${kindNames[kind]}</text></g>`;
      })
      .join('\n');
  return { width: widths.reduce((sum, width) => sum + width, 0), text };
}

/** Line and fill of each kind, for light and dark. */
const colors: Readonly<Record<BoxKind, readonly [line: string, light: string, darkLine: string, dark: string]>> = {
  rule: ['#2563c9', '#eaf1fd', '#6ea3f7', '#172439'],
  aggregate: ['#7340c4', '#f2ebfc', '#b490f0', '#251b38'],
  fact: ['#2c7a3f', '#e9f6ec', '#6cc283', '#14291a'],
  external: ['#a9650a', '#fdf2e1', '#e0a856', '#2f2412'],
  merged: ['#a8326e', '#fbe9f2', '#e58bb9', '#341b28'],
  check: ['#8a8f98', '#f5f6f7', '#7d838c', '#202326'],
  absent: ['#b3372f', '#fdeeed', '#e98078', '#351a18'],
  repeated: ['#8a8f98', '#ffffff', '#7d838c', '#16181b'],
  deeper: ['#8a8f98', '#ffffff', '#7d838c', '#16181b'],
  way: ['#2563c9', '#ffffff', '#6ea3f7', '#16181b'],
  omitted: ['none', 'none', 'none', 'none'],
};

const style = [
  `text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}`,
  `.title{font-size:${font}px;font-weight:600;fill:#16181d}.rule{font-size:${smallFont}px;fill:#565c66}`,
  `.page{fill:#ffffff}.edge{fill:none;stroke:#b4bac4;stroke-width:1.3}.box{stroke-width:1.1}`,
  `.root>.box{stroke-width:2.4}.check .title,.absent .title,.way .title,.omitted .title{font-weight:400}`,
  `.repeated .box,.deeper .box{stroke-dasharray:4 3}.omitted .title{font-style:italic;fill:#565c66}`,
  ...Object.entries(colors).map(
    ([kind, [line, light]]) => `.${kind} .box{stroke:${line};fill:${light}}.${kind} .bar{fill:${line}}`,
  ),
  '@media (prefers-color-scheme:dark){',
  '.title{fill:#e8eaee}.rule{fill:#a2a9b4}.omitted .title{fill:#a2a9b4}.page{fill:#101214}.edge{stroke:#4a515c}',
  ...Object.entries(colors).map(
    ([kind, [, , line, dark]]) => `.${kind} .box{stroke:${line};fill:${dark}}.${kind} .bar{fill:${line}}`,
  ),
  '}',
].join('');

function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '�');
}

function round(number: number): string {
  return String(Math.round(number * 10) / 10);
}
