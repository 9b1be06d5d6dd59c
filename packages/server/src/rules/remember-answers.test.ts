import { type ExternalRows, float, name } from '@manglecp/mangle';
import { describe, expect, it } from 'vitest';
import { rememberAnswers } from './remember-answers.js';

type Call = Parameters<ReturnType<typeof rememberAnswers>[string]['call']>;

/** An external that tells how often it was asked. */
function counted(answer: (inputs: Call[0]) => ReturnType<ReturnType<typeof rememberAnswers>[string]['call']>) {
  const asked: string[] = [];
  const externals = rememberAnswers({
    'p/2': {
      mode: ['in', 'out'] as never,
      call: (inputs: Call[0]) => {
        asked.push(String(inputs.length));
        return answer(inputs);
      },
    } as never,
  });
  const ask = (...inputs: unknown[]): unknown => externals['p/2']?.call(inputs as Call[0], undefined as never);
  return { ask, asked };
}

describe('external predicates of one question', () => {
  it('EVAL-061 are asked once for the same inputs', () => {
    const { ask, asked } = counted(([input]) => [[input ?? '']] as ExternalRows);
    expect([ask('a'), ask('a'), ask('b'), ask('a')]).toEqual([[['a']], [['a']], [['b']], [['a']]]);
    expect(asked).toHaveLength(2);
  });

  it('EVAL-061 tell inputs apart that look alike', () => {
    const { ask, asked } = counted(() => []);
    for (const input of ['5', 5n, float(5), name('/5'), '"5"', 'a,b', ['a', 'b'], [['a'], 'b']]) ask(input);
    ask('a', 'b');
    ask('a","b');
    expect(asked).toHaveLength(10);
    ask(5n);
    expect(asked).toHaveLength(10);
  });

  it('EVAL-061 give rows that can be read again, also of a generator', () => {
    const { ask, asked } = counted(function* rows() {
      yield ['one'];
      yield ['two'];
    } as never);
    expect([...(ask('x') as Iterable<unknown>)]).toEqual([['one'], ['two']]);
    expect([...(ask('x') as Iterable<unknown>)]).toEqual([['one'], ['two']]);
    expect(asked).toHaveLength(1);
  });

  it('are of one row more than there may be, if a generator has no end', () => {
    let count = 0;
    const call = function* rows() {
      while (count < 1_000_000) yield [(count += 1)];
    };
    const remembered = rememberAnswers({ 'p/1': { call, maxRows: 3 } })['p/1'];
    expect(remembered?.call([], undefined as never)).toEqual([[1], [2], [3], [4]]);
    expect(count).toBe(4);
  });

  it('EVAL-061 answer the same later, and fail the same', async () => {
    const later = counted(async () => [['late']] as ExternalRows);
    const [first, second] = [later.ask('x'), later.ask('x')];
    expect([await first, await second]).toEqual([[['late']], [['late']]]);
    expect(later.asked).toHaveLength(1);
    const failing = counted(async () => Promise.reject(new Error('away')));
    await expect(failing.ask('x')).rejects.toThrow('away');
    await expect(failing.ask('x')).rejects.toThrow('away');
    const yes = counted(() => true as never);
    expect([yes.ask('x'), yes.ask('x')]).toEqual([true, true]);
  });

  it('EVAL-016 keep nothing for the next question', () => {
    let answer = 'one';
    const external = { mode: ['out'] as never, call: () => [[answer]] } as never;
    const of = () => rememberAnswers({ 'p/1': external })['p/1']?.call([], undefined as never);
    expect(of()).toEqual([['one']]);
    answer = 'two';
    expect(of()).toEqual([['two']]);
  });
});
