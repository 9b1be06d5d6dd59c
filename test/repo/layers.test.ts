import { describe, expect, it } from 'vitest';
import { type Import, importsOf, sourcesOf } from './imports.js';

/** The packages of this repository that a package may import. Another edge is a change of the architecture. */
const packageEdges: Record<string, readonly string[]> = {
  mangle: [],
  protocol: [],
  server: ['mangle', 'protocol'],
  cli: ['mangle', 'protocol', 'server'],
};

/** Packages of others, and modules of Node, that the folders of a package may import; `*` stands for every folder. */
const outsideEdges: Record<string, Record<string, readonly string[]>> = {
  mangle: { threads: ['node:worker_threads'] },
  protocol: { messages: ['typebox', 'typebox/schema'] },
  server: {
    '*': ['node:*'],
    config: ['typebox', 'typebox/compile'],
    scenarios: ['typebox', 'typebox/compile'],
    externals: ['libsql/promise', 'pg'],
    pack: ['chokidar', 'esbuild', 'typebox/schema', 'yaml'],
    security: ['canonicalize', 'jose'],
    observe: ['pino', 'prom-client', '@opentelemetry/api'],
    macro: ['canonicalize'],
    render: ['gpt-tokenizer/encoding/o200k_base'],
    invocation: ['typebox/schema'],
    hosts: ['fastify', 'ws'],
  },
  cli: { '*': ['commander', 'picocolors', 'node:*'] },
};

/**
 * The folders inside a package, in order, each with the folders it may import besides itself.
 * `.` stands for the files at the top of `src`.
 */
const folderEdges: Record<string, Record<string, readonly string[]>> = {
  mangle: {
    text: [],
    value: ['text'],
    diagnostics: ['text', 'value'],
    syntax: ['text', 'value', 'diagnostics'],
    builtins: ['text', 'value', 'diagnostics', 'syntax'],
    program: ['text', 'value', 'diagnostics', 'syntax', 'builtins'],
    types: ['text', 'value', 'diagnostics', 'syntax', 'builtins', 'program'],
    analysis: ['text', 'value', 'diagnostics', 'syntax', 'builtins', 'program', 'types'],
    store: ['text', 'value', 'diagnostics', 'syntax', 'builtins', 'program'],
    facts: ['text', 'value', 'diagnostics', 'syntax', 'program', 'types', 'store'],
    plan: ['text', 'value', 'diagnostics', 'syntax', 'builtins', 'program', 'store'],
    engine: ['text', 'value', 'diagnostics', 'syntax', 'builtins', 'program', 'types', 'store', 'facts', 'plan'],
    naive: ['text', 'value', 'diagnostics', 'syntax', 'builtins', 'program', 'store', 'plan', 'engine'],
    provenance: ['text', 'value', 'diagnostics', 'syntax', 'builtins', 'program', 'store', 'plan', 'engine'],
    api: [
      'text',
      'value',
      'diagnostics',
      'syntax',
      'builtins',
      'program',
      'types',
      'analysis',
      'store',
      'engine',
      'provenance',
    ],
    threads: ['text', 'value', 'diagnostics', 'builtins', 'program', 'engine', 'api'],
    '.': [
      'text',
      'value',
      'diagnostics',
      'syntax',
      'builtins',
      'program',
      'types',
      'analysis',
      'store',
      'facts',
      'plan',
      'engine',
      'provenance',
      'api',
    ],
  },
  protocol: {
    json: [],
    errors: [],
    messages: ['json', 'errors'],
    facts: ['json', 'errors', 'messages'],
    '.': ['json', 'errors', 'messages', 'facts'],
  },
  server: {
    bounds: [],
    config: [],
    schemas: ['bounds'],
    externals: ['bounds', 'config'],
    pack: ['config', 'externals', 'schemas'],
    security: ['bounds', 'config', 'pack'],
    observe: ['config', 'pack', 'security'],
    facts: ['pack'],
    macro: ['bounds', 'config', 'facts', 'pack'],
    rules: ['facts', 'macro', 'pack', 'security'],
    hints: ['facts', 'macro', 'pack', 'rules'],
    render: ['config', 'facts', 'hints', 'pack', 'rules', 'security'],
    stores: ['bounds', 'macro'],
    invocation: ['bounds', 'macro', 'pack', 'schemas', 'security', 'stores'],
    session: [
      'bounds',
      'facts',
      'hints',
      'invocation',
      'macro',
      'observe',
      'pack',
      'render',
      'rules',
      'security',
      'stores',
    ],
    hosts: ['bounds', 'observe', 'security', 'session'],
    // Above `server.ts`: it opens servers as any other program does.
    scenarios: ['.', 'config', 'facts', 'hosts', 'pack', 'security'],
    // Asks rules as a session does, for somebody who owns the pack.
    explain: ['config', 'facts', 'pack', 'rules', 'scenarios', 'security', 'session'],
    '.': [
      'bounds',
      'config',
      'explain',
      'facts',
      'hints',
      'hosts',
      'observe',
      'pack',
      'render',
      'rules',
      'scenarios',
      'security',
      'session',
      'stores',
    ],
  },
  cli: {
    terminal: [],
    input: ['terminal'],
    evaluation: ['terminal', 'input'],
    output: ['terminal', 'evaluation'],
    'eval-lines': ['input', 'evaluation'],
    repl: ['terminal', 'input', 'evaluation', 'output'],
    commands: ['terminal', 'input', 'evaluation', 'output', 'eval-lines', 'repl'],
    serving: ['terminal', 'output', 'commands'],
    '.': ['terminal', 'output', 'commands', 'serving'],
  },
};

describe.each(Object.keys(packageEdges))('package %s', (name) => {
  const imports = importsOf(name);

  it('imports only the packages it may', () => {
    const own = (packageEdges[name] ?? []).map((each) => `@manglecp/${each}`);
    const isAllowed = ({ file, specifier }: Import) => {
      const edges = outsideEdges[name] ?? {};
      const allowed = [...own, ...(edges['*'] ?? []), ...(edges[folderOf(name, file)] ?? [])];
      return allowed.includes(specifier) || (specifier.startsWith('node:') && allowed.includes('node:*'));
    };
    expect(imports.filter((each) => each.target === undefined && !isAllowed(each)).map(edgeText)).toEqual([]);
  });

  it('has only imports that stay inside its sources', () => {
    const sources = new Set(sourcesOf(name));
    expect(imports.filter(({ target }) => target !== undefined && !sources.has(target)).map(edgeText)).toEqual([]);
  });

  it('has no other folder edges than those of the table', () => {
    const table = folderEdges[name] ?? {};
    const forbidden = imports.filter(({ file, target }) => {
      if (target === undefined) return false;
      const [from, to] = [folderOf(name, file), folderOf(name, target)];
      return from !== to && !table[from]?.includes(to);
    });
    expect(forbidden.map(edgeText)).toEqual([]);
  });

  it('names in the table every folder it has', () => {
    const folders = new Set(sourcesOf(name).map((file) => folderOf(name, file)));
    expect([...folders].filter((folder) => folderEdges[name]?.[folder] === undefined)).toEqual([]);
  });

  it('has no import cycle, not even of two files', () => {
    expect(findCycle(imports)).toEqual([]);
  });
});

function folderOf(packageName: string, file: string): string {
  const [first = '', ...rest] = file.slice(`packages/${packageName}/src/`.length).split('/');
  return rest.length === 0 ? '.' : first;
}

function edgeText({ file, specifier }: Import): string {
  return `${file} imports ${specifier}`;
}

/** The files of one cycle in order, or an empty list. */
function findCycle(imports: readonly Import[]): string[] {
  const edges = new Map<string, string[]>();
  for (const { file, target } of imports) {
    if (target !== undefined) edges.set(file, [...(edges.get(file) ?? []), target]);
  }
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    path.push(file);
    for (const next of edges.get(file) ?? []) {
      const cycle = visit(next);
      if (cycle.length > 0) return cycle;
    }
    path.pop();
    done.add(file);
    return [];
  };
  for (const file of edges.keys()) {
    const cycle = visit(file);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
