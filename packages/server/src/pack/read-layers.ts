import { createSource } from '@manglecp/mangle';
import { packOrigins } from './origin.js';
import { fileProblem, type Problem } from './problem.js';
import { type Entry, listFolder, type PackFolder, readText } from './read-files.js';
import type { RuleSource } from './rule-source.js';

const layers = ['schema', 'policy', 'domain'] as const;
type PackLayer = (typeof layers)[number];

/** The rule files of a pack, most trusted layer first (CONF-006). A layer is a file or a folder of files. */
export async function readLayers(folder: PackFolder, entries: readonly Entry[]): Promise<readonly RuleSource[]> {
  for (const problem of strayFiles(entries)) folder.report(problem);
  const sources: RuleSource[] = [];
  for (const layer of layers) {
    for (const file of await layerFiles(folder, layer, entries)) {
      const text = await readText(folder, file);
      if (text === undefined) continue;
      sources.push({ source: createSource(file, text), origin: packOrigins[layer] });
    }
  }
  return sources;
}

/** A rule file that nobody reads would be a rule that silently does not hold. */
function strayFiles(entries: readonly Entry[]): readonly Problem[] {
  return entries.flatMap(({ name, isFolder }) => {
    if (/^pipeline(?:\.mg)?$/.test(name)) {
      const message = 'a pack has no pipeline of its own';
      return [
        fileProblem('pipeline', name, message, 'The phases belong to the server. Put rules into policy or domain.'),
      ];
    }
    if (isFolder || !name.endsWith('.mg') || layers.some((layer) => name === `${layer}.mg`)) return [];
    const help = `Rules belong into one of ${layers.map((layer) => `\`${layer}.mg\``).join(', ')}, facts into \`facts/\`.`;
    return [fileProblem('stray-rules', name, 'the file belongs to no layer', help)];
  });
}

async function layerFiles(folder: PackFolder, layer: PackLayer, entries: readonly Entry[]): Promise<readonly string[]> {
  const isFile = entries.some(({ name, isFolder }) => name === `${layer}.mg` && !isFolder);
  const isFolder = entries.some((entry) => entry.name === layer && entry.isFolder);
  if (isFile && isFolder) {
    const message = `the pack has both \`${layer}.mg\` and \`${layer}/\``;
    folder.report(fileProblem('two-layers', `${layer}.mg`, message, 'Keep the file or the folder.'));
  }
  if (isFile) return [`${layer}.mg`];
  return isFolder ? ruleFiles(folder, layer) : [];
}

async function ruleFiles(folder: PackFolder, layer: PackLayer): Promise<readonly string[]> {
  const files: string[] = [];
  for (const { name, isFolder } of await listFolder(folder, layer)) {
    const file = `${layer}/${name}`;
    if (!isFolder && name.endsWith('.mg')) files.push(file);
    else if (!name.endsWith('.md')) {
      const help = 'Only `.mg` files are read here, and none in folders inside it.';
      folder.report(fileProblem('stray-file', file, 'it is no rule file', help));
    }
  }
  return files;
}
