import { setImmediate as round } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { BriefTurns } from './brief-turns.js';
import type { Owner } from './owner.js';

const from = (address: string): Owner => ({ principal: 'anonymous', address });

/** Pieces of work that take milliseconds of a clock of their own, and leave a mark when they are done. */
function setUp() {
  let nowMs = 0;
  const done: string[] = [];
  const turns = new BriefTurns(() => nowMs);
  const ask = (owner: Owner, name: string, ms: number): unknown =>
    turns.do(owner, () => {
      nowMs += ms;
      done.push(name);
      return name;
    });
  return { turns, ask, done };
}

describe('brief work', () => {
  it('is done at once while there is little of it', () => {
    const { ask, done } = setUp();
    expect(['a', 'b', 'c'].map((name) => ask(from('x'), name, 1))).toEqual(['a', 'b', 'c']);
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('waits when a round has had enough, and is done one piece a round, of each client in its order', async () => {
    const { ask, done } = setUp();
    const asked = ['a', 'b', 'c'].map((name) => ask(from('x'), name, 6));
    expect(done).toEqual(['a']);
    await round();
    expect(done).toEqual(['a', 'b']);
    expect(await Promise.all(asked)).toEqual(['a', 'b', 'c']);
    expect(done).toEqual(['a', 'b', 'c']);
    await round();
    expect(ask(from('x'), 'at once again', 1)).toBe('at once again');
  });

  it('goes to who has used least, however much another one asks for', async () => {
    const { ask, done } = setUp();
    const many = Array.from({ length: 100 }, (_, at) => ask(from('x'), `x${at}`, 6));
    await many[2];
    await ask(from('y'), 'y', 1);
    expect(done.indexOf('y')).toBeLessThan(6);
    expect(ask(from('x'), 'last', 1)).toBeInstanceOf(Promise);
    await Promise.all(many);
    expect(done.filter((name) => name.startsWith('x'))).toEqual(many.map((_, at) => `x${at}`));
  });

  it('keeps its order in long lines', async () => {
    const { ask, done } = setUp();
    const many = Array.from({ length: 5_000 }, (_, at) => ask(from('x'), `${at}`, 6));
    await Promise.all(many);
    expect(done).toEqual(many.map((_, at) => `${at}`));
  });

  it('that fails hurts nobody else', async () => {
    const { turns, ask } = setUp();
    ask(from('x'), 'long', 6);
    const failing = turns.do(from('x'), () => {
      throw new Error('broken');
    });
    const next = ask(from('x'), 'next', 1);
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });
});
