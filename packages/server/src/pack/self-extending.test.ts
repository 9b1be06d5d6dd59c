import { describe, expect, it } from 'vitest';
import { createRuleSet } from '../rules/create-rule-set.js';
import { brief, loadTiny, tinyConfig } from './tiny-pack.suite.js';

const next = 'fn:time:add(T, fn:duration:parse("1h"))';
const data = 'on("a"). pace("a", D) :- D = fn:duration:parse("1h").';
const refuse = { 'manglecp.json': { ...tinyConfig, temporal_recursion: 'refuse' } };

describe('C-134 a recursion through time that never ends', () => {
  const endless: readonly (readonly [string, string, readonly string[]])[] = [
    ['moves its intervals', `tick(X)@[S] :- tick(X)@[T], S = ${next}.`, ['tick/1']],
    ['makes an instant of each beginning', `tick(X)@[S, S] :- tick(X)@[T, _], S = ${next}.`, ['tick/1']],
    ['stretches its intervals', `tick(X)@[F, S] :- tick(X)@[F, T], S = ${next}.`, ['tick/1']],
    ['computes in two steps', `tick(X)@[S] :- tick(X)@[T], R = ${next}, S = R.`, ['tick/1']],
    ['has a condition that stays true', `tick(X)@[S] :- tick(X)@[T], on(X), S = ${next}.`, ['tick/1']],
    ['is about one thing', `tick("a")@[S] :- tick("a")@[T], on("a"), S = ${next}.`, ['tick/1']],
    ['takes its pace from data', `tick(X)@[S] :- tick(X)@[T], pace(X, D), S = fn:time:add(T, D).`, ['tick/1']],
    ['goes by way of another', `tick(X)@[S] :- tock(X)@[T], S = ${next}.\ntock(X)@[T] :- tick(X)@[T].`, ['tick/1']],
    ['goes by way of an argument', `tick(X)@[S] :- at(X, S).\nat(X, S) :- tick(X)@[T], S = ${next}.`, ['at/2']],
  ];

  it.each(endless)('is warned of, and served: it %s', async (_, rules, predicates) => {
    const pack = await loadTiny({ 'domain.mg': `${rules}\n${data}` });
    const found = pack.warnings.filter(({ code }) => code === 'self-extending');
    expect(found.map(({ message }) => /`(.*)`/.exec(message)?.[1])).toEqual(predicates);
    expect(found[0]?.help).toContain('interval_limit_exceeded');
    expect(brief(pack.warnings)).not.toContain('temporal-recursion domain.mg 1');
    expect([pack.refusedTemporal, pack.degraded]).toEqual([[], []]);
  });

  it.each(endless)('EVAL-059 C-90 is left out where the pack says `refuse`: it %s', async (_, rules, predicates) => {
    const pack = await loadTiny({ ...refuse, 'domain.mg': `tick("a")@[2024-01-01].\n${rules}\n${data}` });
    expect(pack.refusedTemporal).toEqual(predicates);
    expect(pack.degraded.map(({ component }) => component)).toEqual(['rules']);
    expect(pack.warnings.find(({ code }) => code === 'self-extending')?.help).toContain('invalid_temporal_pattern');
  });

  it.each([
    ['moves its intervals', `tick(X)@[S] :- tick(X)@[T], S = ${next}.`],
    ['goes by way of another', `tick(X)@[S] :- tock(X)@[T], S = ${next}.\ntock(X)@[T] :- tick(X)@[T].`],
  ])('cannot be served with facts of the pack to begin with: it %s', async (_, rules) => {
    const made = await createRuleSet(await loadTiny({ 'domain.mg': `tick("a")@[2024-01-01].\n${rules}` }));
    expect('problems' in made && made.problems).toMatchObject([
      {
        code: 'interval-limit',
        file: 'domain.mg',
        message: expect.stringMatching(/^the facts of the pack .*`t.ck\/1`/),
      },
    ]);
  });

  it('says nothing about rules to those who read the manifest', async () => {
    const rule = `secret(X)@[S] :- secret(X)@[T], S = ${next}.`;
    const pack = await loadTiny({ ...refuse, 'domain.mg': rule });
    expect(pack.degraded).toHaveLength(1);
    expect(JSON.stringify(pack.degraded)).not.toContain('secret');
  });
});

describe('C-134 a recursion through time that may end', () => {
  it.each([
    ['keeps its intervals', 'path(X, Z)@[S, E] :- path(X, Y)@[S, E], edge(Y, Z)@[S, E].'],
    [
      'picks from ends that are there',
      'path(X, Z)@[S, E] :- path(X, Y)@[A, B], edge(Y, Z)@[C, D], S = fn:time:max([A, C]), E = fn:time:min([B, D]), :time:le(S, E).',
    ],
    ['looks back from now', 'path(X, Y)@[now] :- <-[0s, 5m] path(X, Y).'],
    [
      'has a last time',
      `path(X, Y)@[S] :- path(X, Y)@[T], S = ${next}, :time:lt(S, fn:time:parse_rfc3339("2024-01-02T00:00:00Z")).`,
    ],
    ['has a condition on the time before', `path(X, Y)@[S] :- path(X, Y)@[T], edge(X, Y)@[T], S = ${next}.`],
    [
      'tests what it computes from the time',
      `path(X, Y)@[S] :- path(X, Y)@[T], S = ${next}, H = fn:time:hour(S), H < 5.`,
    ],
    ['goes along data', `path(X, Z)@[S, S] :- path(X, Y)@[T, _], hop(Y, Z), S = ${next}.`],
    ['keeps the end that the other is made of', `path(X, Y)@[T, S] :- path(X, Y)@[T, _], S = ${next}.`],
    ['reads instants and makes none', `path(X, Y)@[T, S] :- path(X, Y)@[T], S = ${next}.`],
    ['leads to another thing', `path(X, "c")@[S, S] :- path(X, "b")@[T, _], S = ${next}.`],
  ])('is served, also where the pack says `refuse`: it %s', async (_, rule) => {
    const text = `
      edge("a", "b")@[2024-01-01, 2024-02-01].
      hop("b", "c").
      path(X, Y)@[S, E] :- edge(X, Y)@[S, E].
      ${rule}`;
    const pack = await loadTiny({ ...refuse, 'domain.mg': text });
    expect([pack.refusedTemporal, pack.degraded]).toEqual([[], []]);
    expect(brief(pack.warnings).filter((each) => each.startsWith('self-extending'))).toEqual([]);
    const made = await createRuleSet(pack);
    expect('problems' in made ? made.problems : []).toEqual([]);
  });
});
