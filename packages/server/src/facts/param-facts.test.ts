import { compileOrThrow, evaluateSync, factText } from '@manglecp/mangle';
import { type JsonObject, JsonNumber, ProtocolError } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { paramFacts } from './param-facts.js';

const program = compileOrThrow('Decl intent_param(I, K, V) bound [/string, /string, /any].', { lints: false });

function facts(params: JsonObject): readonly string[] {
  return evaluateSync(program, { facts: paramFacts(params, 10) })
    .facts()
    .map(factText);
}

describe('the parameters of an intent', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['text', { carrier: '/nord' }, ['intent_param("current","carrier","/nord")']],
    ['numbers', { a: 1, b: 1.5 }, ['intent_param("current","a",1)', 'intent_param("current","b",1.5)']],
    [
      'a list, once for each element',
      { a: ['x', 'y'] },
      ['intent_param("current","a","x")', 'intent_param("current","a","y")'],
    ],
    ['a list in a list', { a: [['x'], []] }, ['intent_param("current","a",[])', 'intent_param("current","a",["x"])']],
    ['objects', { a: { b: true } }, ['intent_param("current","a",["b" : /true])']],
    ['null, which says nothing', { a: null, b: [null, 1] }, ['intent_param("current","b",1)']],
    [
      'null inside, which says nothing either',
      { a: { b: null, c: [null, { d: null }] }, e: [[null]] },
      ['intent_param("current","a",["c" : [fn:map()]])', 'intent_param("current","e",[])'],
    ],
    ['nothing', {}, []],
  ])('EVAL-056 may be %s', (_, params, texts) => {
    expect(facts(params)).toEqual(texts);
  });

  it.each<[string, JsonObject, string]>([
    ['a number that JSON rounds', { 'a/b': new JsonNumber('9007199254740993') }, '/intent/params/a~1b'],
    ['broken text', { a: '\ud800' }, '/intent/params/a'],
    ['a broken key', { '\ud800': 1 }, '/intent/params/\ud800'],
  ])('are refused for %s', (_, params, path) => {
    try {
      paramFacts(params, 10);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      expect(error).toMatchObject({ code: 'malformed_message', details: { schema_errors: [{ path }] } });
    }
  });

  it('ERR-015 are not more than a request may have facts', () => {
    expect(paramFacts({ a: [1, 2], b: 3 }, 3)).toHaveLength(3);
    expect(() => paramFacts({ a: [1, 2], b: 3 }, 2)).toThrow('expected at most 2 values of parameters, got 3');
  });
});
