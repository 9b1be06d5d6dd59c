import { cpSync, renameSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { type Running, startCommand } from '../harness/command.js';
import { openHttpPeer } from '../harness/http-peer.js';
import { intentRequest, invokeRequest } from '../harness/messages.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import { toolsOf } from '../harness/answers.js';
import type { Peer } from '../harness/peer.js';
import { until } from '../harness/until.js';

const running: Running[] = [];
const copies: PackCopy[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
  for (const copy of copies.splice(0)) copy.dispose();
});

async function serve(copy: PackCopy, ...args: string[]): Promise<{ readonly process: Running; readonly peer: Peer }> {
  copies.push(copy);
  const process = startCommand(['serve', copy.folder, '--port', '0', ...args]);
  running.push(process);
  return { process, peer: await openHttpPeer(await process.url) };
}

const stockRequest = (): object =>
  intentRequest({ intent: { name: 'check_stock' }, facts: [{ pred: 'active_site', args: ['HAM-2'] }] });

async function names(peer: Peer): Promise<readonly string[]> {
  return [...toolsOf(await peer.ask(stockRequest())).keys()];
}

describe('a server in a process of its own', () => {
  it('goes on when an action leaves errors behind that nobody waits for, and says so', async () => {
    const copy = copyPack('warehouse');
    const leave = 'void Promise.reject(new Error("lost")), setTimeout(() => { throw new Error("late"); }, 1)';
    copy.edit('actions.js', 'run: ({ site }) => ({\n      bins:', `run: ({ site }) => (${leave}, {\n      bins:`);
    const { process, peer } = await serve(copy, '--no-watch');
    const id = toolsOf(await peer.ask(stockRequest())).get('show_stock') ?? '';
    await peer.ask(invokeRequest(id));
    await until(() => process.written().includes('lost') && process.written().includes('late'));
    expect(await names(peer)).toContain('show_stock');
    expect((await openHttpPeer(await process.url)).manifest.payload.status).toBe('degraded');
  });

  it('takes over a folder that was put in the place of the pack', async () => {
    const copy = copyPack('warehouse');
    const { peer } = await serve(copy);
    expect(await names(peer)).toContain('show_stock');
    const next = `${copy.folder}-next`;
    cpSync(copy.folder, next, { recursive: true });
    renameSync(copy.folder, `${copy.folder}-old`);
    renameSync(next, copy.folder);
    rmSync(`${copy.folder}-old`, { recursive: true });
    copy.edit('domain.mg', 'macro_tool("show_stock", "full")', 'macro_tool("show_bins", "full")');
    await until(async () => (await names(peer)).includes('show_bins'));
  });

  it('says in a line that its port is in use', async () => {
    const { process } = await serve(copyPack('warehouse'), '--no-watch');
    const { port } = new URL(await process.url);
    const second = startCommand(['serve', copies[0]?.folder ?? '', '--port', port]);
    // It never has an address.
    second.url.catch(() => undefined);
    const { code, errors } = await second.finished;
    expect([code, errors.split('\n')[0]]).toEqual([1, `error: port ${port} on \`127.0.0.1\` is in use`]);
  });
});
