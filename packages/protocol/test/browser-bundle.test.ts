import path from 'node:path';
import vm from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { root } from '../../../test/repo/repository.js';

/** Esbuild refuses modules of Node for browsers, so that a bundle exists only if there are none. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'packages/protocol/src/index.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'protocol',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

describe('the protocol in a browser', () => {
  it('needs nothing of Node: it works with what every runtime has', async () => {
    const context = vm.createContext({ TextDecoder, TextEncoder });
    vm.runInContext(await bundle(), context);
    const line = vm.runInContext(
      `protocol.encodeMessage(protocol.decodeMessage(
        '{"type":"progress","id":"i","manglecp":"2026-02-draft","payload":{"status":"running","percent":50.0}}'))`,
      context,
    ) as string;
    expect(line).toBe(
      '{"type":"progress","id":"i","manglecp":"2026-02-draft","payload":{"status":"running","percent":50}}',
    );
  });
});
