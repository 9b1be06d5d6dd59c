import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, type TaskMeta } from 'vitest';
import { packFolder } from '../harness/subject.js';
import { goodRequest } from '../abuse/siege.js';

const mebibyte = 1024 * 1024;

export interface AttackOptions {
  /** A folder below `testdata/packs`, an absolute one, or `warehouse`. */
  readonly pack?: string;
  /** Laid over the pack's own settings, as `--config` does. */
  readonly config?: object;
  /** Further arguments of `manglecp serve`. */
  readonly args?: readonly string[];
  /** What well-behaved clients ask; by default the good request of the pack. */
  readonly message?: object;
  /** Their credentials. */
  readonly token?: string;
  /** The address they come from; the attacker's own, 127.0.0.1, if absent. */
  readonly address?: string;
  /** Leaves stderr of the server unread after the ready line. */
  readonly isLogUnread?: boolean;
}

/** A server process under attack. */
export interface Target {
  readonly url: string;
  readonly pid: number;
  /** A folder for files of the test. */
  readonly scratch: string;
  /** What the server wrote to stderr. */
  readonly log: () => string;
  /** Posts a message as a client library does. */
  readonly post: (message: object, token?: string) => Promise<{ readonly status: number; readonly text: string }>;
}

type Attack = (title: string, body: (target: Target) => Promise<void>, limits?: AttackLimits) => void;

export interface AttackLimits {
  /** The share of other clients' requests that must be answered, from 0 to 1. */
  readonly share?: number;
  /** How long an attack may take. */
  readonly timeoutMs?: number;
}

/**
 * Attacks on one server process with a heap of 512 MiB, on loopback, while other clients go on asking. The process must
 * live, stay below 1 GiB of resident memory and answer at least 99 % of the others; the run prints what was measured.
 */
export function underAttack(name: string, options: AttackOptions, define: (attack: Attack) => void): void {
  describe(name, () => {
    let server: ServerProcess | undefined;
    beforeAll(async () => {
      server = await startServer(options);
    });
    afterAll(() => server?.stop());
    define((title, body, { share = 0.99, timeoutMs = 180_000 } = {}) => {
      it(
        title,
        async ({ task }) => {
          if (server === undefined) throw new Error('the server did not start');
          const before = residentBytes(server.target.pid);
          const memory = watchMemory(server.target.pid);
          const others = await startBystanders(server.target.url, options);
          try {
            await body(server.target);
          } finally {
            memory.end();
          }
          const results = await others.stop();
          expect(server.hasEnded(), server.target.log()).toBe(false);
          await delay(1000);
          const report = { title, before, peak: memory.peak(), after: residentBytes(server.target.pid), results };
          printReport(task, report);
          expect(shareAnswered(results), failuresText(results)).toBeGreaterThanOrEqual(share);
          expect(report.peak).toBeLessThan(1024 * mebibyte);
          expect(report.after).toBeLessThan(1024 * mebibyte);
          expect((await server.target.post(messageOf(options), options.token)).status).toBe(200);
        },
        timeoutMs,
      );
    });
  });
}

interface ServerProcess {
  readonly target: Target;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

const launcher = fileURLToPath(new URL('../../../cli/bin/manglecp.js', import.meta.url));

async function startServer(options: AttackOptions): Promise<ServerProcess> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'manglecp-real-'));
  const configFile = path.join(scratch, 'config.json');
  writeFileSync(configFile, JSON.stringify(options.config ?? {}));
  const args = ['serve', packFolder(options.pack), '--port', '0', '--config', configFile, ...(options.args ?? [])];
  const child = spawn(process.execPath, ['--max-old-space-size=512', launcher, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const take = (chunk: string): void => {
      log += chunk;
      const address = /^manglecp ready (\S+)\n/m.exec(log)?.[1];
      if (address === undefined) return;
      if (options.isLogUnread === true) child.stderr.off('data', take).pause();
      resolve(address);
    };
    child.stderr.setEncoding('utf8').on('data', take);
    void ended.then(() => reject(new Error(`the server ended: ${log}`)));
  });
  return {
    target: { url, pid: child.pid ?? 0, scratch, log: () => log, post: (message, token) => post(url, message, token) },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      child.stderr.resume();
      child.kill('SIGTERM');
      const killed = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(killed);
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}

async function post(url: string, message: object, token?: string): Promise<{ status: number; text: string }> {
  const kind = (message as { readonly type?: string }).type === 'invoke_request' ? 'invoke' : 'evaluate';
  const response = await fetch(`${url}/manglecp/${kind}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(message),
  });
  return { status: response.status, text: await response.text() };
}

function messageOf({ message, pack }: AttackOptions): object {
  return message ?? goodRequest(pack)();
}

/** What became of one request of a well-behaved client. */
interface Result {
  readonly kind: string;
  readonly isAnswered: boolean;
  readonly what: string;
  readonly ms: number;
  readonly at: number;
}

async function startBystanders(url: string, options: AttackOptions): Promise<{ stop(): Promise<readonly Result[]> }> {
  const child: ChildProcess = fork(fileURLToPath(new URL('bystanders.mjs', import.meta.url)), { execArgv: [] });
  await new Promise((resolve) => child.once('spawn', resolve));
  child.send({ url, token: options.token, address: options.address, message: messageOf(options), perSecond: 30 });
  // A second of peace, so that every run has requests of before, during and after the attack.
  await delay(1000);
  return {
    stop: async () => {
      await delay(1000);
      const results = new Promise<readonly Result[]>((resolve) => child.once('message', resolve));
      child.send('stop');
      return results;
    },
  };
}

/** Resident memory of a process, in bytes, as the kernel counts it. */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

function watchMemory(pid: number): { peak(): number; end(): void } {
  let peak = residentBytes(pid);
  const timer = setInterval(() => {
    try {
      peak = Math.max(peak, residentBytes(pid));
    } catch {
      // The process is gone; the test says so.
    }
  }, 50);
  return { peak: () => peak, end: () => clearInterval(timer) };
}

function shareAnswered(results: readonly Result[]): number {
  return results.filter(({ isAnswered }) => isAnswered).length / Math.max(1, results.length);
}

function failuresText(results: readonly Result[]): string {
  const failed = results.filter(({ isAnswered }) => !isAnswered);
  return failed
    .slice(0, 5)
    .map(({ kind, what }) => `${kind}: ${what}`)
    .join('\n');
}

interface Report {
  readonly title: string;
  readonly before: number;
  readonly peak: number;
  readonly after: number;
  readonly results: readonly Result[];
}

function printReport({ meta }: { readonly meta: TaskMeta }, { title, before, peak, after, results }: Report): void {
  const times = results.map(({ ms }) => ms).sort((a, b) => a - b);
  const quantile = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(0);
  const inMebibytes = (bytes: number): string => (bytes / mebibyte).toFixed(0);
  (meta.notes ??= []).push(
    `${title}: resident ${inMebibytes(before)} MiB before, ${inMebibytes(peak)} at most, ${inMebibytes(after)} after; ` +
      `${(shareAnswered(results) * 100).toFixed(1)} % of ${results.length} other requests answered, ` +
      `p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, longest ${quantile(1)} ms`,
  );
}
