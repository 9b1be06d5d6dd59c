import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AuditEntry, openAuditLog } from './audit-log.js';

let folder: string;
let file: string;
let failures: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'manglecp-audit-'));
  file = path.join(folder, 'audit.jsonl');
  failures = 0;
});

afterEach(() => rm(folder, { recursive: true }));

function open(name = file) {
  return openAuditLog(name, {
    clock: () => Date.parse('2026-03-01T12:00:00Z'),
    onFailure: (_error, entries) => (failures += entries),
  });
}

const entry: AuditEntry = {
  request: 'r-1',
  domain: 'warehouse',
  transport: 'http',
  principal: 'static:ops',
  identity: 'ops',
  type: 'invoke_request',
  subject: 'm-1',
  name: 'rebook',
  argsDigest: 'ab'.repeat(32),
  decision: 'allowed',
  confirmation: 'verified',
};

async function lines(): Promise<readonly unknown[]> {
  const text = await readFile(file, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

it('writes one line for each decision', async () => {
  const log = open();
  log.append(entry);
  const { name: _name, identity: _identity, argsDigest: _digest, ...least } = entry;
  log.append({ ...least, subject: 'find_late', decision: 'denied', code: 'auth_required', confirmation: 'none' });
  await log.close();
  const common = { time: '2026-03-01T12:00:00.000Z', request: 'r-1', domain: 'warehouse', transport: 'http' };
  expect(await lines()).toEqual([
    {
      ...common,
      principal: 'static:ops',
      identity: 'ops',
      type: 'invoke_request',
      subject: 'm-1',
      name: 'rebook',
      args_digest: 'ab'.repeat(32),
      decision: 'allowed',
      confirmation: 'verified',
    },
    {
      ...common,
      principal: 'static:ops',
      identity: null,
      type: 'invoke_request',
      subject: 'find_late',
      decision: 'denied',
      code: 'auth_required',
      confirmation: 'none',
    },
  ]);
});

it('keeps the order, and all of it is there after it is closed', async () => {
  const log = open();
  for (let n = 0; n < 5000; n++) log.append({ ...entry, request: `r-${n}` });
  await log.close();
  const expected = Array.from({ length: 5000 }, (_, n) => ({ request: `r-${n}` }));
  expect(await lines()).toMatchObject(expected);
  expect(failures).toBe(0);
});

it('appends to what is there, and only its owner can read it', async () => {
  for (const request of ['first', 'second']) {
    const log = open();
    log.append({ ...entry, request });
    await log.close();
  }
  expect(await lines()).toMatchObject([{ request: 'first' }, { request: 'second' }]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('begins a line of its own after one that a crash cut off, which stays as it is', async () => {
  const whole = open();
  whole.append({ ...entry, request: 'before' });
  await whole.close();
  await appendFile(file, '{"time":"2026-03-01T11:59');
  for (const request of ['after', 'later']) {
    const log = open();
    log.append({ ...entry, request });
    await log.close();
  }
  const written = (await readFile(file, 'utf8')).split('\n');
  expect(written).toHaveLength(5);
  expect(written[1]).toBe('{"time":"2026-03-01T11:59');
  expect([0, 2, 3].map((at): unknown => JSON.parse(written[at] ?? ''))).toMatchObject([
    { request: 'before' },
    { request: 'after' },
    { request: 'later' },
  ]);
  expect(written[4]).toBe('');
});

it('SEC-040 cuts what clients send, and a line stays a line', async () => {
  const log = open();
  log.append({ ...entry, subject: `a\nb${'x'.repeat(1_000_000)}`, name: 'Bearer marker' });
  await log.close();
  expect(await lines()).toMatchObject([{ subject: `a\nb${'x'.repeat(197)}…`, name: '[redacted]' }]);
});

describe('failures', () => {
  it('refuse to start without the file', async () => {
    expect(() => open(folder)).toThrow('`observe.audit_log`: cannot write to');
    await writeFile(path.join(folder, 'plain'), '');
    expect(() => open(path.join(folder, 'plain', 'audit.jsonl'))).toThrow('cannot write to');
  });

  it('are counted when a full disk takes nothing', async () => {
    const log = open('/dev/full');
    log.append(entry);
    log.append(entry);
    await log.close();
    expect(failures).toBe(2);
  });

  it('are counted when an entry comes after the end', async () => {
    const log = open();
    log.append(entry);
    await log.close();
    await log.close();
    log.append(entry);
    expect(failures).toBe(1);
    expect(await lines()).toHaveLength(1);
  });
});
