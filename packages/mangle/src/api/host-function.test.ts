import { describe, expect, it } from 'vitest';
import { factsOf, june2024 } from '../../test/support.js';
import { createRegistry, standardBuiltins } from '../builtins/registry.js';
import { evaluateSync } from '../engine/evaluate.js';
import { compile, compileOrThrow } from './compile.js';
import { type HostFunction, hostFunction } from './host-function.js';

const upper: HostFunction = {
  params: ['/string'],
  result: '/string',
  apply: (text) => (typeof text === 'string' ? text.toUpperCase() : ''),
};

function factsWith(host: HostFunction, text: string): string[] {
  const registry = createRegistry([...standardBuiltins, hostFunction('fn:app:f', host)]);
  return factsOf(evaluateSync(compileOrThrow(text, { registry }), { now: june2024 }), 'p');
}

describe('a function of the host', () => {
  it('works in rules and in facts', () => {
    expect(factsWith(upper, 's("a"). p(Y) :- s(X), Y = fn:app:f(X). p(fn:app:f("b")).')).toEqual(['p("A")', 'p("B")']);
  });

  it('is checked like a builtin', () => {
    const registry = createRegistry([...standardBuiltins, hostFunction('fn:app:f', upper)]);
    const codes = (text: string): string[] => compile(text, { registry }).diagnostics.map((each) => each.code);
    expect(codes('p(X) :- X = fn:app:f(1).')).toContain('argument-type');
    expect(codes('p(X) :- X = fn:app:f("a", "b").')).toContain('function-arity');
    expect(codes('p(X) :- X = fn:app:g("a").')).toContain('unknown-function');
  });

  it('that is not deterministic is called when the program is evaluated', () => {
    let calls = 0;
    const next: HostFunction = { params: [], result: '/number', isDeterministic: false, apply: () => ++calls };
    const registry = createRegistry([...standardBuiltins, hostFunction('fn:app:f', next)]);
    const program = compileOrThrow('p(fn:app:f()).', { registry });
    expect(calls).toBe(0);
    expect(factsOf(evaluateSync(program), 'p')).toEqual(['p(1)']);
    expect(factsOf(evaluateSync(program), 'p')).toEqual(['p(2)']);
  });

  it('is refused if a type is none', () => {
    expect(() => hostFunction('fn:app:f', { ...upper, result: 'string' })).toThrow('not a type: string');
  });

  it.each([
    ['throws', { ...upper, apply: () => JSON.parse('{') as string }, /fn:app:f.*JSON/],
    ['breaks its promise', { ...upper, apply: () => 7 }, /result of `fn:app:f` has the wrong type: `7`/],
    ['gives nothing', { ...upper, apply: () => undefined as unknown as string }, /fn:app:f/],
  ])('that %s ends the evaluation with a reason', (_, host, reason) => {
    expect(() => factsWith(host, 's("a"). p(Y) :- s(X), Y = fn:app:f(X).')).toThrow(reason);
  });
});
