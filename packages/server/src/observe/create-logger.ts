import { pino } from 'pino';
import type { ObserveConfig } from '../config/config.js';
import { boundLog, type LogDestination } from './bounded-log.js';
import { readableLine } from './readable-line.js';
import { scrub, scrubText } from './scrub.js';

/** Writes one line. Fields are scrubbed; a message should be fixed text, with what varies in the fields. */
export type LogMethod = (fields: Readonly<Record<string, unknown>>, message: string) => void;

export interface Logger {
  readonly error: LogMethod;
  readonly warn: LogMethod;
  readonly info: LogMethod;
  readonly debug: LogMethod;
  isEnabled(level: LogLevel): boolean;
}

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

export interface LoggerOptions {
  /** A name that every line carries. */
  readonly service: string;
  readonly destination: LogDestination;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Lines were thrown away because the destination did not take them. */
  readonly onLost?: (lines: number) => void;
}

/**
 * A logger of JSON lines, or of readable ones if the destination is a terminal. It never waits for its destination. Refuses
 * standard output, which belongs to the protocol (WIRE-051).
 */
export function createLogger(level: ObserveConfig['log_level'], options: LoggerOptions): Logger {
  const { service, destination, clock } = options;
  if ('fd' in destination && destination.fd === 1) throw new Error('logs must not go to standard output');
  const shown = destination.isTTY === true ? readableLine : (line: string) => line;
  const write = boundLog(destination, {
    onLost: options.onLost ?? (() => undefined),
    lostLine: (lost) => {
      const time = new Date(clock()).toISOString();
      return shown(`${JSON.stringify({ level: 'warn', time, service, lost, msg: lostMessage })}\n`);
    },
  });
  const lines = pino(
    {
      level,
      base: { service },
      timestamp: () => `,"time":"${new Date(clock()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => write(shown(line)) },
  );
  const method = (name: LogLevel): LogMethod => {
    return (fields, message) => {
      if (lines.isLevelEnabled(name)) lines[name](scrub(fields), scrubText(message));
    };
  };
  return {
    error: method('error'),
    warn: method('warn'),
    info: method('info'),
    debug: method('debug'),
    isEnabled: (name) => lines.isLevelEnabled(name),
  };
}

const lostMessage = 'log lines were lost because nobody took them';
