import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSource, type Span } from '../text/source.js';
import { diagnostic } from './diagnostic.js';
import { renderDiagnostic } from './render.js';

/** Any text with line ends, tabs and astral characters, and any span of it. */
const anySpan = fc
  .tuple(
    fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\n', '\r\n', '😀', '漢', 'é', '\u001b', '"'), maxLength: 60 }),
    fc.nat(200),
    fc.nat(200),
  )
  .map(([text, a, b]): Span => {
    const [start = 0, end = 0] = [a, b].map((at) => at % (text.length + 1)).sort((x, y) => x - y);
    return { source: createSource('a.mg', text), start, end };
  });

describe('renderDiagnostic', () => {
  it('draws every span of every text with at least one mark and nothing a terminal would obey', () => {
    fc.assert(
      fc.property(anySpan, fc.integer({ min: 4, max: 40 }), (span, width) => {
        const text = renderDiagnostic(diagnostic('never-fires', span, 'message'), { width });
        const [, place = '', , ...rows] = text.split('\n');
        expect(place).toContain('--> a.mg:');
        expect(rows.some((row) => /^ *\|.*\^/.test(row))).toBe(true);
        expect(text).not.toContain('\u001b');
        expect(text).not.toContain('\r');
      }),
    );
  });

  it('marks exactly the text of a span within a plain line', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'b', '(', ' ', ','), minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(plain, fc.nat(59), fc.nat(59), (line, a, b) => {
        const [start = 0, end = 0] = [a, b].map((at) => at % line.length).sort((x, y) => x - y);
        const source = createSource('a.mg', line);
        const rows = renderDiagnostic(diagnostic('never-fires', { source, start, end }, 'm')).split('\n');
        expect(rows[3]).toBe(`1 | ${line}`.trimEnd());
        expect(rows[4]).toBe(`  | ${' '.repeat(start)}${'^'.repeat(Math.max(1, end - start))}`);
      }),
    );
  });

  it('shows the line after the fix', () => {
    const change = fc.tuple(fc.nat(9), fc.nat(9), fc.string({ unit: fc.constantFrom('x', 'y', '\n'), maxLength: 4 }));
    fc.assert(
      fc.property(change, ([a, b, text]) => {
        const source = createSource('a.mg', 'p(1).\nq(2).\n');
        const span = { source, start: Math.min(a, b), end: Math.max(a, b) };
        const fix = { title: 'change', edits: [{ span, text }] };
        const rows = renderDiagnostic(diagnostic('never-fires', span, 'm', { fix })).split('\n');
        const after = source.text.slice(0, span.start) + text + source.text.slice(span.end);
        const added = rows.filter((row) => /^\d+ \+/.test(row)).map((row) => row.replace(/^\d+ \+ ?/, ''));
        for (const row of added) expect(after.split('\n').map((line) => line.trimEnd())).toContain(row);
      }),
    );
  });
});
