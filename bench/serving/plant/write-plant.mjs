// Writes the plant as a pack: a folder that `manglecp serve` takes like any other.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { times } from '../../generate/random.mjs';
import { actionName, intentName, kinds, plantFacts, skillName } from './facts.mjs';
import { dataPredicates, plantRules, plantSchema } from './rules.mjs';

/**
 * Writes the pack and tells how large it is. The same options write the same bytes.
 * @param {string} folder
 * @param {{ size: 'small' | 'large', seed: number }} options
 * @returns {{ facts: number, rules: number }}
 */
export function writePlant(folder, options) {
  const facts = plantFacts(options);
  const write = (file, text) => {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  write('manglecp.json', JSON.stringify(config(), null, 2));
  write('schema.mg', lines(plantSchema()));
  write('policy.mg', lines(plantRules.policy.map((rule) => `${rule}.`)));
  write('domain.mg', lines(plantRules.domain.map((rule) => `${rule}.`)));
  write('actions.js', actionsModule());
  for (const at of times(kinds.skills, (each) => each)) write(`skills/${skillName(at)}/SKILL.md`, skillText(at));
  // Data comes as tables, what the kernel knows as clauses.
  const isData = ([predicate]) => Object.hasOwn(dataPredicates, predicate);
  for (const predicate of Object.keys(dataPredicates)) {
    const rows = facts.filter(([name]) => name === predicate).map(([, ...args]) => args.join(','));
    write(`facts/${predicate}.csv`, lines(rows));
  }
  write('facts/tools.mg', lines(facts.filter((fact) => !isData(fact)).map(clause)));
  return { facts: facts.length, rules: plantRules.domain.length + plantRules.policy.length };
}

function lines(each) {
  return each.map((line) => `${line}\n`).join('');
}

function clause([predicate, ...args]) {
  const terms = args.map((arg) => (typeof arg === 'object' ? arg.source : JSON.stringify(arg)));
  return `${predicate}(${terms.join(', ')}).`;
}

function config() {
  return {
    name: 'Plant',
    version: '1.0.0',
    description: 'A generated domain for benchmarks',
    domain: { id: 'plant' },
    intents: times(kinds.intents, (at) => ({
      name: intentName(at),
      description: `What to do about machines, in case ${at}`,
      required_facts: ['acting_user'],
      optional_facts: ['focus_unit', 'reading'],
    })),
    disclosure: { full: 70, condensed: 40, minimal: 30 },
    observe: { log_level: 'warn' },
  };
}

function actionsModule() {
  const effects = ['none', 'network', 'filesystem', 'destructive'];
  const names = [...times(kinds.actions, actionName), 'write_journal'];
  return `// Actions that do nothing.
const input = {
  type: 'object',
  properties: { mode: { type: 'string' }, unit: { type: 'string', maxLength: 40 }, found: {}, user: { type: 'string' } },
  required: ['unit'],
};
const action = (name, effect, isIdempotent) => ({
  description: \`Does \${name}.\`,
  input,
  effects: [effect],
  idempotent: isIdempotent,
  run: () => ({ id: name }),
});

export const actions = {
${names.map((name, at) => `  ${name}: action('${name}', '${effects[at % effects.length]}', ${at % 3 > 0}),`).join('\n')}
};
`;
}

/** Some are short enough to be sent whole, some are not. */
function skillText(at) {
  const sentence = `Look at the machine before you touch it, and write down what you saw (${at}). `;
  const text = sentence.repeat(at % 4 === 0 ? 150 : 8).trim();
  return `---\nname: ${skillName(at)}\ndescription: How to look after machines of kind ${at}.\n---\n\n${text}\n`;
}
