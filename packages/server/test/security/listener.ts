import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { openServer } from '@manglecp/server';
import { packFolder } from '../harness/subject.js';

export interface ListenerOptions {
  readonly pack?: string;
  readonly config?: object;
  /** Where it listens; loopback if absent. */
  readonly host?: string;
  readonly isPublicDemo?: boolean;
  readonly clock?: () => number;
}

/** A server that listens where a test says. */
export interface Listener {
  readonly url: string;
  readonly port: number;
  log(): string;
  stop(): Promise<void>;
}

/** Rejects with the server's own `SetupError` if it does not want to listen there. */
export async function listen(options: ListenerOptions = {}): Promise<Listener> {
  const { pack, config = {}, host = '127.0.0.1', isPublicDemo = false, clock } = options;
  const scratch = mkdtempSync(path.join(tmpdir(), 'manglecp-listener-'));
  const configFile = path.join(scratch, 'config.json');
  writeFileSync(configFile, JSON.stringify(config));
  const logDestination = new PassThrough();
  const lines: string[] = [];
  logDestination.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const opened = await openServer([packFolder(pack)], {
    configFile,
    logDestination,
    ...(clock === undefined ? {} : { clock }),
  });
  if ('problems' in opened) throw new Error(`the pack does not load: ${JSON.stringify(opened.problems)}`);
  const { server } = opened;
  const stop = async (): Promise<void> => {
    await server.close();
    rmSync(scratch, { recursive: true, force: true });
  };
  try {
    const url = await server.listen({ host, port: 0, isPublicDemo });
    await server.boot();
    return { url, port: Number(new URL(url).port), log: () => lines.join(''), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
