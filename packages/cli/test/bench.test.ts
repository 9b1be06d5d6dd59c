import { describe, expect, it } from 'vitest';
import { mangle } from './command.js';

describe('mangle bench', () => {
  it('prints costs and counts as one line of JSON', async () => {
    const { code, output } = await mangle(['bench', '-'], {
      input: 'e(1,2). e(2,3). t(X,Y) :- e(X,Y). t(X,Z) :- e(X,Y), t(Y,Z).',
    });
    expect(code).toBe(0);
    expect(output.trimEnd()).not.toContain('\n');
    const number = expect.any(Number) as number;
    expect(JSON.parse(output)).toEqual({
      eval_ms: number,
      total_ms: number,
      parse_ms: number,
      eval_cpu_ms: number,
      rss_mb: number,
      counts: { e: 2, t: 3 },
    });
  });

  it.each(['--limit', '--timeout'])('stops at %s', async (option) => {
    const { code, errors } = await mangle(['bench', '-', option, '50'], {
      input: 'n(0).\nn(Y) :- n(X), Y = fn:plus(X, 1).\n',
    });
    expect(code).toBe(1);
    expect(errors).toMatch(/error\[(fact|time)-limit\]/);
  });
});
