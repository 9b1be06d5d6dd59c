import { close, closeSync, fdatasync, openSync, readSync, statSync, write } from 'node:fs';
import { promisify } from 'node:util';
import { SetupError } from '../security/setup-error.js';
import { scrubText } from './scrub.js';

/** What was asked for and what was decided. Arguments appear as a digest only. */
export interface AuditEntry {
  /** The request id of the observation. */
  readonly request: string;
  readonly domain: string;
  readonly transport: string;
  /** The principal's key. */
  readonly principal: string;
  readonly identity?: string | null;
  /** Of the message. */
  readonly type: string;
  /** The intent, the id of the macro-tool, or the scheme of a login. */
  readonly subject: string;
  /** The name of the macro-tool. */
  readonly name?: string;
  /** SHA-256 of the arguments in canonical form. */
  readonly argsDigest?: string;
  readonly decision: 'allowed' | 'denied';
  /** Why it was denied. */
  readonly code?: string;
  readonly confirmation: 'none' | 'required' | 'waived' | 'verified';
}

export interface AuditLog {
  append(entry: AuditEntry): void;
  /** Resolves when everything that was appended is on disk, or has failed. */
  close(): Promise<void>;
}

export interface AuditLogOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Entries were lost. */
  readonly onFailure: (error: unknown, entries: number) => void;
}

/** Entries that wait for a slow disk; more are lost. */
const maxWaiting = 100_000;

const writeTo = promisify(write);
const syncTo = promisify(fdatasync);
const closeFile = promisify(close);

/**
 * An append-only file of JSON lines that only its owner can read. A line that a crash cut off keeps its place: it is the one
 * that is no JSON. Throws a `SetupError` if the file cannot be opened.
 */
export function openAuditLog(file: string, { clock, onFailure }: AuditLogOptions): AuditLog {
  const descriptor = openForAppend(file);
  let waiting: string[] = [];
  let writing: Promise<void> | undefined;
  let isTorn = endsInsideLine(file);
  let isClosed = false;

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      // A line that a failure cut in two must not spoil the next one.
      const bytes = Buffer.from((isTorn ? '\n' : '') + lines.join(''));
      let written = 0;
      try {
        while (written < bytes.length) written += (await writeTo(descriptor, bytes, written)).bytesWritten;
        isTorn = false;
      } catch (error) {
        isTorn ||= written > 0;
        onFailure(error, lines.length);
      }
    }
    writing = undefined;
  };

  return {
    append: (entry) => {
      // The descriptor may belong to another file by now.
      if (isClosed) return onFailure(new Error('the audit log is closed'), 1);
      if (waiting.length >= maxWaiting) return onFailure(new Error('the disk does not keep up'), 1);
      waiting.push(lineOf(entry, clock()));
      writing ??= writeAll();
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await writing;
      // What is no file, such as a pipe, has nothing to sync.
      await syncTo(descriptor).catch(() => undefined);
      await closeFile(descriptor);
    },
  };
}

function openForAppend(file: string): number {
  try {
    return openSync(file, 'a', 0o600);
  } catch (cause) {
    throw new SetupError([{ message: `\`observe.audit_log\`: cannot write to \`${file}\`` }], { cause });
  }
}

/** Whether a file has something after its last line. */
function endsInsideLine(file: string): boolean {
  const status = statSync(file);
  if (!status.isFile() || status.size === 0) return false;
  try {
    const descriptor = openSync(file, 'r');
    const last = Buffer.alloc(1);
    try {
      readSync(descriptor, last, 0, 1, status.size - 1);
    } finally {
      closeSync(descriptor);
    }
    return last.toString('latin1') !== '\n';
  } catch {
    // It may be appended to and not read. An empty line does no harm.
    return true;
  }
}

function lineOf(entry: AuditEntry, nowMs: number): string {
  const { request, domain, transport, principal, identity = null, type, subject } = entry;
  const { name, argsDigest, decision, code, confirmation } = entry;
  const line = {
    time: new Date(nowMs).toISOString(),
    request,
    domain,
    transport,
    principal,
    identity,
    type,
    subject,
    ...(name === undefined ? {} : { name }),
    ...(argsDigest === undefined ? {} : { args_digest: argsDigest }),
    decision,
    ...(code === undefined ? {} : { code }),
    confirmation,
  };
  return `${JSON.stringify(line, (_key, value: unknown) => (typeof value === 'string' ? scrubText(value) : value))}\n`;
}
