// The actions of the domain. They read the specifications that lie in this folder; what they write stays in memory, where
// a real server would have a checkout.

import { readFile } from 'node:fs/promises';
import steps from './facts/step.json' with { type: 'json' };

/** The files that were written, by path. */
const checkout = new Map();

const specId = { type: 'string' };
const phaseId = { type: 'integer', description: 'The implementation phase number' };

export const actions = {
  read_contracts: {
    description: 'Read the endpoints that the API contracts of a specification define.',
    input: object({ file: { type: 'string' } }),
    effects: ['filesystem'],
    idempotent: true,
    reversible: true,
    run: async ({ file }, { signal }) => {
      const text = await readFile(new URL(file, import.meta.url), { encoding: 'utf8', signal });
      return { endpoints: Array.from(text.matchAll(/^- `([A-Z]+ \S+)`/gm), ([, endpoint]) => endpoint) };
    },
  },
  write_files: {
    description: 'Write the files of a phase, with a test for each.',
    input: object({
      spec_id: specId,
      type: { type: 'string' },
      phase_id: phaseId,
      dry_run: {
        type: 'boolean',
        default: false,
        description: 'If true, validate the implementation plan without writing files',
      },
      endpoints: { type: 'array', items: { type: 'string' }, default: [] },
    }),
    effects: ['filesystem'],
    reversible: true,
    run: ({ spec_id: spec, type, phase_id: phase, dry_run: isDryRun, endpoints }, { progress }) => {
      const files = filesOf(spec, phase, type);
      if (files.length === 0) throw new Error(`phase ${phase} of ${spec} has no ${type} step`);
      const tests = filesOf(spec, phase, 'test');
      for (const file of isDryRun ? [] : [...files, ...tests]) {
        progress(`writing ${file}`);
        checkout.set(file, endpoints.map((endpoint) => `// ${endpoint}\n`).join(''));
      }
      return {
        spec_id: spec,
        files_created: isDryRun ? [] : files,
        tests_generated: isDryRun ? [] : tests,
        status: isDryRun ? 'validated' : 'created',
      };
    },
  },
  report_tests: {
    description: 'List the files with the tests of a phase.',
    input: object({ spec_id: specId, phase_id: phaseId }),
    effects: ['none'],
    idempotent: true,
    run: ({ spec_id: spec, phase_id: phase }) => ({ phase, files: filesOf(spec, phase, 'test') }),
  },
  summarize_phase: {
    description: 'List the steps of a phase.',
    input: object({ spec_id: specId, phase_id: phaseId }),
    effects: ['none'],
    idempotent: true,
    run: ({ spec_id: spec, phase_id: phase }) => ({
      phase,
      steps: steps
        .filter((step) => step.spec === spec && step.phase === phase)
        .map(({ type, file }) => ({ type, file })),
    }),
  },
};

function filesOf(spec, phase, type) {
  return steps
    .filter((step) => step.spec === spec && step.phase === phase && step.type === type)
    .map(({ file }) => file);
}

/** The JSON Schema of an object whose members without a default are required. */
function object(properties) {
  const required = Object.keys(properties).filter((name) => !('default' in properties[name]));
  return { type: 'object', properties, required, additionalProperties: false };
}
