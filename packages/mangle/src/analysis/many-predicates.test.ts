import { expect, it } from 'vitest';
import { compile } from '../api/compile.js';

/** So many that work which grows with their square would not come to an end here. */
const count = 10_000;

function lines(line: (at: number) => string, length = count): string {
  return Array.from({ length }, (_, at) => line(at)).join('\n');
}

it('many unknown predicates are reported, with a guess for the first of them', () => {
  const { diagnostics } = compile(lines((at) => `known_name_${at}(1). q${at}(X) :- knwon_name_${at}(X).`));
  const unknown = diagnostics.filter(({ code }) => code === 'unknown-predicate');
  expect(unknown).toHaveLength(count);
  expect(unknown[0]?.help).toContain('Did you mean `known_name_0/1`');
  expect(unknown.at(-1)?.help).toContain(`declare it with \`Decl knwon_name_${count - 1}(A1).\``);
});

it('many predicates may be merged', () => {
  const merged = lines((at) => `Decl d${at}(K, V) descr [fundep([K], [V]), merge([V], "less")].`, 2 * count);
  const less = 'less(A, B, A) :- n(A), n(B), A <= B. less(A, B, B) :- n(A), n(B), B < A. n(1).';
  expect(compile(`${merged}\n${less}`).program).toBeDefined();
});
