import { createSource } from '@manglecp/mangle';
import { suggestName } from '@manglecp/protocol';
import { packOrigins } from './origin.js';
import { emptyPolicy } from './policy-layer.js';
import { fileProblem, type Problem, warning } from './problem.js';
import { type Entry, listFolder, listOptional, type PackFolder, readText } from './read-files.js';
import type { RuleSource } from './rule-source.js';

const layers = ['schema', 'policy', 'domain'] as const;
type PackLayer = (typeof layers)[number];

/** The rule files of a pack, most trusted layer first (CONF-006). A layer is a file or a folder of files. */
export async function readLayers(folder: PackFolder, entries: readonly Entry[]): Promise<readonly RuleSource[]> {
  for (const problem of [...strayFiles(entries), ...(await strayFolders(folder, entries))]) folder.report(problem);
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

/** The same for a folder of rule files that is called nearly like a layer. */
async function strayFolders(folder: PackFolder, entries: readonly Entry[]): Promise<readonly Problem[]> {
  const names = entries.filter(({ name, isFolder }) => isFolder && !isLayer(name)).map(({ name }) => name);
  const checked = names.map(async (name) => {
    const near = suggestName(name.toLowerCase(), layers);
    const inside = near === undefined ? undefined : await listFolder(folder, name);
    if (near === undefined || inside?.some((each) => each.name.endsWith('.mg')) !== true) return [];
    return [fileProblem('stray-rules', name, 'the folder belongs to no layer', `Did you mean \`${near}/\`?`)];
  });
  return (await Promise.all(checked)).flat();
}

function isLayer(name: string): boolean {
  return layers.some((layer) => layer === name);
}

/** What is called like a layer is read, or it is a problem: a layer that cannot be read must not look like none. */
async function layerFiles(folder: PackFolder, layer: PackLayer, entries: readonly Entry[]): Promise<readonly string[]> {
  const file = `${layer}.mg`;
  const isFile = entries.some(({ name }) => name === file);
  const isFolder = entries.some(({ name }) => name === layer);
  if (isFile && isFolder) {
    const message = `the pack has both \`${file}\` and \`${layer}/\``;
    folder.report(fileProblem('two-layers', file, message, 'Keep the file or the folder.'));
  }
  if (isFile) return [file];
  if (isFolder) return ruleFiles(folder, layer, await listOptional(folder, entries, layer));
  if (layer === 'policy') folder.report(noPolicy);
  return [];
}

const noPolicy = warning(
  fileProblem(
    'no-policy',
    'policy.mg',
    'the pack has no policy: whoever may connect may run every action of every plan',
    'Write a `policy.mg` that lists the actions that may run, such as `safe_action("read_log").`',
  ),
);

function ruleFiles(folder: PackFolder, layer: PackLayer, entries: readonly Entry[] | undefined): readonly string[] {
  if (entries === undefined) return [];
  const files = entries.flatMap(({ name, isFolder, fault }) => {
    const file = `${layer}/${name}`;
    if (!isFolder && name.endsWith('.mg')) return [file];
    const help = 'Only `.mg` files are read here, and none in folders inside it.';
    if (!name.endsWith('.md')) folder.report(fault ?? fileProblem('stray-file', file, 'it is no rule file', help));
    return [];
  });
  if (files.length === 0 && layer === 'policy') folder.report(emptyPolicy(layer));
  return files;
}
