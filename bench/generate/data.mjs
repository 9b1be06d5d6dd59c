// Makes the data that is missing.
import { existsSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { writeKernel } from './kernel.mjs';
import { writeBase, writeProduct } from './write-product.mjs';
import { writeWorkload } from './write-workload.mjs';

/** The counts of `expected.json` hold for this seed only. */
export const standardSeed = 20260213;

/**
 * The folder of a workload, `product` or `kernel`, written first if it is not there yet.
 * @param {string} name
 * @param {{ data: string, size: 'small' | 'large', log?: (line: string) => void }} options
 */
export function ensureData(name, { data, size, log = () => undefined }) {
  const folder = path.join(data, size, name);
  if (isComplete(name, folder)) return folder;
  log(`generating ${name} (${size})`);
  if (name === 'product') writeProduct(folder, { size, seed: standardSeed });
  else if (name === 'kernel') writeKernel(folder, standardSeed);
  else writeWorkload(name, size, folder, standardSeed);
  return folder;
}

function isComplete(name, folder) {
  if (!existsSync(path.join(folder, 'meta.json'))) return false;
  return name !== 'product' || existsSync(path.join(folder, 'domain-requests'));
}

/**
 * The file of the product base with `growth` times the entities.
 * @param {number} growth
 * @param {{ data: string, size: 'small' | 'large', log?: (line: string) => void }} options
 */
export function ensureGrownBase(growth, options) {
  const folder = ensureData('product', options);
  if (growth === 1) return path.join(folder, 'base.mg');
  const file = path.join(folder, `base-${growth}.mg`);
  if (existsSync(file)) return file;
  options.log?.(`generating product with ${growth} times the entities (${options.size})`);
  writeBase(`${file}.part`, { size: options.size, seed: standardSeed, growth });
  renameSync(`${file}.part`, file);
  return file;
}

/** What the generator noted about a folder of data. @param {string} folder */
export function readMeta(folder) {
  return JSON.parse(readFileSync(path.join(folder, 'meta.json'), 'utf8'));
}
