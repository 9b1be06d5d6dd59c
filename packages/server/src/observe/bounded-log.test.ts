import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.js';
import { createLogger } from './create-logger.js';

it('throws away lines that nobody takes, counts them, and says so when there is a reader again', async () => {
  const destination = new PassThrough();
  const metrics = createMetrics([]);
  const log = createLogger('info', {
    service: 's',
    destination,
    clock: () => 0,
    onLost: (lines) => metrics.logLost(lines),
  });
  const padding = 'x'.repeat(150);
  for (let number = 0; number < 20_000; number++) log.info({ number, padding }, 'line');
  expect(destination.writableLength).toBeLessThan(1_100_000);
  let text = '';
  destination.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await new Promise((resolve) => setImmediate(resolve));
  log.info({}, 'the last');
  await new Promise((resolve) => setImmediate(resolve));
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly msg: string; readonly lost?: number });
  const kept = lines.filter(({ msg }) => msg === 'line').length;
  expect(kept).toBeGreaterThan(1000);
  expect(lines.slice(kept)).toMatchObject([
    { level: 'warn', msg: 'log lines were lost because nobody took them', lost: 20_000 - kept },
    { msg: 'the last' },
  ]);
  expect(await metrics.text()).toContain(`manglecp_log_lines_lost_total ${20_000 - kept}`);
});

it('is readable where a person reads along', () => {
  const lines: string[] = [];
  const destination = { isTTY: true, write: (line: string) => lines.push(line) };
  const log = createLogger('info', { service: 's', destination, clock: () => 0 });
  log.warn({ port: 80 }, 'busy');
  expect(lines).toEqual(['00:00:00 warn  busy port=80\n']);
});
