import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compareText, type Evaluation, type Externals, fact, type FactInput, prepareSync } from '@manglecp/mangle';
import { onTestFinished } from 'vitest';
import { loadPack, type Problem } from './load-pack.js';
import type { Pack } from './pack.js';
import { renderProblems } from './render-problems.js';

/** Files by path; a value that is no text is written as JSON, and what is undefined is not written. */
export type Files = Readonly<Record<string, unknown>>;

/** The least that `manglecp.json` needs. */
export const tinyConfig = { name: 'tiny', version: '1.0.0', domain: { id: 'tiny' }, intents: [] };

/** Writes a pack into a folder of its own, which is gone when the test is over. */
export async function writePack(files: Files): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pack-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFiles(folder, { 'manglecp.json': tinyConfig, ...files });
  return folder;
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    if (content === undefined) continue;
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    await writeFile(target, isRaw ? content : JSON.stringify(content));
  }
}

/** The file of a policy; a policy without a word is none. */
export function policyFile(text: string): Files {
  return { 'policy.mg': text === '' ? undefined : text };
}

/** A pack that must load. Most of them have no policy, and need not be warned of it. */
export async function loadTiny(files: Files): Promise<Pack> {
  const loaded = await loadPack(await writePack(files));
  if (!('pack' in loaded)) throw new Error(renderProblems(loaded.problems));
  return { ...loaded.pack, warnings: loaded.pack.warnings.filter(({ code }) => code !== 'no-policy') };
}

/** What is wrong with a pack that must not load. */
export async function problemsOf(files: Files): Promise<readonly Problem[]> {
  const loaded = await loadPack(await writePack(files));
  return 'pack' in loaded ? [] : loaded.problems;
}

/** Problems in short: code and place. */
export function brief(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ code, file, line }) => [code, file, line].filter((part) => part !== undefined).join(' '));
}

/** A cell of a row that is a text or a whole number. */
export function cellText(cell: unknown): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'bigint') return String(cell);
  throw new TypeError('expected a text or a whole number');
}

export const kernelExternals: Externals = {
  'name_before/2': { call: ([name, other]) => compareText(cellText(name), cellText(other)) < 0, isDeterministic: true },
};

/** What the rules of a pack derive for a request. */
export function ask(pack: Pack, facts: readonly FactInput[], now = 0n): Evaluation {
  const externals = { ...pack.externals, ...kernelExternals };
  return prepareSync(pack.program, pack.baseFacts, { externals }).requestSync(facts, { now });
}

/** The facts of a request as the host states them. */
export function intent(name: string, params: Readonly<Record<string, string>> = {}): readonly FactInput[] {
  return [
    fact('intent_type', 'current', name),
    ...Object.entries(params).map(([key, value]) => fact('intent_param', 'current', key, value)),
  ];
}
