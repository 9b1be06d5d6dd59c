import { describe, expect, it } from 'vitest';
import { readConfig, readConfigs } from './read-config.js';

const least = { name: 'desk', version: '1.0.0', domain: { id: 'desk' }, intents: [] };
const digest = 'a'.repeat(64);

function read(members: object) {
  return readConfig(JSON.stringify({ ...least, ...members }), 'manglecp.json');
}

function errorPaths(members: object): readonly string[] {
  return read(members)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ path }) => path);
}

describe('a configuration', () => {
  it('needs four keys and has a default for everything else', () => {
    expect(read({})).toEqual({
      problems: [],
      config: {
        name: 'desk',
        version: '1.0.0',
        description: 'desk',
        domain: { id: 'desk', categories: [], affinities: {} },
        intents: [],
        limits: {
          max_message_bytes: 16_777_216,
          max_facts_per_request: 10_000,
          max_derived_facts: 100_000,
          max_intervals_per_atom: 1000,
          max_compute_ms: 30_000,
        },
        evaluation: { max_long: 8, max_bytes: 33_554_432 },
        disclosure: { full: 70, condensed: 40, minimal: 20 },
        tools: {
          lifetime_s: 300,
          retention_s: 300,
          store_max: 100_000,
          store_max_bytes: 67_108_864,
          principal_max_bytes: 33_554_432,
        },
        invoke: { max_events: 20, max_delta_asserts: 50, confirmation_s: 300 },
        skills: { inline_max_tokens: 2000 },
        context: { instructions_max_tokens: 200, resources_max: 100, token_estimator: 'bytes/4' },
        auth: { required: null, tokens: [], api_keys: [], jwt: null },
        rate: { per_minute: 0, refused_per_minute: null },
        strict_predicates: true,
        temporal_recursion: 'evaluate',
        coverage: false,
        behind_proxy: false,
        store: 'memory',
        externals: [],
        http: {
          base_path: '/manglecp',
          cors_origins: [],
          allowed_hosts: [],
          max_connections: 1000,
          max_connections_per_address: 500,
          max_websockets_per_address: 250,
          max_inbound_bytes: 268_435_456,
          login_timeout_s: 10,
          manifest_max_age_s: 300,
        },
        tls: null,
        observe: { log_level: 'info', metrics: true, tracing: false, audit_log: null },
      },
    });
  });

  it('tells all that is missing at once', () => {
    const { config, problems } = readConfig('{}', 'manglecp.json');
    expect(config).toBeUndefined();
    expect(problems.map(({ path }) => path)).toEqual(['/name', '/version', '/domain', '/intents']);
  });

  it('fills in the defaults of entries', () => {
    const { config } = read({
      intents: [{ name: 'go', description: 'Go.' }],
      auth: { tokens: [{ sha256: digest, identity: 'ops' }] },
      externals: [{ predicate: 'p', mode: 'bf', from: 'actions.js#p' }],
    });
    expect(config?.intents[0]).toEqual({ name: 'go', description: 'Go.', required_facts: [], optional_facts: [] });
    expect(config?.auth.tokens[0]).toEqual({
      sha256: digest,
      identity: 'ops',
      privileges: [],
      trust_level: 'interactive',
      auto_confirm_effects: [],
    });
    expect(config?.externals[0]).toMatchObject({ deterministic: false, max_rows: 1000, timeout_ms: 1000 });
  });

  it.each([
    ['$schema at the top', { $schema: 'https://example.org/pack.json' }],
    ["a key of one's own", { 'x-owner': 'team-a' }],
    ["a key of one's own further inside", { limits: { 'x-why': 'because' } }],
    ['any words in affinities', { domain: { id: 'desk', affinities: { anything: 100, __proto: 0 } } }],
    ['standard and own categories', { domain: { id: 'desk', categories: ['testing', 'x-logistics'] } }],
    ['equal thresholds', { disclosure: { full: 50, condensed: 50, minimal: 50 } }],
    ['a version with a pre-release', { version: '1.0.0-rc.1+build.5' }],
  ])('takes %s', (_, members) => {
    expect(read(members).problems).toEqual([]);
  });

  it.each([
    ['an unknown key', { limit: {} }, '/limit'],
    ['an unknown key further inside', { limits: { max_facts: 1 } }, '/limits/max_facts'],
    ['$schema anywhere else', { limits: { $schema: 'x' } }, '/limits/$schema'],
    ['a wrong type', { coverage: 'yes' }, '/coverage'],
    ['a number that is not whole', { rate: { per_minute: 1.5 } }, '/rate/per_minute'],
    ['a number beyond all numbers', { rate: { per_minute: 2 ** 60 } }, '/rate/per_minute'],
    ['an empty name', { name: '' }, '/name'],
    ['C-44 messages below 16 MiB', { limits: { max_message_bytes: 16_777_215 } }, '/limits/max_message_bytes'],
    ['a category that is none', { domain: { id: 'd', categories: ['tests'] } }, '/domain/categories/0'],
    ['MAN-011 an affinity above 100', { domain: { id: 'd', affinities: { ops: 101 } } }, '/domain/affinities/ops'],
    ['MAN-011 an affinity that is not whole', { domain: { id: 'd', affinities: { a: 0.5 } } }, '/domain/affinities/a'],
    ['an id that cannot be part of an address', { domain: { id: 'a/b' } }, '/domain/id'],
    ['thresholds in the wrong order', { disclosure: { full: 30 } }, '/disclosure'],
    [
      'a digest in upper case',
      { auth: { tokens: [{ sha256: 'A'.repeat(64), identity: 'x' }] } },
      '/auth/tokens/0/sha256',
    ],
    [
      'a digest that is too short',
      { auth: { api_keys: [{ sha256: 'abc', identity: 'x' }] } },
      '/auth/api_keys/0/sha256',
    ],
    ['an entry without a digest', { auth: { tokens: [{ identity: 'x' }] } }, '/auth/tokens/0/sha256'],
    ['C-134 another word for recursion', { temporal_recursion: 'allow' }, '/temporal_recursion'],
    ['another store', { store: 'redis' }, '/store'],
    ['an intent without a description', { intents: [{ name: 'go' }] }, '/intents/0/description'],
    [
      'an external mode of other letters',
      { externals: [{ predicate: 'p', mode: '+-', from: 'a.js#p' }] },
      '/externals/0/mode',
    ],
    [
      'an external that names no export',
      { externals: [{ predicate: 'p', mode: 'b', from: 'a.js' }] },
      '/externals/0/from',
    ],
    [
      'an external outside of the pack',
      { externals: [{ predicate: 'p', mode: 'b', from: '../a.js#p' }] },
      '/externals/0/from',
    ],
    ['a base path that ends in a slash', { http: { base_path: '/a/' } }, '/http/base_path'],
    ['an origin with a path', { http: { cors_origins: ['https://a.example/'] } }, '/http/cors_origins/0'],
    ['half of a certificate', { tls: { cert: 'c.pem' } }, '/tls/key'],
    [
      'an unknown effect',
      { auth: { tokens: [{ sha256: digest, identity: 'x', auto_confirm_effects: ['disk'] }] } },
      '/auth/tokens/0/auto_confirm_effects/0',
    ],
  ])('refuses %s', (_, members, path) => {
    expect(read(members).config).toBeUndefined();
    expect(errorPaths(members)).toEqual([path]);
  });

  it.each([
    [
      'two intents of one name',
      {
        intents: [
          { name: 'a', description: 'x' },
          { name: 'a', description: 'y' },
        ],
      },
      '/intents/1/name',
    ],
    [
      'a fact that is required and optional',
      { intents: [{ name: 'a', description: 'x', required_facts: ['p'], optional_facts: ['q', 'p'] }] },
      '/intents/0/optional_facts/1',
    ],
    [
      'one token twice',
      {
        auth: {
          tokens: [
            { sha256: digest, identity: 'a' },
            { sha256: digest, identity: 'b' },
          ],
        },
      },
      '/auth/tokens/1/sha256',
    ],
    [
      'one external twice',
      { externals: ['a', 'b'].map((name) => ({ predicate: 'p', mode: 'b', from: `a.js#${name}` })) },
      '/externals/1/predicate',
    ],
  ])('refuses %s', (_, members, path) => {
    expect(errorPaths(members)).toEqual([path]);
  });

  it.each([
    [{ coverge: true }, 'coverage'],
    [{ limits: { max_compute: 5 } }, 'max_compute_ms'],
    [{ disclosure: { Full: 5 } }, 'full'],
  ])('suggests the nearest key for %j', (members, key) => {
    expect(read(members).problems[0]?.help).toContain(`\`${key}\``);
  });

  it('MAN-004 only warns of a version that is not semantic', () => {
    const { config, problems } = read({ version: '1.0' });
    expect(config?.version).toBe('1.0');
    expect(problems.map(({ severity, path }) => [severity, path])).toEqual([['warning', '/version']]);
  });

  it('does not repeat what may be a secret', () => {
    const { problems } = read({ auth: { tokens: [{ sha256: 'hunter2', identity: 'x' }] } });
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });
});

describe('problems', () => {
  it('say where the value stands', () => {
    const text =
      '{\n  "name": "a",\n  "version": "1.0.0",\n  "domain": { "id": "a" },\n  "intents": [\n    { "name": 5 }\n  ]\n}';
    expect(readConfig(text, 'f.json').problems).toMatchObject([
      { source: 'f.json', path: '/intents/0/name', line: 6, column: 15 },
      { source: 'f.json', path: '/intents/0/description', line: 6, column: 5 },
    ]);
  });

  it.each([
    ['', 1, 1],
    ['{ "name": "a", }', 1, 16],
    ['{\n  "name": "a",\n  "name": "b" }', 3, 3],
    ['[]', 1, 1],
    ['\uFEFF{}', 1, 1],
  ])('tell what is no JSON: %j', (text, line, column) => {
    expect(readConfig(text, 'f.json')).toMatchObject({ problems: [{ severity: 'error', path: '', line, column }] });
  });

  it('tell of a number that is none', () => {
    expect(readConfig('{ "name": 1e999 }', 'f.json').config).toBeUndefined();
  });
});

describe('a file that is laid over another', () => {
  const base = {
    source: 'base',
    text: JSON.stringify({ ...least, limits: { max_compute_ms: 5 }, auth: { required: true } }),
  };

  it('replaces what it names and leaves the rest', () => {
    const over = {
      source: 'over',
      text: JSON.stringify({ name: 'other', auth: { required: null }, limits: { max_derived_facts: 7 } }),
    };
    const { config } = readConfigs([base, over]);
    expect(config).toMatchObject({
      name: 'other',
      auth: { required: null },
      limits: { max_compute_ms: 5, max_derived_facts: 7 },
    });
  });

  it('is named by problems that it brings', () => {
    const over = { source: 'over', text: '{ "rate": { "per_minute": -1 } }' };
    expect(readConfigs([base, over]).problems.map(({ source, path }) => `${source} ${path}`)).toEqual([
      'over /rate/per_minute',
    ]);
  });

  it('may say nothing', () => {
    expect(readConfigs([base, { source: 'over', text: '{}' }]).config?.limits.max_compute_ms).toBe(5);
  });
});
