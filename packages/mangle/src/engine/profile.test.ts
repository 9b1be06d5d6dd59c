import { describe, expect, it } from 'vitest';
import { run } from '../../test/support.js';
import { Profile } from './profile.js';

/** A clock that goes on by one millisecond whenever it is read. */
function ticking(): () => number {
  let now = 0;
  return () => now++;
}

const program = `e(1, 2). e(2, 3). e(3, 4).
  t(X, Y) :- e(X, Y). t(X, Z) :- t(X, Y), e(Y, Z).
  n(N) :- t(X, Y) |> do fn:group_by(), let N = fn:count().`;

describe('a profile', () => {
  it.each(['closures', 'compiled'] as const)('counts runs, solutions and facts of each rule, with %s', (execution) => {
    const profile = new Profile(ticking());
    const { program: analyzed } = run(program, { profile, execution });
    const counts = profile.rules().map(({ rule, runs, solutions, facts }) => [rule.index, runs, solutions, facts]);
    expect(counts.sort()).toEqual([
      [0, 1, 3, 3],
      [1, 4, 3, 3],
      [2, 1, 1, 1],
    ]);
    const strata = profile.strata(analyzed).map(({ predicates, facts }) => [predicates.join(), facts]);
    expect(strata).toEqual([
      ['t/2', 6],
      ['n/1', 1],
    ]);
  });

  it('adds up over evaluations and puts the slowest first', () => {
    const profile = new Profile(ticking());
    run(program, { profile });
    run(program, { profile });
    expect(profile.rules().map(({ rule, facts }) => [rule.index, facts])).toEqual([
      [1, 6],
      [0, 6],
      [2, 2],
    ]);
  });

  it('does not count while others run', () => {
    let now = 0;
    const profile = new Profile(() => now);
    const rule = run(program).program.rules[0];
    if (rule === undefined) throw new Error('no rule');
    const nowhere = { add: () => undefined, addAll: () => undefined };
    profile.start(rule, nowhere).addAll(Int32Array.of(1, 2), 1);
    now = 5;
    profile.pause();
    now = 100;
    profile.resume();
    now = 102;
    profile.stop(1);
    expect(profile.rules()).toEqual([{ rule, runs: 1, timeMs: 7, solutions: 1, facts: 1 }]);
  });
});
