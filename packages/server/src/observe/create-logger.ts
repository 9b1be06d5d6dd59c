import { pino } from 'pino';
import type { ObserveConfig } from '../config/config.js';
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

/** Anything that takes lines; `process.stderr` is one. */
export interface LogDestination {
  write(line: string): unknown;
}

export interface LoggerOptions {
  /** A name that every line carries. */
  readonly service: string;
  readonly destination: LogDestination;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** A logger of JSON lines. Refuses standard output, which belongs to the protocol (WIRE-051). */
export function createLogger(level: ObserveConfig['log_level'], options: LoggerOptions): Logger {
  const { service, destination, clock } = options;
  if ('fd' in destination && destination.fd === 1) throw new Error('logs must not go to standard output');
  const lines = pino(
    {
      level,
      base: { service },
      timestamp: () => `,"time":"${new Date(clock()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => void destination.write(line) },
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
