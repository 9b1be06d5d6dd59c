import { describe, expect, it } from 'vitest';
import { type Json, JsonNumber } from './json.js';
import { JsonError } from './json-error.js';
import { maxJsonDepth, parseJson } from './parse-json.js';

const encoder = new TextEncoder();

function faultOf(input: Uint8Array | string, maxDepth?: number): readonly [string, number] | Json {
  try {
    return parseJson(input, maxDepth === undefined ? {} : { maxDepth });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return [error.reason, error.offset];
  }
}

describe('values', () => {
  it.each<[string, Json]>([
    ['null', null],
    [' \t\r\ntrue \n', true],
    ['false', false],
    ['0', 0],
    ['-1', -1],
    ['123456789012345', 123456789012345],
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['1.5', 1.5],
    ['-0.25', -0.25],
    ['15e-1', 1.5],
    ['1.25E+1', 12.5],
    ['""', ''],
    ['"plain"', 'plain'],
    ['"a longer text than is copied anyway"', 'a longer text than is copied anyway'],
    ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\/\b\f\n\r\t'],
    ['"\\u0041\\u00e4\\u20AC"', 'Aä€'],
    ['"\\ud83d\\ude00 \\uD83D\\uDE00"', '😀 😀'],
    ['"\u007f\u0080\u2028\u2029"', '\u007f\u0080\u2028\u2029'],
    ['[]', []],
    ['[ ]', []],
    ['[1,"a",[null]]', [1, 'a', [null]]],
    ['[ 1 , 2 ]', [1, 2]],
    ['{}', {}],
    ['{ "a" : 1 , "b" : {"c":[]} }', { a: 1, b: { c: [] } }],
    ['{"":0,"1":1,"a b":2}', { '': 0, '1': 1, 'a b': 2 }],
  ])('WIRE-015 %s', (text, expected) => {
    expect(parseJson(text)).toEqual(expected);
    expect(parseJson(encoder.encode(text))).toEqual(expected);
  });

  it('WIRE-015 WIRE-021 keeps every character of Unicode, from strings and from bytes', () => {
    const text = 'ä€😀\u{10FFFF}\uE000\uFFFF中𝄞';
    expect(parseJson(`"${text}"`)).toBe(text);
    expect(parseJson(encoder.encode(`"${text}"`))).toBe(text);
  });

  it.each(['5.0', '5e0', '-0.0', '-0e1', '1e400', '-1e400', '1e-400', '9007199254740992', '-9007199254740992'])(
    'DATA-017 DATA-019 keeps the spelling of %s',
    (text) => {
      expect(parseJson(`[${text}]`)).toEqual([new JsonNumber(text)]);
    },
  );

  it('WIRE-016 keeps every digit of a number that is longer than any number', () => {
    const digits = '7'.repeat(100_000);
    expect(parseJson(digits)).toEqual(new JsonNumber(digits));
  });

  it('takes `-0` for the whole number 0', () => {
    expect(Object.is(parseJson('-0'), 0)).toBe(true);
  });
});

describe('keys', () => {
  const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'];

  it.each(keys)('%s is a key like the others', (key) => {
    const value = parseJson(`{"${key}":{"polluted":true}}`) as Record<string, Json>;
    expect(Object.keys(value)).toEqual([key]);
    expect(value[key]).toEqual({ polluted: true });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('an object has no members that were not sent', () => {
    const value = parseJson('{}') as Record<string, Json>;
    expect(keys.filter((key) => key in value)).toEqual([]);
  });

  it.each([
    ['{"a":1,"a":1}', 7],
    ['{"a":1,"\\u0061":2}', 7],
    ['{"__proto__":1,"__proto__":2}', 15],
    ['{"x":{"b":0,"c":0,"b":0}}', 18],
    ['{"1":1,"1":2}', 7],
  ])('refuses the second key of %s', (text, offset) => {
    expect(faultOf(text)).toEqual(['duplicate_key', offset]);
  });
});

describe('faults', () => {
  it.each<[string, string, number]>([
    ['', 'unexpected_end', 0],
    ['  ', 'unexpected_end', 2],
    ['{', 'unexpected_end', 1],
    ['{"a"', 'unexpected_end', 4],
    ['{"a":', 'unexpected_end', 5],
    ['{"a":1', 'unexpected_end', 6],
    ['{"a":1,', 'unexpected_end', 7],
    ['[1', 'unexpected_end', 2],
    ['[1,', 'unexpected_end', 3],
    ['"abc', 'unexpected_end', 4],
    ['"abc\\', 'unexpected_end', 5],
    ['"\\u00', 'unexpected_end', 5],
    ['-', 'unexpected_end', 1],
    ['1.', 'unexpected_end', 2],
    ['1e', 'unexpected_end', 2],
    ['1e+', 'unexpected_end', 3],
    ['[1,]', 'syntax', 3],
    ['[,1]', 'syntax', 1],
    ['[1 2]', 'syntax', 3],
    ['{"a":1,}', 'syntax', 7],
    ['{a:1}', 'syntax', 1],
    ["{'a':1}", 'syntax', 1],
    ['{"a" 1}', 'syntax', 5],
    ['{"a":1 "b":2}', 'syntax', 7],
    ['[}', 'syntax', 1],
    ['nul', 'syntax', 0],
    ['nil', 'syntax', 0],
    ['True', 'syntax', 0],
    ['NaN', 'syntax', 0],
    ['Infinity', 'syntax', 0],
    ['-Infinity', 'syntax', 1],
    ['undefined', 'syntax', 0],
    ['+1', 'syntax', 0],
    ['.5', 'syntax', 0],
    ['01', 'syntax', 0],
    ['-01', 'syntax', 1],
    ['1.e1', 'syntax', 2],
    ['0x10', 'trailing_text', 1],
    ['1_000', 'trailing_text', 1],
    ['1n', 'trailing_text', 1],
    ['nullx', 'trailing_text', 4],
    ['{} {}', 'trailing_text', 3],
    ['1 // no', 'trailing_text', 2],
    ['/* no */1', 'syntax', 0],
    ['"\\x41"', 'syntax', 2],
    ['"\\u12g4"', 'syntax', 5],
    ['"\\U0041"', 'syntax', 2],
    ['\u00a01', 'syntax', 0],
    ['\f1', 'syntax', 0],
    ['"a\tb"', 'control_character', 2],
    ['"a\nb"', 'control_character', 2],
    ['"\\n\u0000"', 'control_character', 3],
    ['"\\ud800"', 'lone_surrogate', 1],
    ['"\\udc00"', 'lone_surrogate', 1],
    ['"\\ud800\\ud800"', 'lone_surrogate', 1],
    ['"\\ud800\\u0041"', 'lone_surrogate', 1],
    ['"\\ud800x"', 'lone_surrogate', 1],
    ['"ab\\ud800\\n"', 'lone_surrogate', 3],
    ['{"\\ud800":1}', 'lone_surrogate', 2],
    ['\ufeff{}', 'byte_order_mark', 0],
  ])('%j is refused: %s at %i', (text, reason, offset) => {
    expect(faultOf(text)).toEqual([reason, offset]);
  });

  it('strings may not hold half a surrogate pair either', () => {
    expect(faultOf('["\ud800"]')).toEqual(['lone_surrogate', 2]);
    expect(faultOf('["😀\udc00"]')).toEqual(['lone_surrogate', 4]);
  });

  it('offsets count bytes for bytes and units for strings', () => {
    expect(faultOf('["ä€😀",x]')).toEqual(['syntax', 8]);
    expect(faultOf(encoder.encode('["ä€😀",x]'))).toEqual(['syntax', 13]);
  });

  it.each<[string, readonly number[], number]>([
    ['a continuation without a start', [0x22, 0x80, 0x22], 1],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22], 1],
    ['an overlong slash of three bytes', [0x22, 0xe0, 0x80, 0xaf, 0x22], 1],
    ['an overlong slash of four bytes', [0x22, 0xf0, 0x80, 0x80, 0xaf, 0x22], 1],
    ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22], 1],
    ['beyond the last character', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 1],
    ['a byte that never occurs', [0x22, 0xff, 0x22], 1],
    ['a sequence that is cut', [0x22, 0xe2, 0x82, 0x22], 1],
    ['a sequence cut by the end', [0x22, 0x61, 0xf0, 0x9f, 0x98], 2],
    ['a fault after good characters', [0x22, 0xc3, 0xa4, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xc3, 0x22], 10],
  ])('WIRE-021 %s is not UTF-8', (_, bytes, offset) => {
    expect(faultOf(Uint8Array.from(bytes))).toEqual(['invalid_utf8', offset]);
  });

  it('WIRE-021 a byte order mark is refused', () => {
    expect(faultOf(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d))).toEqual(['byte_order_mark', 0]);
  });
});

describe('depth', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it('is 128 by default', () => {
    expect(faultOf(nested(128))).toBeInstanceOf(Array);
    expect(faultOf(nested(129))).toEqual(['too_deep', 128]);
  });

  it('counts lists and objects together', () => {
    expect(faultOf('[{"a":[0]}]', 3)).toEqual([{ a: [0] }]);
    expect(faultOf('[{"a":[0]}]', 2)).toEqual(['too_deep', 6]);
  });

  it('is counted again after a value has ended', () => {
    expect(faultOf('[[[]],[[]],{"a":{}}]', 3)).toEqual([[[]], [[]], { a: {} }]);
  });

  it('has an end, whatever is asked for, and no text overflows the stack', () => {
    expect(faultOf('['.repeat(1_000_000), Infinity)).toEqual(['too_deep', maxJsonDepth]);
    expect(faultOf('{"a":'.repeat(1_000_000), Infinity)).toEqual(['too_deep', maxJsonDepth * 5]);
  });
});
