import { describe, expect, it } from 'vitest';
import { createSource, type Source, type Span } from '../text/source.js';
import { type Diagnostic, diagnostic, type DiagnosticDetails } from './diagnostic.js';
import { countText, renderDiagnostic, renderDiagnostics, type RenderOptions } from './render.js';

/** The span of the first occurrence of `part`. */
function spanOf(source: Source, part: string): Span {
  const start = source.text.indexOf(part);
  return { source, start, end: start + part.length };
}

function make(text: string, part: string, details: DiagnosticDetails = {}): Diagnostic {
  return diagnostic('never-fires', spanOf(createSource('a.mg', text), part), 'the message', details);
}

function picture(text: string, part: string, options: RenderOptions = {}): string[] {
  return renderDiagnostic(make(text, part), options).split('\n').slice(1);
}

describe('the picture of a span', () => {
  it('marks the exact text', () => {
    expect(picture('p(1).\nq(X) :- p(X), r(Y).\n', 'r(Y)')).toEqual([
      ' --> a.mg:2:15',
      '  |',
      '2 | q(X) :- p(X), r(Y).',
      '  |               ^^^^',
    ]);
  });

  it('keeps one frame for line numbers of any width', () => {
    expect(picture(`${'\n'.repeat(99)}p(X).`, 'X')).toEqual(['   --> a.mg:100:3', '    |', '100 | p(X).', '    |   ^']);
  });

  it('expands tabs to stops of four and counts a tab as one column', () => {
    expect(picture('\tp(\tX).', 'X')).toEqual([' --> a.mg:1:5', '  |', '1 |     p(  X).', '  |         ^']);
  });

  it('counts an astral character as one column and draws it two columns wide', () => {
    expect(picture('p("😀漢", X).', 'X')).toEqual([' --> a.mg:1:9', '  |', '1 | p("😀漢", X).', '  |           ^']);
    expect(picture('p("😀", X).', '"😀"')).toEqual([' --> a.mg:1:3', '  |', '1 | p("😀", X).', '  |   ^^^^']);
  });

  it('gives combining marks and a byte-order mark no width', () => {
    expect(picture('p("e\u0301", X).', 'X').slice(2)).toEqual(['1 | p("e\u0301", X).', '  |        ^']);
    expect(picture('\ufeffp(X).', 'X').slice(2)).toEqual(['1 | p(X).', '  |   ^']);
  });

  it('replaces characters that would move the cursor or turn the text around', () => {
    expect(picture('p("\u001b[2J\u202e", X).', 'X').slice(2)).toEqual([
      '1 | p("\ufffd[2J\ufffd", X).',
      '  |            ^',
    ]);
  });

  it('leaves out the line end of CRLF files', () => {
    expect(picture('p(1).\r\nq(X).\r\n', 'X')).toEqual([' --> a.mg:2:3', '  |', '2 | q(X).', '  |   ^']);
  });

  it('puts one mark at an empty span, also at the end of the file', () => {
    const source = createSource('a.mg', 'p(1)\n');
    const at = (offset: number) =>
      renderDiagnostic(diagnostic('never-fires', { source, start: offset, end: offset }, 'm'))
        .split('\n')
        .slice(1);
    expect(at(4)).toEqual([' --> a.mg:1:5', '  |', '1 | p(1)', '  |     ^']);
    expect(at(5)).toEqual([' --> a.mg:2:1', '  |', '2 |', '  | ^']);
  });

  it('does not run into the next line when the span ends with a line end', () => {
    expect(picture('p(1).\nq(2).\n', 'p(1).\n')).toEqual([' --> a.mg:1:1', '  |', '1 | p(1).', '  | ^^^^^']);
  });

  it('draws a bar along a span of several lines', () => {
    expect(picture('p(X) :-\n  q(X),\n  r(X).\n', 'p(X) :-\n  q(X),\n  r(X)')).toEqual([
      ' --> a.mg:1:1',
      '  |',
      '1 | / p(X) :-',
      '2 | |   q(X),',
      '3 | |   r(X).',
      '  | |______^',
    ]);
  });

  it('shows where a span of several lines opens inside its line', () => {
    expect(picture('p(X) :- q(\n  X), r(X).\n', 'q(\n  X)')).toEqual([
      ' --> a.mg:1:9',
      '  |',
      '1 |   p(X) :- q(',
      '  |  _________^',
      '2 | |   X), r(X).',
      '  | |____^',
    ]);
  });

  it('leaves out the middle of a long span', () => {
    const text = Array.from({ length: 12 }, (_, index) => `line${index + 1}`).join('\n');
    expect(picture(text, text).slice(2)).toEqual([
      ' 1 | / line1',
      ' 2 | | line2',
      ' 3 | | line3',
      '   | | …',
      '11 | | line11',
      '12 | | line12',
      '   | |______^',
    ]);
  });

  it('cuts a very long line around the span', () => {
    const line = `p(${'"abc", '.repeat(100)}X, ${'"def", '.repeat(100)}1).`;
    expect(picture(line, 'X', { width: 40 })).toEqual([
      ' --> a.mg:1:703',
      '  |',
      '1 | …bc", "abc", X, "def", "def", "def", "d…',
      '  |              ^',
    ]);
  });

  it('marks the visible part of a span that is longer than the picture', () => {
    const line = `p("${'x'.repeat(500)}").`;
    expect(picture(line, line.slice(2, -2), { width: 20 }).slice(2)).toEqual([
      '1 | …"xxxxxxxxxxxxxxxxx…',
      '  |  ^^^^^^^^^^^^^^^^^^^',
    ]);
  });
});

describe('the parts of a diagnostic', () => {
  it('come in the order message, picture, notes, help, fix', () => {
    const source = createSource('a.mg', 'status(1, /active).\nready(X) :- status(X, "active").\n');
    const wrong = spanOf(source, '"active"');
    const text = renderDiagnostic(
      diagnostic('never-fires', wrong, 'column 2 of `status/2` holds names', {
        help: 'Write `/active`.\nNames and strings are never equal.',
        related: [{ span: spanOf(source, '/active'), message: 'a name here' }],
        fix: { title: 'write `/active`', edits: [{ span: wrong, text: '/active' }] },
      }),
    );
    expect(text.split('\n')).toEqual([
      'warning[never-fires]: column 2 of `status/2` holds names',
      ' --> a.mg:2:23',
      '  |',
      '2 | ready(X) :- status(X, "active").',
      '  |                       ^^^^^^^^',
      'note: a name here',
      ' --> a.mg:1:11',
      '  |',
      '1 | status(1, /active).',
      '  |           -------',
      'help: Write `/active`.',
      '      Names and strings are never equal.',
      'fix: write `/active`',
      '  |',
      '2 - ready(X) :- status(X, "active").',
      '2 + ready(X) :- status(X, /active).',
    ]);
  });

  it('show only the lines a fix adds or removes', () => {
    const source = createSource('a.mg', 'p(1).\np(1).\nq(1).\n');
    const second = { source, start: 6, end: 12 };
    const removal = make('', '', { fix: { title: 'remove it', edits: [{ span: second, text: '' }] } });
    expect(renderDiagnostic(removal).split('\n').slice(-3)).toEqual([' --> a.mg', '  |', '2 - p(1).']);
    const insertion = { span: { source, start: 6, end: 6 }, text: 'Decl p(X).\n' };
    const addition = make('', '', { fix: { title: 'declare it', edits: [insertion] } });
    expect(renderDiagnostic(addition).split('\n').at(-1)).toBe('2 + Decl p(X).');
  });

  it('show both lines when a fix joins them', () => {
    const source = createSource('a.mg', 'p(1)\n.\nq(1).\n');
    const fix = { title: 'join', edits: [{ span: { source, start: 4, end: 5 }, text: '' }] };
    const text = renderDiagnostic(diagnostic('never-fires', { source, start: 4, end: 4 }, 'm', { fix }));
    expect(text.split('\n').slice(-3)).toEqual(['1 - p(1)', '2 - .', '1 + p(1).']);
  });

  it('use colors only when asked', () => {
    const plain = renderDiagnostic(make('p(X).', 'X'));
    const colored = renderDiagnostic(make('p(X).', 'X'), { color: true });
    expect(plain).not.toContain('\u001b');
    expect(colored).toContain('\u001b[1;33mwarning[never-fires]\u001b[0m');
    // eslint-disable-next-line no-control-regex -- the escapes are what is removed
    expect(colored.replace(/\u001b\[[0-9;]*m/g, '')).toBe(plain);
  });
});

describe('a list of diagnostics', () => {
  it('ends with the count of each severity', () => {
    const text = renderDiagnostics([make('p(X).', 'X'), make('p(X).', 'p')]);
    expect(text.endsWith('\n\n2 warnings\n')).toBe(true);
  });

  it('shows the most severe ones if only some are wanted, and counts all', () => {
    const source = createSource('a.mg', 'p(X).');
    const span = { source, start: 2, end: 3 };
    const hints = [1, 2, 3].map((each) => diagnostic('duplicate-fact', span, `hint ${each}`));
    const text = renderDiagnostics([...hints, diagnostic('missing-comma', span, 'an error')], { max: 2 });
    expect(text).toContain('hint 1');
    expect(text).not.toContain('hint 2');
    expect(text).toContain('an error');
    expect(text.endsWith('\n\n… and 2 more\n\n1 error, 3 hints\n')).toBe(true);
  });

  it('is nothing when there is nothing to say', () => {
    expect(renderDiagnostics([])).toBe('');
    expect(countText([])).toBe('');
  });
});
