import { describe, expect, it } from 'vitest';
import type { ObserveConfig } from '../config/config.js';
import { createLogger, type LogLevel } from './create-logger.js';

function record(level: ObserveConfig['log_level']) {
  const lines: string[] = [];
  const logger = createLogger(level, {
    service: 'warehouse',
    destination: { write: (line: string) => lines.push(line) },
    clock: () => Date.parse('2026-03-01T12:00:00Z'),
  });
  return { logger, lines };
}

it('writes JSON lines', () => {
  const { logger, lines } = record('info');
  logger.warn({ port: 4711, token: 'marker' }, 'line\nbreak');
  expect(lines).toEqual([
    '{"level":"warn","time":"2026-03-01T12:00:00.000Z","service":"warehouse","port":4711,"token":"[redacted]","msg":"line\\nbreak"}\n',
  ]);
});

describe('levels', () => {
  const names: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

  it.each<[ObserveConfig['log_level'], number]>([
    ['silent', 0],
    ['error', 1],
    ['warn', 2],
    ['info', 3],
    ['debug', 4],
  ])('%s writes the first %i', (level, count) => {
    const { logger, lines } = record(level);
    for (const name of names) logger[name]({}, name);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(names.slice(0, count));
    expect(names.filter((name) => logger.isEnabled(name))).toEqual(names.slice(0, count));
  });
});

it.each([
  [1, true],
  [2, false],
])('WIRE-051 refuses standard output: descriptor %i, %s', (fd, isRefused) => {
  const destination = { fd, write: () => true };
  const create = () => createLogger('info', { service: 's', clock: () => 0, destination });
  if (isRefused) expect(create).toThrow('standard output');
  else expect(create).not.toThrow();
});
