import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeMessage, ProtocolError } from '@manglecp/protocol';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { root } from '../../../test/repo/repository.js';
import { readCorpus } from './wire-corpus.js';

/** Reads a list of messages in base64 and prints what is wrong with each. */
const script = `
  import { decodeMessage, ProtocolError } from './packages/protocol/src/index.ts';
  import { readFileSync } from 'node:fs';
  const isFree = () => { try { return new Function('return true')(); } catch { return false; } };
  const faults = JSON.parse(readFileSync(0, 'utf8')).map((message) => {
    try { decodeMessage(Buffer.from(message, 'base64')); return null; }
    catch (error) { return error instanceof ProtocolError ? error.toPayload() : String(error); }
  });
  console.log(JSON.stringify({ isFree: isFree(), faults }));
`;

const folder = mkdtempSync(path.join(tmpdir(), 'manglecp-protocol-'));
const outfile = path.join(folder, 'script.cjs');

afterAll(() => rmSync(folder, { recursive: true }));

it('messages are checked in the same way where no code may be generated', async () => {
  await build({
    stdin: { contents: script, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  const messages = readCorpus()
    .map(({ bytes }) => bytes)
    .filter(({ length }) => length < 100_000);
  const { stdout, stderr } = spawnSync(process.execPath, ['--disallow-code-generation-from-strings', outfile], {
    input: JSON.stringify(messages.map((bytes) => Buffer.from(bytes).toString('base64'))),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const { isFree, faults } = JSON.parse(stdout) as { isFree: boolean; faults: unknown[] };
  expect(isFree).toBe(false);
  expect(faults).toEqual(messages.map(faultOf));
});

function faultOf(bytes: Uint8Array): unknown {
  try {
    decodeMessage(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return error.toPayload();
  }
}
