import { describe, expect, test } from 'vitest';
import { createSource } from '../text/source.js';
import { Lexer } from './lexer.js';
import { token } from './tokens.js';

const kindNames = new Map(Object.entries(token).map(([name, kind]) => [kind as number, name]));

/** All tokens as `kind:text`. */
function tokens(text: string): string[] {
  const lexer = new Lexer(createSource('test.mg', text));
  const found: string[] = [];
  for (lexer.advance(); lexer.kind !== token.end; lexer.advance()) {
    found.push(`${kindNames.get(lexer.kind) ?? ''}:${text.slice(lexer.start, lexer.end)}`);
  }
  return found;
}

describe('the longest match wins in every context', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['p(X).q', ['name:p', 'leftParen:(', 'variable:X', 'rightParen:)', 'period:.', 'name:q']],
    ['a.b:c_D fn:list:get :match', ['name:a.b:c_D', 'name:fn:list:get', 'name::match']],
    ['foo. bar', ['name:foo', 'period:.', 'name:bar']],
    [
      'X X: X:1 My_V X.y X. _ _X',
      [
        'variable:X',
        'typeName:X:',
        'typeName:X:1',
        'typeName:My_V',
        'typeName:X.y',
        'variable:X',
        'period:.',
        'variable:_',
        'variable:_',
        'variable:X',
      ],
    ],
    ['.List .Decl .x .5', ['dotType:.List', 'dotType:.Decl', 'period:.', 'name:x', 'float:.5']],
    ['Decl Use Package Declx Useful', ['decl:Decl', 'use:Use', 'package:Package', 'variable:Declx', 'variable:Useful']],
    [
      'now opt do let bound descr temporal inclusion nowx',
      [
        'now:now',
        'opt:opt',
        'do:do',
        'let:let',
        'bound:bound',
        'descr:descr',
        'temporal:temporal',
        'inclusion:inclusion',
        'name:nowx',
      ],
    ],
    [
      '1 -1 007 1.5 -1.5e-3 1.5e 1. 1e5',
      [
        'number:1',
        'number:-1',
        'number:007',
        'float:1.5',
        'float:-1.5e-3',
        'float:1.5',
        'name:e',
        'number:1',
        'period:.',
        'number:1',
        'name:e5',
      ],
    ],
    [
      '7d 7ms 7m 7min 1h30m -7d',
      [
        'duration:7d',
        'duration:7ms',
        'duration:7m',
        'duration:7m',
        'name:in',
        'duration:1h',
        'duration:30m',
        'number:-7',
        'name:d',
      ],
    ],
    [
      '2024-01-15 2024-01-15T10:30:00.5Z 2024-01-1',
      ['timestamp:2024-01-15', 'timestamp:2024-01-15T10:30:00.5Z', 'number:2024', 'number:-01', 'number:-1'],
    ],
    ['2024-01-15T10 12345-01-01', ['timestamp:2024-01-15', 'variable:T10', 'number:12345', 'number:-01', 'number:-01']],
    ['/a /a/b. /a-1~%./', ['constant:/a', 'constant:/a/b.', 'constant:/a-1~%.', 'bad:/']],
    [
      '[-1 <-5 [+ <+ [ - < -',
      [
        'boxMinus:[-',
        'number:1',
        'diamondMinus:<-',
        'number:5',
        'boxPlus:[+',
        'diamondPlus:<+',
        'leftBracket:[',
        'bad:-',
        'less:<',
        'bad:-',
      ],
    ],
    [
      ': :- :-1 :a ⟸ |> |',
      ['colon::', 'arrow::-', 'arrow::-', 'number:1', 'name::a', 'longArrow:⟸', 'pipe:|>', 'bad:|'],
    ],
    [
      '= != ! < <= > >= @ , { }',
      [
        'equal:=',
        'notEqual:!=',
        'bang:!',
        'less:<',
        'lessEqual:<=',
        'greater:>',
        'greaterEqual:>=',
        'at:@',
        'comma:,',
        'leftBrace:{',
        'rightBrace:}',
      ],
    ],
    [
      '"a\\"b" \'a\nb\' `a"b\'` b"x" b\'y\' bx',
      ['string:"a\\"b"', "string:'a\nb'", 'string:`a"b\'`', 'bytes:b"x"', "bytes:b'y'", 'name:bx'],
    ],
    ['"abc\r\np', ['unterminated:"abc', 'name:p']],
    ['größe', ['name:gr', 'bad:öß', 'name:e']],
    ['\ufeffp', ['name:p']],
    ['p # a\r\nq', ['name:p', 'name:q']],
  ];

  test.each(cases)('%j', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });
});

test('comments are kept once, without their line end', () => {
  const lexer = new Lexer(createSource('test.mg', '# a\r\np # b\n#'));
  for (lexer.advance(); lexer.kind !== token.end; lexer.advance());
  lexer.seek(0);
  for (; lexer.kind !== token.end; lexer.advance());

  expect(lexer.comments.map(({ text, span }) => [text, span.start])).toEqual([
    ['# a', 0],
    ['# b', 7],
    ['#', 11],
  ]);
});
