import type { Span } from '../text/source.js';
import { printable } from './cells.js';
import type { Diagnostic, Fix } from './diagnostic.js';
import { cut, excerptOf, type ExcerptRow } from './excerpt.js';
import { type Hunk, hunksOf } from './fix-preview.js';
import { linesOf, placeText } from './lines.js';
import { type Paint, paintAnsi, paintNothing, type Role } from './paint.js';
import type { Severity } from './spec.js';

export interface RenderOptions {
  /** ANSI colors; off by default. */
  readonly color?: boolean;
  /** Source lines longer than this are cut around the span; 100 columns by default. */
  readonly width?: number;
  /** Of a longer list only so many are shown, errors before warnings before hints; all by default. */
  readonly max?: number;
}

interface Canvas {
  readonly paint: Paint;
  readonly width: number;
  /** Columns of the widest line number, so that all excerpts of one diagnostic share their frame. */
  readonly gutter: number;
}

/**
 * A diagnostic as text for people: message, place, source with marks under the exact span, related places, help and
 * the change a fix would make. Several lines, without a final line end.
 */
export function renderDiagnostic(diagnostic: Diagnostic, { color = false, width = 100 }: RenderOptions = {}): string {
  const { severity, code, message, span, help, related, fix } = diagnostic;
  const hunks = fix === undefined ? [] : hunksOf(fix);
  const paint = color ? paintAnsi : paintNothing;
  const canvas = { paint, width, gutter: gutterOf([span, ...related.map((each) => each.span)], hunks) };
  const lines = [`${paint(severity, `${severity}[${code}]`)}${paint('strong', `: ${printable(message)}`)}`];
  lines.push(...picture(canvas, span, severity, '^'));
  for (const each of related) {
    lines.push(`${paint('frame', 'note')}: ${printable(each.message)}`, ...picture(canvas, each.span, 'frame', '-'));
  }
  if (help !== undefined) lines.push(...labelled(paint('note', 'help'), help));
  if (fix !== undefined) lines.push(...fixLines(canvas, fix, hunks, span));
  return lines.join('\n');
}

/** The diagnostics in the given order and a closing line that counts all of them. Empty for an empty list. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], options: RenderOptions = {}): string {
  if (diagnostics.length === 0) return '';
  const shown = mostSevere(diagnostics, options.max ?? Infinity);
  const blocks = shown.map((each) => `${renderDiagnostic(each, options)}\n\n`);
  const left = diagnostics.length - shown.length;
  const rest = left === 0 ? '' : `… and ${left} more\n\n`;
  return `${blocks.join('')}${rest}${countText(diagnostics)}\n`;
}

/** At most `max` of them, in the given order. */
function mostSevere(diagnostics: readonly Diagnostic[], max: number): readonly Diagnostic[] {
  if (diagnostics.length <= max) return diagnostics;
  const bySeverity = severities.flatMap((severity) => diagnostics.filter((each) => each.severity === severity));
  const kept = new Set(bySeverity.slice(0, max));
  return diagnostics.filter((each) => kept.has(each));
}

const severities: readonly Severity[] = ['error', 'warning', 'hint'];

/** `2 errors, 1 warning`; severities that do not occur are left out. */
export function countText(diagnostics: readonly Diagnostic[]): string {
  const parts = severities.flatMap((severity) => {
    const count = diagnostics.filter((each) => each.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return parts.join(', ');
}

function picture(canvas: Canvas, span: Span, role: Role, mark: '^' | '-'): string[] {
  const rows = excerptOf(span, { mark, width: canvas.width });
  return [arrow(canvas, span), bar(canvas), ...rows.map((row) => rowText(canvas, row, role))];
}

function arrow({ paint, gutter }: Canvas, span: Span): string {
  return `${' '.repeat(gutter)}${paint('frame', '-->')} ${printable(placeText(span))}`;
}

function bar({ paint, gutter }: Canvas): string {
  return `${' '.repeat(gutter)} ${paint('frame', '|')}`;
}

function rowText({ paint, gutter }: Canvas, { line, text, isMarks }: ExcerptRow, role: Role): string {
  const number = (line === undefined ? '' : String(line)).padStart(gutter);
  const frame = paint('frame', `${number} |`);
  if (text === '') return frame;
  return `${frame} ${isMarks ? paint(role, text) : text}`;
}

/** Further lines of a text stand under its first word. */
function labelled(label: string, text: string): string[] {
  const [first = '', ...rest] = text.split('\n').map(printable);
  return [`${label}: ${first}`, ...rest.map((line) => `      ${line}`)];
}

const maxHunkLines = 8;

function fixLines(canvas: Canvas, fix: Fix, hunks: readonly Hunk[], { source }: Span): string[] {
  const lines = [`${canvas.paint('note', 'fix')}: ${printable(fix.title)}`];
  for (const hunk of hunks) {
    const isElsewhere = hunk.source !== source;
    const place = `${' '.repeat(canvas.gutter)}${canvas.paint('frame', '-->')} ${printable(hunk.source.name)}`;
    lines.push(...(isElsewhere ? [place] : []), bar(canvas), ...hunkLines(canvas, hunk));
  }
  return lines;
}

function hunkLines(canvas: Canvas, { line, removed, added }: Hunk): string[] {
  return [...changedLines(canvas, line, removed, '-'), ...changedLines(canvas, line, added, '+')];
}

function changedLines({ paint, gutter, width }: Canvas, first: number, lines: readonly string[], sign: '-' | '+') {
  const shown = lines.length > maxHunkLines ? lines.slice(0, maxHunkLines - 1) : lines;
  const role = sign === '-' ? 'removed' : 'added';
  const rows = shown.map((text, index) => {
    const number = String(first + index).padStart(gutter);
    return paint(role, `${number} ${sign} ${cut(text, 0, 0, width).text}`.trimEnd());
  });
  const left = lines.length - shown.length;
  return left === 0 ? rows : [...rows, paint(role, `${' '.repeat(gutter)} ${sign} … ${left} more lines`)];
}

function gutterOf(spans: readonly Span[], hunks: readonly Hunk[]): number {
  const excerptEnds = spans.map((span) => linesOf(span)[1]);
  const hunkEnds = hunks.map(({ line, removed, added }) => line + Math.max(removed.length, added.length, 1) - 1);
  return String(Math.max(1, ...excerptEnds, ...hunkEnds)).length;
}
