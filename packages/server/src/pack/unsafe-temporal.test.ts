import { describe, expect, it } from 'vitest';
import { loadTiny } from './tiny-pack.suite.js';

const next = 'fn:time:add(T, fn:duration:parse("1h"))';

describe('EVAL-059 C-90 recursion through time', () => {
  it.each([
    ['that extends its own intervals', `tick(X)@[S] :- tick(X)@[T], S = ${next}.`, ['tick/1']],
    ['that extends one end', `tick(X)@[T, S] :- tick(X)@[T, _], S = ${next}.`, ['tick/1']],
    ['that computes in two steps', `tick(X)@[S] :- tick(X)@[T], R = ${next}, S = R.`, ['tick/1']],
    [
      'by way of another predicate',
      `tick(X)@[S] :- tock(X)@[T], S = ${next}.\ntock(X)@[T] :- tick(X)@[T].`,
      ['tick/1'],
    ],
    ['by way of an argument', `tick(X)@[S] :- later(X, S).\nlater(X, S) :- tick(X)@[T], S = ${next}.`, ['tick/1']],
  ])('%s is unsafe, and the pack is degraded', async (_, rules, expected) => {
    const pack = await loadTiny({ 'domain.mg': `tick("a")@[2024-01-01].\n${rules}` });
    expect(pack.unsafeTemporal).toEqual(expected);
    expect(pack.degraded.map(({ component }) => component)).toEqual(['rules']);
    expect(pack.warnings.length).toBeGreaterThan(0);
  });

  it.each([
    ['that keeps its intervals', 'path(X, Z)@[S, E] :- path(X, Y)@[S, E], edge(Y, Z)@[S, E].'],
    [
      'that picks from ends that are there',
      'path(X, Z)@[S, E] :- path(X, Y)@[A, B], edge(Y, Z)@[C, D], S = fn:time:max([A, C]), E = fn:time:min([B, D]), :time:le(S, E).',
    ],
    ['that looks back from now', 'path(X, Y)@[now] :- <-[0s, 5m] path(X, Y).'],
  ])('%s is not', async (_, rule) => {
    const text = `edge("a", "b")@[2024-01-01, 2024-02-01].\npath(X, Y)@[S, E] :- edge(X, Y)@[S, E].\n${rule}`;
    const pack = await loadTiny({ 'domain.mg': text });
    expect(pack.unsafeTemporal).toEqual([]);
    expect(pack.degraded).toEqual([]);
    expect(pack.warnings.length).toBeGreaterThan(0);
  });

  it('says nothing about rules to those who read the manifest', async () => {
    const pack = await loadTiny({
      'domain.mg': `secret("a")@[2024-01-01]. secret(X)@[S] :- secret(X)@[T], S = ${next}.`,
    });
    expect(JSON.stringify(pack.degraded)).not.toContain('secret');
  });
});
