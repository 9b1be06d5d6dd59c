import { describe, expect, it } from 'vitest';
import { applyFixes } from '../../diagnostics/apply-fix.js';
import type { Edit } from '../../diagnostics/diagnostic.js';
import type { Clause } from '../../syntax/ast.js';
import { parse } from '../../syntax/parser.js';
import { createSource } from '../../text/source.js';
import { removeClause, removePremise, replaceTerm } from './edits.js';

function clausesOf(text: string): Clause[] {
  return parse(createSource('a.mg', text)).unit.items.filter((item) => item.kind === 'clause');
}

function apply(edit: Edit | undefined): string | undefined {
  return edit === undefined ? undefined : applyFixes(edit.span.source, [{ title: '', edits: [edit] }]);
}

describe('removeClause', () => {
  it.each([
    ['p(1).\nq(2).\nr(3).\n', 1, 'p(1).\nr(3).\n'],
    ['p(1).\n  q(2) .\nr(3).', 1, 'p(1).\nr(3).'],
    ['p(1). q(2). r(3).', 1, 'p(1). r(3).'],
    ['p(1). q(2).', 0, 'q(2).'],
    ['p(1). q(2).', 1, 'p(1).'],
    ['p(1). # why\nq(2).', 0, '# why\nq(2).'],
    ['p(1).\r\nq(2).\r\n', 0, 'q(2).\r\n'],
    ['p(X) :-\n  q(X),\n  r(X).\nq(1).', 0, 'q(1).'],
  ])('of %j, clause %i, leaves %j', (text, index, expected) => {
    const clause = clausesOf(text)[index];
    expect(clause === undefined ? undefined : apply(removeClause(clause))).toBe(expected);
  });
});

describe('removePremise', () => {
  it.each([
    ['p(X) :- q(X), r(X), s(X).', 0, 'p(X) :- r(X), s(X).'],
    ['p(X) :- q(X), r(X), s(X).', 1, 'p(X) :- q(X), s(X).'],
    ['p(X) :- q(X), r(X), s(X).', 2, 'p(X) :- q(X), r(X).'],
    ['p(X) :- q(X).', 0, undefined],
    ['p(X) :- q(X), # why\n  r(X).', 1, undefined],
  ])('of %j, premise %i, leaves %j', (text, index, expected) => {
    const [clause] = clausesOf(text);
    const literal = clause?.premises[index];
    const edit = clause === undefined || literal === undefined ? undefined : removePremise(clause, literal);
    expect(apply(edit)).toBe(expected);
  });
});

describe('replaceTerm', () => {
  it('keeps a name from swallowing the period', () => {
    const source = createSource('a.mg', 'p(X) :- q(X), X = "a".');
    expect(apply(replaceTerm({ source, start: 18, end: 21 }, '/a'))).toBe('p(X) :- q(X), X = /a .');
  });
});
