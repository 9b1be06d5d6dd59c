import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileOrThrow } from '../api/compile.js';
import { query } from '../api/query.js';
import type { Program } from '../program/program.js';
import { duration, exact, float, name, pair, time } from '../value/js.js';
import { checksumOf, header } from './base-format.js';
import { EvaluationError } from './evaluation-error.js';
import { fact, factDuring } from './host-facts.js';
import { loadPrepared } from './load-prepared.js';
import { type Prepared, prepareSync } from './prepared.js';

const text = `
Decl on(X) temporal bound [/name].
Decl best(K, V) descr [fundep([K], [V]), merge([V], "greater")].
Decl greater(A, B, C) descr [mode("+", "+", "-"), deferred()].
Decl double(X, Y) descr [mode("+", "-"), deferred()].
greater(A, B, B) :- A < B.
greater(A, B, A) :- A >= B.
double(X, Y) :- Y = fn:plus(X, X).
edge(/a, /b). edge(/b, /c). best(/k, 3). best(/k, 70000000000).
on(/lamp)@[2024-01-01, 2024-01-03].
path(X, Y) :- edge(X, Y).
path(X, Z) :- edge(X, Y), path(Y, Z).
far(X, N) :- path(X, _) |> do fn:group_by(X), let N = fn:count().
twice(Y) :- far(_, N), double(N, Y).
lit(X)@[S, E] :- on(X)@[S, E].
any(X) :- given(X).
`;

const program = compileOrThrow(`Decl given(X) bound [/any]. ${text}`, { lints: false });

const values = [
  fact('given', [1, 2n ** 40n, 'text', 'ü', float(-0.5), float(NaN)]),
  fact('given', new Map([[name('/k'), [pair(1, 'x')]]])),
  fact('given', { b: time(1n), a: duration(-5n) }),
  fact('given', new Uint8Array([0, 255])),
  fact('given', 'x'.repeat(1100)),
  fact('given', exact({ kind: 'string', text: '\ud800' })),
  factDuring('on', [name('/fan')], { start: new Date('2024-01-02T00:00:00Z') }),
];

function prepared(): Prepared {
  return prepareSync(program, values);
}

/** How a base is refused; throws if it is not. */
function refusal(bytes: Uint8Array, other: Program = program): string {
  try {
    loadPrepared(other, bytes);
  } catch (error) {
    if (error instanceof EvaluationError && error.code === 'base-refused') return error.message;
    throw error;
  }
  throw new Error('the base was not refused');
}

/** Makes the checksum right again after a change, as somebody would who means harm. */
function sealed(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint32(header.length, bytes.length, true);
  checksumOf(bytes).forEach((word, at) => view.setInt32(header.checksum + 4 * at, word, true));
  return bytes;
}

describe('a saved base', () => {
  it('has the same facts when it is loaded', () => {
    const base = prepared();
    const loaded = loadPrepared(program, base.save());
    expect(loaded.digest()).toBe(base.digest());
    expect(loaded.requestSync().facts()).toEqual(base.requestSync().facts());
    expect(loaded.save()).toEqual(base.save());
  });

  it('can be changed and asked when it is loaded', () => {
    const loaded = loadPrepared(program, prepared().save());
    loaded.updateSync({ add: [fact('edge', name('/c'), name('/d'))], remove: [fact('edge', name('/a'), name('/b'))] });
    const answer = loaded.requestSync([fact('best', name('/k'), 70_000_000_001)]);
    expect(query(answer, 'path(/b, X)').map(({ bindings }) => bindings['X'])).toEqual([name('/c'), name('/d')]);
    expect(query(answer, 'path(/a, X)')).toEqual([]);
    expect(query(answer, 'best(/k, V)').map(({ bindings }) => bindings['V'])).toEqual([70_000_000_001n]);
  });

  it('is the state before a change that comes later', () => {
    const base = prepared();
    const bytes = base.save();
    base.updateSync({ add: [fact('edge', name('/c'), name('/d'))] });
    expect(loadPrepared(program, bytes).digest()).toBe(prepared().digest());
    expect(loadPrepared(program, base.save()).digest()).toBe(base.digest());
  });

  it('is loaded by the same program in another layout', () => {
    const other = compileOrThrow(`# a comment\nDecl given(X) bound [/any].\n\n${text}`, { lints: false });
    expect(loadPrepared(other, prepared().save()).digest()).toBe(prepared().digest());
  });

  it('is loaded by a program whose facts were read in bulk', () => {
    const bulk = (): Program => compileOrThrow(`Decl given(X) bound [/any]. ${text}`, { lints: false, bulk: true });
    expect(loadPrepared(bulk(), prepareSync(bulk(), values).save()).digest()).toBe(prepared().digest());
  });

  it('runs no rule and asks nobody when it is loaded', () => {
    const asking = compileOrThrow(
      'Decl x(A, B) descr [external(), mode("+", "-")]. a(1). p(B) :- a(A), x(A, B). q(Y) :- p(X), Y = fn:plus(X, 1).',
    );
    let calls = 0;
    const externals = { 'x/2': { isDeterministic: true, call: () => [[++calls]] } };
    const base = prepareSync(asking, [], { externals });
    const loaded = loadPrepared(asking, base.save(), { externals });
    expect(query(loaded.requestSync(), 'q(Y)').map(({ bindings }) => bindings['Y'])).toEqual([2n]);
    expect(calls).toBe(1);
  });
});

describe('a base is refused', () => {
  const bytes = prepared().save();

  it('if any byte was changed', () => {
    for (let at = 0; at < bytes.length; at++) {
      for (const change of [1, 0x80, 0xff]) {
        const damaged = bytes.slice();
        damaged[at] = (damaged[at] ?? 0) ^ change;
        expect(refusal(damaged)).toMatch(/no saved base|version|damaged/);
      }
    }
  });

  it('if it was cut anywhere', () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(refusal(bytes.slice(0, length))).toMatch(
        length < 8 ? /no saved base/ : /damaged: it (is cut short|has \d+ bytes instead)/,
      );
    }
  });

  it('if it goes on after its end', () => {
    expect(refusal(new Uint8Array([...bytes, 0]))).toMatch(/damaged: it has \d+ bytes instead/);
  });

  it('if it is something else', () => {
    expect(refusal(new TextEncoder().encode('p(1).'.repeat(100)))).toBe('the bytes are no saved base');
  });

  it('if its format is of another version', () => {
    const other = bytes.slice();
    other[header.version] = 99;
    expect(refusal(sealed(other))).toMatch('version 99 of the format');
  });

  it.each([
    ['another rule', `Decl given(X) bound [/any]. ${text} more(X) :- any(X).`],
    ['another fact', `Decl given(X) bound [/any]. ${text} edge(/c, /d).`],
    ['a missing fact', `Decl given(X) bound [/any]. ${text.replace('edge(/b, /c).', '')}`],
    ['another bound', `Decl given(X) bound [/any] bound [/name]. ${text}`],
    ['another interval', `Decl given(X) bound [/any]. ${text.replace('01-03', '01-04')}`],
    ['another constant', `Decl given(X) bound [/any]. ${text.replace('fn:plus(X, X)', 'fn:plus(X, 2)')}`],
  ])('if the program has %s', (_, other) => {
    expect(refusal(bytes, compileOrThrow(other, { lints: false }))).toBe('the base was saved for another program');
  });

  it('if other external predicates are deterministic', () => {
    const asking = compileOrThrow('Decl x(A, B) descr [external(), mode("+", "-")]. a(1). p(B) :- a(A), x(A, B).');
    const call = (): [number][] => [[1]];
    const saved = prepareSync(asking, [], { externals: { 'x/2': { isDeterministic: true, call } } }).save();
    expect(() => loadPrepared(asking, saved, { externals: { 'x/2': { call } } })).toThrow('other external predicates');
  });

  it('or is some base, if the content was forged and its checksum is right', () => {
    let refused = 0;
    const change = fc.record({ at: fc.integer({ min: header.end, max: bytes.length - 1 }), byte: fc.nat(255) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), fc.option(fc.nat(bytes.length)), (changes, cut) => {
        const forged = bytes.slice(0, Math.max(header.end, cut ?? bytes.length));
        for (const { at, byte } of changes) if (at < forged.length) forged[at] = byte;
        try {
          loadPrepared(program, sealed(forged)).digest();
        } catch (error) {
          if (!(error instanceof EvaluationError)) throw error;
          expect(error.message).toMatch(/^the saved base is damaged: /);
          refused++;
        }
      }),
      { seed: 1, numRuns: 3000 },
    );
    expect(refused).toBeGreaterThan(1000);
  });
});
