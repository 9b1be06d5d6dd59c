import { describe, expect, it } from 'vitest';
import { folderWith, mangle } from './command.js';

describe('mangle query', () => {
  it('prints the facts that match any of the atoms', async () => {
    const cwd = folderWith({ 'x.mg': 'p(1, 1).\np(1, 2).\nq(X) :- p(X, _).\n' });
    expect((await mangle(['query', 'x.mg', 'p(X, X)'], { cwd })).output).toBe('p(1,1)\n');
    expect((await mangle(['query', 'x.mg', 'p(X, X)', 'q(_)'], { cwd })).output).toBe('p(1,1)\nq(1)\n');
  });

  it('explains an atom that cannot be read', async () => {
    const cwd = folderWith({ 'x.mg': 'p(1).\n' });
    for (const atom of ['p(,)', 'p(X', 'p("a']) {
      const { code, errors } = await mangle(['query', 'x.mg', atom], { cwd });
      expect(code).toBe(1);
      expect(errors).toContain('^');
    }
  });
});
