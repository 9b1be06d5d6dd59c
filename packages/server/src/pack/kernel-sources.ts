import { readdir, readFile } from 'node:fs/promises';
import { compareText, createSource } from '@manglecp/mangle';
import { kernelOrigins } from './origin.js';
import type { RuleSource } from './rule-source.js';

/** Beside `src` and `dist`. */
const rulesFolder = new URL('../../rules/', import.meta.url);

let known: Promise<readonly RuleSource[]> | undefined;

/** The server's own rules, most trusted first. They do not change while it runs, so they are read once. */
export function readKernel(): Promise<readonly RuleSource[]> {
  known ??= readLayers().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function readLayers(): Promise<readonly RuleSource[]> {
  const layers = await Promise.all(Object.values(kernelOrigins).map(readLayer));
  return layers.flat();
}

type KernelOrigin = (typeof kernelOrigins)[keyof typeof kernelOrigins];

async function readLayer(origin: KernelOrigin): Promise<readonly RuleSource[]> {
  const folder = new URL(`${origin.layer}/`, rulesFolder);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.mg')).sort(compareText);
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { source: createSource(`<server>/${origin.layer}/${name}`, text), origin };
    }),
  );
}
