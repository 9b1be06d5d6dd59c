import { decodeMessage, encodeMessage, makeMessage } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { buildManifest, manifestEtag, type ManifestState } from './manifest.js';
import { loadTiny, tinyConfig } from './tiny-pack.suite.js';

const quiet: ManifestState = { status: 'ready', isAuthRequired: false, degraded: [] };
const endpoints = { intent_eval: '/m/evaluate', macro_invoke: '/m/invoke', websocket: '/m/ws' };
const credential = { sha256: 'a'.repeat(64), identity: 'x' };

async function manifestOf(config: object, state: Partial<ManifestState> = {}) {
  return buildManifest(await loadTiny({ 'manglecp.json': { ...tinyConfig, ...config } }), { ...quiet, ...state });
}

describe('a manifest', () => {
  it('has everything in a fixed order', async () => {
    const intents = [{ name: 'go', description: 'Go.', required_facts: ['disclosure_upgrade'] }];
    const domain = { id: 'tiny', categories: ['testing'], affinities: { ops: 5 } };
    const manifest = await manifestOf({ description: 'Small.', intents, domain }, { endpoints });
    expect(JSON.stringify(manifest)).toBe(
      JSON.stringify({
        server_name: 'tiny',
        server_version: '1.0.0',
        protocol: { manglecp: '2026-02-draft', supported_versions: ['2026-02-draft'], conformance_level: 1 },
        status: 'ready',
        domain: { id: 'tiny', description: 'Small.', categories: ['testing'], affinities: { ops: 5 } },
        endpoints: { intent_eval: '/m/evaluate', macro_invoke: '/m/invoke' },
        intents: [{ name: 'go', description: 'Go.', required_facts: ['disclosure_upgrade'], optional_facts: [] }],
        facts_profile: {
          time_formats: ['rfc3339', 'epoch_ms'],
          schema_uri: null,
          predicates: [
            {
              predicate: 'disclosure_upgrade',
              arity: 1,
              arg_types: ['string'],
              arg_names: ['macro_id'],
              description: 'Asks for this macro-tool, or this skill, in full.',
              direction: 'input',
            },
          ],
        },
        capabilities: {
          temporal: true,
          aggregation: true,
          named_args: true,
          rule_submission: false,
          subscriptions: false,
          external_predicates: [
            {
              predicate: 'name_before',
              arity: 2,
              description: 'The first name stands before the second by code point; rules cannot order strings.',
              deterministic: true,
              'x-mangle-mode': 'bb',
            },
          ],
        },
        limits: {
          max_message_bytes: 16_777_216,
          max_facts_per_request: 10_000,
          max_derived_facts: 100_000,
          max_intervals_per_atom: 1000,
          max_compute_ms: 30_000,
        },
        auth: { required: false, schemes: ['bearer', 'api_key'], token_url: null },
        extensions: { 'x-websocket': '/m/ws', 'x-structured-facts': true, 'x-token-estimator': 'bytes/4' },
      }),
    );
  });

  it('is one that receivers take', async () => {
    const text = encodeMessage(makeMessage('manifest', null, await manifestOf({}, { endpoints })));
    expect(decodeMessage(text, { maxBytes: 1 << 20 }).type).toBe('manifest');
  });

  it('MAN-009 has a description where the pack has none', async () => {
    expect((await manifestOf({})).domain).toEqual({ id: 'tiny', description: 'tiny' });
  });

  it('MAN-013 has no endpoints where there are none', async () => {
    const manifest = await manifestOf({});
    expect(manifest).not.toHaveProperty('endpoints');
    expect(manifest.extensions).not.toHaveProperty('x-websocket');
  });

  it('MAN-019 tells where the schema is, if somewhere', async () => {
    const manifest = await manifestOf({}, { endpoints: { ...endpoints, schema: '/m/schema.mg' } });
    expect(manifest.facts_profile.schema_uri).toBe('/m/schema.mg');
  });

  it('MAN-037 C-60 tells what does not work', async () => {
    const manifest = await manifestOf({}, { status: 'degraded', degraded: [{ component: 'a', reason: 'b' }] });
    expect(manifest.extensions?.['x-degraded']).toEqual([{ component: 'a', reason: 'b' }]);
  });

  it('lists other domains', async () => {
    const otherDomains = [{ id: 'b', manifest: '/m/b/manifest.json' }];
    expect((await manifestOf({}, { otherDomains })).extensions?.['x-domains']).toEqual(otherDomains);
  });

  it.each([
    ['tokens', { tokens: [credential] }, ['bearer'], null],
    ['API keys', { api_keys: [credential] }, ['bearer', 'api_key'], null],
    [
      'tokens of an issuer',
      { jwt: { issuer: 'https://i', audience: 'a', jwks_url: 'https://i/keys', token_url: 'https://i/token' } },
      ['bearer', 'oauth2'],
      'https://i/token',
    ],
  ])('MAN-030 MAN-031 lists the schemes of %s', async (_, auth, schemes, tokenUrl) => {
    const manifest = await manifestOf({ auth }, { isAuthRequired: true });
    expect(manifest.auth).toEqual({ required: true, schemes, token_url: tokenUrl });
  });

  it('MAN-032 has no unknown member that does not begin with x-', async () => {
    const otherDomains = [{ id: 'b', manifest: '/b' }];
    const manifest = await manifestOf({}, { endpoints, degraded: [{ component: 'a', reason: 'b' }], otherDomains });
    expect(Object.keys(manifest.extensions ?? {}).filter((key) => !key.startsWith('x-'))).toEqual([]);
  });

  it('ARCH-002 MAN-043 says nothing about tools, actions and policy', async () => {
    const pack = await loadTiny({
      'domain.mg': 'macro_tool("hidden_tool", "full"). macro_step("hidden_tool", 1, "hidden_action", {}).',
      'policy.mg': 'requires_privilege("hidden_tool", "hidden_privilege").',
      'actions.js':
        "export const actions = { hidden_action: { description: 'x', input: { type: 'object' }, effects: [], run() {} } };",
    });
    expect(JSON.stringify(buildManifest(pack, quiet))).not.toContain('hidden');
  });
});

it('MAN-040 the tag of a manifest is strong and follows its bytes', () => {
  expect(manifestEtag('a')).toMatch(/^"[\w-]{43}"$/);
  expect(manifestEtag('a')).toBe(manifestEtag('a'));
  expect(manifestEtag('a')).not.toBe(manifestEtag('b'));
});
