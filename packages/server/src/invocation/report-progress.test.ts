import type { Progress } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { action, execute, planOf } from './execution.suite.js';
import { ProgressReport } from './report-progress.js';

function setUp(stepCount = 1) {
  const sent: Progress[] = [];
  const clock = { nowMs: 0 };
  const report = new ProgressReport({ send: (progress) => sent.push(progress), clock: () => clock.nowMs, stepCount });
  return { report, sent, clock };
}

it.each<[string, unknown, unknown, Progress]>([
  ['as they are', 'reading dock log', 50, { status: 'running', detail: 'reading dock log', percent: 50 }],
  ['on one line', ' a\n\tb\u0000\u200bc ', 1, { status: 'running', detail: 'a b c', percent: 1 }],
  ['without half characters', `x\uD83D`, 1, { status: 'running', detail: 'x', percent: 1 }],
  ['without detail if it is no text', { secret: 1 }, 5, { status: 'running', percent: 5 }],
  ['without detail if it is empty', ' ', 5, { status: 'running', percent: 5 }],
  ['up to one hundred percent', 'a', 1e9, { status: 'running', detail: 'a', percent: 100 }],
  ['from zero percent on', 'a', -5, { status: 'running', detail: 'a', percent: 0 }],
  ['without regard to what is no number', 'a', Number.NaN, { status: 'running', detail: 'a', percent: 0 }],
  ['without regard to a text as percentage', 'a', '50', { status: 'running', detail: 'a', percent: 0 }],
])('INV-036 reports of actions are sent %s', (_, detail, percent, expected) => {
  const { report, sent } = setUp();
  report.openStep(0, 'a').report(detail as string, percent as number);
  expect(sent).toEqual([expected]);
});

it('long details are cut', () => {
  const { report, sent } = setUp();
  report.openStep(0, 'a').report('x'.repeat(1_000_000));
  expect(sent[0]?.detail).toBe(`${'x'.repeat(200)}…`);
});

it('an action that reports wildly is heard now and then, and the end is always told', () => {
  const { report, sent, clock } = setUp();
  const step = report.openStep(0, 'a');
  for (let index = 0; index < 10_000; index += 1) step.report('a', index / 100);
  expect(sent).toHaveLength(20);
  clock.nowMs += 100;
  for (let index = 0; index < 10_000; index += 1) step.report('b', 99);
  expect(sent).toHaveLength(21);
  report.finish();
  expect(sent.at(-1)).toEqual({ status: 'finalizing', percent: 100 });
});

it('INV-039 nothing is sent after the end', () => {
  const { report, sent } = setUp();
  const step = report.openStep(0, 'a');
  report.end();
  step.report('a', 1);
  report.finish();
  expect(sent).toEqual([]);
});

describe('progress of a plan', () => {
  it('INV-036 INV-039 goes from started to finalizing and never back', async () => {
    const messages: Progress[] = [];
    const report = action('report', (_args, { progress }) => {
      progress('half', 50);
      progress('back', 10);
    });
    await execute(planOf(['report', 'report']), { actions: [report], onProgress: (each) => messages.push(each) });
    expect(messages).toEqual([
      { status: 'started', percent: 0 },
      { status: 'running', detail: 'half', percent: 25 },
      { status: 'running', detail: 'back', percent: 25 },
      { status: 'running', detail: 'report', percent: 50 },
      { status: 'running', detail: 'half', percent: 75 },
      { status: 'running', detail: 'back', percent: 75 },
      { status: 'finalizing', percent: 100 },
    ]);
  });

  it('INV-039 of an action that has returned is not heard', async () => {
    const messages: Progress[] = [];
    const later: (() => void)[] = [];
    const leave = action('leave', (_args, { progress }) => void later.push(() => progress('late')));
    const check = action('check', () => later[0]?.());
    await execute(planOf(['leave', 'check']), {
      actions: [leave, check],
      onProgress: (each) => messages.push(each),
    });
    later[0]?.();
    expect(messages.map(({ status, detail }) => detail ?? status)).toEqual(['started', 'check', 'finalizing']);
  });

  it('INV-035 that cannot be sent does not disturb the action', async () => {
    const report = action('report', (_args, { progress }) => {
      progress('a');
      return { ok: true };
    });
    const onProgress = () => {
      throw new Error('the connection is closed');
    };
    expect((await execute(planOf(['report']), { actions: [report], onProgress })).result).toEqual({ ok: true });
    expect((await execute(planOf(['report']), { actions: [report] })).result).toEqual({ ok: true });
  });
});
