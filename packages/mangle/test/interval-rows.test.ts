import { describe, expect, it } from 'vitest';
import { modelText, readTexts, runMode, runNaive } from './evaluators.js';
import { modes } from './support/modes.js';

const options = { now: 1_717_200_000_000_000_000n, bounds: 'off' } as const;
const facts = `
  on(/a)@[2024-05-01, 2024-05-10]. on(/a)@[2024-05-03, 2024-05-10]. on(/a)@[2024-05-03, 2024-05-20].
`;

describe('a `_` among the bounds of an interval is a variable of its own where rows are grouped', () => {
  it.each([
    ['on(X)@[S, E]', 3],
    ['on(X)@[S, _]', 3],
    ['on(X)@[_, E]', 3],
    ['on(X)@[S]', 2],
    ['<-[0d, 40d] on(X)@[_, _]', 3],
    ['<-[0d, 40d] on(X)@[S, _]', 3],
    ['<-[0d, 15d] on(X)@[_, _]', 1],
    ['<-[0d, 40d] on(X)', 1],
    ['[-[22d, 24d] on(X)@[_, E]', 3],
    ['on(X)@[_, 2024-05-10], on(X)@[2024-05-03, _]', 0],
    ['on(X)@[S, _], on(X)@[_, E]', 9],
  ])('%s has %i rows', async (body, count) => {
    const text = `${facts} n(N) :- ${body} |> do fn:group_by(), let N = fn:count().`;
    const expected = count === 0 ? [] : [`n/1 i${count}`];
    const rows = (model: readonly string[]): readonly string[] => model.filter((line) => line.startsWith('n/1'));
    expect(rows(modelText(runNaive([text], options)))).toEqual(expected);
    const program = readTexts([text], options.bounds);
    for (const mode of modes) {
      expect(rows(modelText(await runMode(program, options, mode))), mode.name).toEqual(expected);
    }
  });

  it('counts nothing beside a bound that has a value: there it is the end of the clock', () => {
    const text = `${facts} always(X)@[_, _] :- on(X)@[_, E].
      n(X, N) :- always(X)@[_, 2024-05-10] |> do fn:group_by(X), let N = fn:count().`;
    expect(modelText(runNaive([text], options)).filter((line) => line.startsWith('n/'))).toEqual(['n/2 n"/a" i1']);
  });
});
