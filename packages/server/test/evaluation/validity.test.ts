import { expect, onTestFinished } from 'vitest';
import { errorOf, invokeTool } from '../harness/answers.js';
import { copyPack } from '../harness/pack-copy.js';
import type { Answer, Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';
import { ask, fact, namesIn, payloadOf, toolNamed } from './tools.js';

const windows = { pack: 'windows' };
const nine = '2026-03-01T09:00:00Z';

/** The instant so many seconds after nine. */
function at(seconds: number): string {
  return new Date(Date.parse(nine) + seconds * 1000).toISOString().replace('.000Z', 'Z');
}

interface Spell {
  readonly pred?: 'seen' | 'upcoming';
  /** Seconds after nine; absent: without end on this side. */
  readonly from?: number;
  readonly to?: number;
}

/** A fact that holds for a time, about a tool. */
function spell(tool: string, { pred = 'seen', from, to }: Spell): object {
  const start = from === undefined ? '_' : at(from);
  const end = to === undefined ? '_' : at(to);
  return { pred, args: [tool], t: { start, end } };
}

function watch(peer: Peer, facts: readonly object[], seconds: number): Promise<Answer> {
  return ask(peer, 'watch', facts, { eval_time: at(seconds) });
}

/** When a tool that is evaluated so many seconds after nine expires, as it is told; in seconds after nine. */
async function expiry(peer: Peer, tool: string, facts: readonly object[], seconds = 0): Promise<unknown> {
  const { validity } = toolNamed(await watch(peer, facts, seconds), tool);
  expect(validity?.not_before).toBe(at(seconds));
  const { expires_at: end } = validity ?? {};
  return end === undefined ? 'never' : (Date.parse(end as string) - Date.parse(nine)) / 1000;
}

overTransports('the validity of a tool', (verifies) => {
  verifies(['EVAL-057'], 'ends when rules that look back no longer see the fact', async ({ connect }) => {
    const peer = await connect(windows);
    expect(await expiry(peer, 'just_now', [spell('just_now', { from: -120, to: -120 })])).toBe(180);
    expect(await expiry(peer, 'just_now', [spell('just_now', { from: 0, to: 0 })])).toBe(300);
    expect(await expiry(peer, 'just_now', [spell('just_now', { from: -900, to: -60 })])).toBe(240);
    expect(await expiry(peer, 'just_now', [spell('just_now', { from: -300, to: -300 })])).toBe(0);
    expect(await expiry(peer, 'some_time_ago', [spell('some_time_ago', { from: -90, to: -90 })])).toBe(210);
    // Of two sightings the later one counts, and an earlier one that is past does not.
    const twice = [spell('just_now', { from: -290, to: -290 }), spell('just_now', { from: -10, to: -10 })];
    expect(await expiry(peer, 'just_now', twice)).toBe(290);
    // A sighting to come makes it last, if it comes before the first one is forgotten.
    const next = [spell('just_now', { from: -10, to: -10 }), spell('just_now', { from: 200, to: 260 })];
    expect(await expiry(peer, 'just_now', next)).toBe(560);
    const gap = [spell('just_now', { from: -10, to: -10 }), spell('just_now', { from: 291, to: 400 })];
    expect(await expiry(peer, 'just_now', gap)).toBe(290);
  });

  verifies(['EVAL-057'], 'ends when a fact ends that must hold all along, or at present', async ({ connect }) => {
    const peer = await connect(windows);
    expect(await expiry(peer, 'all_along', [spell('all_along', { from: -600, to: 75 })])).toBe(75);
    expect(await expiry(peer, 'at_present', [spell('at_present', { from: -5, to: 33 })])).toBe(33);
    expect(await expiry(peer, 'at_present', [spell('at_present', { from: 0, to: 0 })])).toBe(0);
    // Two that touch are one.
    const two = [spell('at_present', { from: -5, to: 33 }), spell('at_present', { from: 33, to: 50 })];
    expect(await expiry(peer, 'at_present', two)).toBe(50);
    const apart = [spell('all_along', { from: -600, to: 75 }), spell('all_along', { from: 76, to: 500 })];
    expect(await expiry(peer, 'all_along', apart)).toBe(75);
  });

  verifies(['EVAL-057'], 'ends when rules that look ahead no longer see the fact', async ({ connect }) => {
    const peer = await connect(windows);
    expect(await expiry(peer, 'soon', [spell('soon', { pred: 'upcoming', from: 100, to: 130 })])).toBe(130);
    // Until ten minutes before its end, all of them are covered.
    const span = spell('from_now_on', { pred: 'upcoming', from: -100, to: 700 });
    expect(await expiry(peer, 'from_now_on', [span])).toBe(100);
  });

  verifies(['EVAL-057'], 'ends when something comes close that speaks against the tool', async ({ connect }) => {
    const peer = await connect(windows);
    const facts = [fact('wanted', 'while_quiet'), spell('while_quiet', { pred: 'upcoming', from: 800, to: 950 })];
    expect(await expiry(peer, 'while_quiet', facts)).toBe(200);
    // What it is told is never later than what is so.
    expect(namesIn(await watch(peer, facts, 199.999))).toEqual(['while_quiet']);
    expect(namesIn(await watch(peer, facts, 200))).toEqual([]);
    expect(namesIn(await watch(peer, facts, 950))).toEqual([]);
    expect(namesIn(await watch(peer, facts, 950.001))).toEqual(['while_quiet']);
  });

  verifies(['EVAL-057'], 'of two facts follows the one that it depends on', async ({ connect }) => {
    const peer = await connect(windows);
    const facts = (tool: string): readonly object[] => [
      spell(tool, { from: -60, to: -60 }),
      spell(tool, { pred: 'upcoming', from: -60, to: -60 }),
    ];
    expect(await expiry(peer, 'both', facts('both'))).toBe(240);
    expect(await expiry(peer, 'either', facts('either'))).toBe(3540);
  });

  verifies(['EVAL-057'], 'follows rules that compare times, or derive facts with a time', async ({ connect }) => {
    const peer = await connect(windows);
    expect(await expiry(peer, 'grace', [spell('grace', { from: -60, to: 30 })])).toBe(150);
    expect(await expiry(peer, 'a_minute_longer', [spell('a_minute_longer', { from: -60, to: 30 })])).toBe(90);
    const last = await expiry(peer, 'before_end', [spell('before_end', { from: -60, to: 30 })]);
    expect(last).toBeGreaterThan(29.99);
    expect(last).toBeLessThanOrEqual(30);
  });

  verifies(['EVAL-057', 'MACRO-002'], 'ends when the tool would be another one', async ({ connect }) => {
    const peer = await connect(windows);
    const facts = [fact('wanted', 'changing'), spell('changing', { from: -60, to: -60 })];
    expect(await expiry(peer, 'changing', facts)).toBe(240);
    const early = toolNamed(await watch(peer, facts, 240), 'changing').macro_id;
    expect(toolNamed(await watch(peer, facts, 100), 'changing').macro_id).toBe(early);
    expect(toolNamed(await watch(peer, facts, 241), 'changing').macro_id).not.toBe(early);
  });

  verifies(['EVAL-057'], 'is a lifetime where no time is looked at, or none of the facts ends', async ({ connect }) => {
    const peer = await connect(windows);
    expect(await expiry(peer, 'plain', [fact('wanted', 'plain')])).toBe(300);
    expect(await expiry(peer, 'plain', [fact('wanted', 'plain')], 12)).toBe(312);
    expect(await expiry(peer, 'hour', [fact('wanted', 'hour')])).toBe(3600);
    expect(await expiry(peer, 'at_present', [spell('at_present', { from: -5 })])).toBe(300);
    expect(await expiry(peer, 'at_present', [{ pred: 'seen', args: ['at_present'] }])).toBe(300);
    const lasting = await connect({ ...windows, config: { tools: { lifetime_s: 7 } } });
    expect(await expiry(lasting, 'plain', [fact('wanted', 'plain')])).toBe(7);
    expect(await expiry(lasting, 'hour', [fact('wanted', 'hour')])).toBe(3600);
    const endless = await connect({ ...windows, config: { tools: { lifetime_s: 0 } } });
    expect(await expiry(endless, 'plain', [fact('wanted', 'plain')])).toBe('never');
    expect(await expiry(endless, 'just_now', [spell('just_now', { from: 0, to: 0 })])).toBe(300);
  });

  verifies(['EVAL-057'], 'is what the domain says, if that ends first', async ({ connect }) => {
    const peer = await connect(windows);
    const closing = (...ends: number[]): readonly object[] => [
      fact('wanted', 'closing'),
      ...ends.map((from) => spell('closing', { pred: 'upcoming', from, to: 10_000 })),
    ];
    expect(await expiry(peer, 'closing', closing(40))).toBe(40);
    expect(await expiry(peer, 'closing', closing(70, 40))).toBe(40);
    expect(await expiry(peer, 'closing', closing(5000))).toBe(300);
  });

  verifies(['EVAL-057'], 'that has no time in it keeps the tool from being offered, with a hint', async ({ fresh }) => {
    const pack = copyPack('windows');
    onTestFinished(() => pack.dispose());
    pack.write(
      'domain.mg',
      `${pack.read('domain.mg')}
macro_valid_until("opening", End) :- seen("opening")@[_, End].
macro_tool("stillborn", "full") :- wanted("stillborn").
macro_lifetime("stillborn", fn:duration:parse("-1s")) :- wanted("stillborn").\n`,
    );
    const peer = await (await fresh({ pack: pack.folder })).connect();
    const upcoming = (tool: string, from: number): object => spell(tool, { pred: 'upcoming', from, to: 10_000 });
    const empty: readonly (readonly [string, ...object[]])[] = [
      ['closing', upcoming('closing', -10)],
      ['closing', upcoming('closing', 0)],
      ['opening', upcoming('opening', 60), spell('opening', { to: 60 })],
      ['opening', upcoming('opening', 60), spell('opening', { to: 30 })],
      ['stillborn'],
    ];
    for (const [tool, ...facts] of empty) {
      const wanted = [fact('wanted', tool), fact('wanted', 'plain'), ...facts];
      const answer = await ask(peer, 'watch', wanted, { eval_time: nine, options: { include_proof_hints: true } });
      expect([tool, namesIn(answer)]).toEqual([tool, ['plain']]);
      expect(payloadOf(answer).proof_hints.excluded).toContainEqual(
        expect.objectContaining({ candidate: tool, reason: 'there is no time at which it could be used' }),
      );
    }
  });

  verifies(['EVAL-057'], 'of one tool does not shorten that of another', async ({ connect }) => {
    const peer = await connect(windows);
    const facts = [
      spell('just_now', { from: -120, to: -120 }),
      spell('at_present', { from: -5, to: 33 }),
      fact('wanted', 'plain'),
      ...Array.from({ length: 10 }, (_, n) => spell(`nothing ${n}`, { from: -n, to: n })),
    ];
    expect(await expiry(peer, 'just_now', facts)).toBe(180);
    expect(await expiry(peer, 'at_present', facts)).toBe(33);
    expect(await expiry(peer, 'plain', facts)).toBe(300);
  });

  verifies(['EVAL-057'], 'can be told, however late it ends', async ({ connect }) => {
    const peer = await connect(windows);
    const last = '2262-04-11T23:47:16Z';
    for (const time of [nine, '1970-01-01T00:00:00Z', last]) {
      const facts = [fact('wanted', 'plain'), { pred: 'seen', args: ['just_now'], t: { start: '_', end: last } }];
      const answer = await ask(peer, 'watch', facts, { eval_time: time });
      expect(namesIn(answer)).toEqual(['just_now', 'plain']);
      for (const name of namesIn(answer)) {
        // Whatever is told is an instant that can be sent back.
        const { expires_at: end } = toolNamed(answer, name).validity ?? {};
        const again = await ask(peer, 'watch', [], { eval_time: end ?? null });
        expect([end, again.message.type]).toEqual([end, 'intent_response']);
      }
    }
  });
});

overTransports('the use of a tool', (verifies) => {
  verifies(['MACRO-019', 'MACRO-018'], 'is over when its window is', async ({ fresh }) => {
    let now = Date.parse('2026-05-01T00:00:00Z');
    const peer = await (await fresh({ ...windows, clock: () => now })).connect();
    const offered = await watch(peer, [spell('at_present', { from: -5, to: 2 })], 0);
    const use = (payload: object = {}): Promise<Answer> => invokeTool(peer, offered, { name: 'at_present', payload });
    expect(toolNamed(offered, 'at_present').validity?.expires_at).toBe(at(2));
    expect((await use()).message.payload.result).toEqual({ value: 'at_present' });
    // The last instant is part of the window.
    now += 2000;
    expect((await use()).message.type).toBe('invoke_response');
    now += 1;
    expect(errorOf(await use(), 'macro_expired').details).toEqual({ reason: 'expired' });
    // No client turns the clock back.
    expect(errorOf(await use({ eval_time: at(0) }), 'macro_expired').details).toEqual({ reason: 'expired' });
    now += 10_000_000;
    expect((await use()).message.payload.code).toMatch(/^macro_(expired|not_found)$/);
  });

  verifies(['MACRO-019', 'MACRO-018'], 'is over after its lifetime, and not before', async ({ fresh }) => {
    let now = Date.parse('2026-05-01T00:00:00Z');
    const peer = await (await fresh({ ...windows, clock: () => now })).connect();
    const offered = await watch(peer, [fact('wanted', 'plain')], 0);
    const use = (payload: object = {}): Promise<Answer> => invokeTool(peer, offered, { name: 'plain', payload });
    expect(toolNamed(offered, 'plain').validity?.expires_at).toBe(at(300));
    now += 299_999;
    expect((await use()).message.type).toBe('invoke_response');
    expect(errorOf(await use({ eval_time: at(301) }), 'macro_expired').details).toEqual({ reason: 'expired' });
    now += 2;
    expect(errorOf(await use(), 'macro_expired').details).toEqual({ reason: 'expired' });
  });

  verifies(['MACRO-019', 'EVAL-057'], 'begins when its window does', async ({ fresh }) => {
    let now = Date.parse('2026-05-01T00:00:00Z');
    const peer = await (await fresh({ ...windows, clock: () => now })).connect();
    const facts = [
      fact('wanted', 'opening'),
      spell('opening', { pred: 'upcoming', from: 100, to: 100 }),
      spell('opening', { pred: 'upcoming', from: 60, to: 60 }),
    ];
    const offered = await watch(peer, facts, 0);
    expect(toolNamed(offered, 'opening').validity).toMatchObject({ not_before: at(100) });
    const use = (): Promise<Answer> => invokeTool(peer, offered, { name: 'opening' });
    const refused = errorOf(await use(), 'macro_expired');
    expect(refused).toMatchObject({ details: { reason: 'not_yet_valid' }, retry_after_ms: 100_000 });
    now += 99_999;
    expect(errorOf(await use(), 'macro_expired').retry_after_ms).toBe(1);
    now += 1;
    expect((await use()).message.type).toBe('invoke_response');
    // What began before the evaluation begins with it.
    const late = toolNamed(await watch(peer, facts, 200), 'opening');
    expect(late.validity?.not_before).toBe(at(200));
  });
});
