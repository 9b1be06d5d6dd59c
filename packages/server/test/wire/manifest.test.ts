import { createHash } from 'node:crypto';
import type { IntentResponse, Manifest } from '@manglecp/protocol';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, expect } from 'vitest';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import { type Answer, networkTransports, type Peer } from '../harness/peer.js';
import { work, workRequest } from '../harness/tools.js';
import { type Context, overTransports } from '../harness/verifies.js';
import { unknownKeys } from './manifest-shape.js';

const workshop = { pack: 'workshop' };
const day = '2026-03-01';

function credential(secret: string): object {
  return { sha256: createHash('sha256').update(secret).digest('hex'), identity: secret };
}

const guarded = {
  pack: 'workshop',
  config: { auth: { required: true, tokens: [credential('token')], api_keys: [credential('key')] } },
};

/** One domain after the other; each has something that the others lack. */
async function manifests({ connect }: Context): Promise<readonly Peer[]> {
  return [await connect(), await connect(workshop), await connect({ pack: 'echoes' }), await connect(guarded)];
}

function codeOf({ message }: Answer): string | undefined {
  return (message.payload as { code?: string }).code;
}

overTransports('the manifest', (verifies) => {
  verifies(['MAN-001'], 'is the first that the server says, and says how the server is', async (context) => {
    const { manifest } = await context.connect(workshop);
    expect(manifest).toMatchObject({ type: 'manifest', id: null, payload: { status: 'ready' } });
  });

  verifies(['MAN-003', 'MAN-004', 'MAN-009'], 'names the server and its domain', async (context) => {
    const { payload } = (await context.connect(workshop)).manifest;
    expect(payload).toMatchObject({ server_name: 'Test Workshop', server_version: '1.2.3-test.1' });
    expect(payload.domain).toMatchObject({
      id: 'workshop',
      description: 'Tools that wait, count, fail and answer at length',
    });
    for (const { manifest } of await manifests(context)) {
      const { server_name: name, server_version: version, domain } = manifest.payload;
      for (const text of [name, version, domain.id, domain.description]) expect(text).toMatch(/\S/);
      expect(version).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
    }
  });

  verifies(['MAN-005', 'MAN-006', 'MAN-007'], 'tells which protocol is spoken', async (context) => {
    for (const { manifest } of await manifests(context)) {
      const { protocol } = manifest.payload;
      expect(protocol.manglecp).toBe('2026-02-draft');
      expect(protocol.manglecp).toBe(manifest.manglecp);
      expect(protocol.supported_versions).toContain(protocol.manglecp);
      expect([1, 2, 3]).toContain(protocol.conformance_level);
    }
  });

  verifies(['MAN-010', 'MAN-011'], 'tells what the domain is about', async (context) => {
    const standard = [
      'browser_automation',
      'codebase_analysis',
      'workflow_orchestration',
      'data_integration',
      'testing',
      'documentation',
      'infrastructure',
      'security',
    ];
    const { domain } = (await context.connect(workshop)).manifest.payload;
    expect(domain.categories).toEqual(['testing', 'x-workshop']);
    expect(domain.affinities).toEqual({ tests: 100, production: 0 });
    for (const { manifest } of await manifests(context)) {
      const { categories = [], affinities = {} } = manifest.payload.domain as {
        categories?: readonly string[];
        affinities?: object;
      };
      for (const category of categories) expect(standard.includes(category) || category.startsWith('x-')).toBe(true);
      for (const value of Object.values(affinities)) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(100);
        expect(Number.isInteger(value)).toBe(true);
      }
    }
  });

  verifies(['MAN-014'], 'lists intents, with facts that it declares', async (context) => {
    const { intents } = (await context.connect()).manifest.payload;
    expect(intents[0]).toEqual({
      name: 'find_late_shipments',
      description: 'Which shipments missed their slot, and why',
      required_facts: ['active_site'],
      optional_facts: ['shipment_event', 'queue_depth', 'late_flag'],
    });
    for (const { manifest } of await manifests(context)) {
      const { intents: listed = [], facts_profile: profile } = manifest.payload as Manifest;
      const declared = (profile.predicates ?? []).map(({ predicate }) => predicate);
      expect(listed.length).toBeGreaterThan(0);
      for (const { name, description, required_facts: required = [], optional_facts: optional = [] } of listed) {
        expect(name).toMatch(/\S/);
        expect(description).toMatch(/\S/);
        expect(declared).toEqual(expect.arrayContaining([...required, ...optional]));
      }
    }
  });

  verifies(['MAN-015'], 'tells which facts a request must have', async (context) => {
    const peer = await context.connect(workshop);
    const request = { intent: { name: 'watch_machines' } };
    for (const facts of [[], [{ pred: 'note', args: ['a'] }], undefined]) {
      const { message } = await peer.ask(workRequest({ ...request, facts }));
      expect(message.payload).toMatchObject({
        code: 'invalid_facts',
        details: { violations: [{ fact_index: -1, predicate: 'machine_on', issue: 'missing_required_fact' }] },
      });
    }
    const facts = [{ pred: 'machine_on', args: ['lathe'] }];
    expect((await peer.ask(workRequest({ ...request, facts }))).message.type).toBe('intent_response');
  });

  verifies(['MAN-016'], 'need not list every intent', async (context) => {
    const peer = await context.connect(workshop);
    const { intents = [] } = peer.manifest.payload as Manifest;
    expect(intents.map(({ name }) => name)).toEqual(['work', 'watch_machines', 'manage']);
    const facts = [{ pred: 'count_to', args: [3] }];
    const { message } = await peer.ask(workRequest({ intent: { name: 'unlisted' }, facts }));
    expect(message.payload.macro_tools).toMatchObject([{ name: 'echo_count' }]);
  });

  verifies(['MAN-017', 'MAN-019'], 'tells how time is written', async (context) => {
    for (const { manifest } of await manifests(context)) {
      const { time_formats: formats, schema_uri: schema } = manifest.payload.facts_profile;
      expect(formats).toEqual(['rfc3339', 'epoch_ms']);
      expect(schema).toBeNull();
    }
    const peer = await context.connect(workshop);
    const instants = [`${day}T00:00:00Z`, `${day}T01:00:00.000+01:00`, Date.parse(`${day}T00:00:00Z`)];
    for (const time of instants) {
      const { message } = await peer.ask(workRequest({ eval_time: time }));
      expect(message.payload.eval_time_used).toBe(`${day}T00:00:00Z`);
    }
  });

  verifies(['MAN-018'], 'declares every predicate that is taken', async (context) => {
    const peer = await context.connect(workshop);
    const { predicates = [] } = (peer.manifest.payload as Manifest).facts_profile;
    const samples = new Map<string, readonly unknown[]>([
      ['amount', [1]],
      ['count_to', [1]],
      ['disclosure_upgrade', ['mt_0']],
      ['machine_on', ['lathe']],
      ['note', ['a']],
    ]);
    expect(predicates.map(({ predicate }) => predicate)).toEqual([...samples.keys()]);
    for (const { predicate, arity, arg_types: types, direction } of predicates) {
      const args = samples.get(predicate) ?? [];
      expect(arity).toBe(args.length);
      expect(types).toEqual(args.map((value) => typeof value));
      expect(['input', 'both']).toContain(direction);
      expect((await peer.ask(workRequest({ facts: [{ pred: predicate, args }] }))).message.type).toBe(
        'intent_response',
      );
    }
    const inner = [
      'counted',
      'machine_seen',
      'measurement',
      'measured',
      'intent_type',
      'final_selected',
      'permitted_intent',
    ];
    for (const pred of inner) {
      expect(codeOf(await peer.ask(workRequest({ facts: [{ pred, args: ['a'] }] })))).toBe('unknown_predicate');
    }
  });

  verifies(['MAN-020', 'MAN-021'], 'tells what the rules can do, and they can', async (context) => {
    const peer = await context.connect(workshop);
    expect(peer.manifest.payload.capabilities).toMatchObject({
      temporal: true,
      aggregation: true,
      rule_submission: false,
      subscriptions: false,
    });
    const spans = (hours: readonly number[]): object[] =>
      hours.map((hour) => ({
        pred: 'machine_on',
        args: ['lathe'],
        t: { start: `${day}T0${hour}:00:00Z`, end: `${day}T0${hour}:30:00Z` },
      }));
    const running = { intent: { name: 'watch_machines' }, facts: spans([1, 3]) };
    const at = async (time: string): Promise<readonly string[]> => {
      const { message } = await peer.ask(workRequest({ ...running, eval_time: `${day}T${time}:00Z` }));
      return (message.payload as IntentResponse).macro_tools.map(({ name }) => name);
    };
    expect(await at('01:15')).toEqual(['stop_machine']);
    expect(await at('02:15')).toEqual([]);
    const notes = ['a', 'b', 'c'].map((text) => ({ pred: 'note', args: [text] }));
    expect((await work(peer, 'echo_note_count', {}, notes)).message.payload.result.value).toBe(3);
    for (const type of ['rule_submission', 'submit_rules', 'subscribe']) {
      expect(codeOf(await peer.ask(workRequest({}, { type })))).toBe('invalid_type');
    }
    const rule = {
      head: { predicate: 'note', args: [{ type: 'string', value: 'a' }] },
      body: [{ predicate: 'amount', args: [] }],
    };
    expect(codeOf(await peer.ask(workRequest({ facts: [rule] })))).toBe('invalid_facts');
  });

  verifies(['MAN-022', 'MAN-023'], 'declares what the host is asked by rules', async (context) => {
    const peer = await context.connect(workshop);
    const { external_predicates: externals } = peer.manifest.payload.capabilities;
    expect(externals).toEqual(
      expect.arrayContaining([
        {
          predicate: 'doubled',
          arity: 2,
          description: 'Twice a number: the number in, its double out',
          deterministic: true,
          'x-mangle-mode': 'bf',
        },
        {
          predicate: 'measured',
          arity: 2,
          description: 'Measures a machine: its name in, a number out; fails for machines that it does not know',
          deterministic: false,
          'x-mangle-mode': 'bf',
        },
      ]),
    );
    const facts = [{ pred: 'amount', args: [21] }];
    expect((await work(peer, 'echo_double', {}, facts)).message.payload.result.value).toBe(42);
  });

  verifies(['MAN-024', 'MAN-025', 'WIRE-020'], 'tells all limits', async (context) => {
    expect((await context.connect(workshop)).manifest.payload.limits).toEqual({
      max_message_bytes: 16_777_216,
      max_facts_per_request: 10_000,
      max_derived_facts: 100_000,
      max_intervals_per_atom: 1000,
      max_compute_ms: 30_000,
    });
  });

  verifies(['MAN-026'], 'tells limits that hold', async (context) => {
    const limits = { max_facts_per_request: 5, max_derived_facts: 200, max_intervals_per_atom: 3 };
    const peer = await context.connect({ pack: 'workshop', config: { limits } });
    expect(peer.manifest.payload.limits).toMatchObject(limits);
    const notes = (count: number): object =>
      workRequest({ facts: Array.from({ length: count }, () => ({ pred: 'note', args: ['a'] })) });
    expect((await peer.ask(notes(5))).message.type).toBe('intent_response');
    expect((await peer.ask(notes(6))).message.payload).toMatchObject({
      code: 'too_many_facts',
      details: { limit: 5, actual: 6 },
    });

    const count = (value: number): object =>
      workRequest({ intent: { name: 'unlisted' }, facts: [{ pred: 'count_to', args: [value] }] });
    const derived = ({ message }: Answer): number => {
      return (message.payload as IntentResponse).diagnostics?.facts_derived ?? 0;
    };
    const room = 10 + 200 - derived(await peer.ask(count(10)));
    expect(derived(await peer.ask(count(room)))).toBe(200);
    expect((await peer.ask(count(room + 1))).message.payload).toMatchObject({
      code: 'derivation_limit_exceeded',
      details: { budget: { limit: 200, consumed: 201 } },
    });

    const spans = (length: number): object =>
      workRequest({
        intent: { name: 'watch_machines' },
        facts: Array.from({ length }, (_, at) => ({
          pred: 'machine_on',
          args: ['lathe'],
          t: { start: `${day}T0${at}:00:00Z`, end: `${day}T0${at}:30:00Z` },
        })),
      });
    expect((await peer.ask(spans(3))).message.type).toBe('intent_response');
    expect(codeOf(await peer.ask(spans(4)))).toBe('interval_limit_exceeded');
  });

  verifies(
    ['MAN-026'],
    'tells a time limit that holds',
    async (context) => {
      const limits = { max_derived_facts: 2 ** 40, max_compute_ms: 50 };
      const peer = await context.connect({ pack: 'workshop', config: { limits } });
      expect(peer.manifest.payload.limits.max_compute_ms).toBe(50);
      const facts = [{ pred: 'count_to', args: [2 ** 50] }];
      const { message } = await peer.ask(workRequest({ intent: { name: 'unlisted' }, facts }));
      expect(message.payload).toMatchObject({
        code: 'evaluation_timeout',
        details: { budget: { limit: 50, unit: 'ms' } },
      });
    },
    { on: networkTransports },
  );

  verifies(['MAN-028', 'MAN-030', 'WIRE-014'], 'tells whether credentials are needed, and which', async (context) => {
    const open = await context.connect(workshop);
    expect(open.manifest.payload.auth.required).toBe(false);
    expect((await open.ask(workRequest())).message.type).toBe('intent_response');
    const subject = await context.fresh(guarded);
    const peer = await subject.connect();
    expect(peer.manifest.payload.auth).toEqual({ required: true, schemes: ['bearer', 'api_key'], token_url: null });
    expect(codeOf(await peer.ask(workRequest()))).toBe('auth_required');
    for (const [scheme, secret] of [
      ['bearer', 'token'],
      ['api_key', 'key'],
    ] as const) {
      const login = await peer.login(secret, scheme);
      if (login !== undefined) {
        expect(login.message).toMatchObject({
          type: 'authenticate_response',
          payload: { status: 'authenticated', identity: secret },
        });
      }
      expect((await peer.ask(workRequest())).message.type).toBe('intent_response');
    }
  });

  verifies(['MAN-032'], 'has no other members than those of the protocol, but for names with x-', async (context) => {
    for (const { manifest } of await manifests(context)) expect(unknownKeys(manifest.payload)).toEqual([]);
  });

  verifies(['MAN-043'], 'is for everybody, and says nothing of what is inside', async (context) => {
    const peer = await context.connect(guarded);
    expect(peer.manifest.payload.status).toBe('ready');
    expect(unknownKeys(peer.manifest.payload)).toEqual([]);
    expect(codeOf(await peer.ask(workRequest()))).toBe('auth_required');
    const secrets =
      /echo_note|wait_for_file|read_ticks|manager|permitted|macro_tool|macro_step|actions\.js|testdata|sha256|"token"|final_selected/;
    expect(peer.manifestText).not.toMatch(secrets);
  });

  verifies(
    ['MAN-012'],
    'tells where to post, if one can',
    async (context) => {
      const { endpoints, extensions } = (await context.connect(workshop)).manifest.payload;
      expect(endpoints).toEqual({ intent_eval: '/manglecp/evaluate', macro_invoke: '/manglecp/invoke' });
      expect(extensions['x-websocket']).toBe('/manglecp/ws');
    },
    { on: networkTransports },
  );

  verifies(
    ['MAN-013'],
    'tells of no endpoints where there are none',
    async (context) => {
      const { payload } = (await context.connect(workshop)).manifest;
      expect(payload).not.toHaveProperty('endpoints');
      expect(payload.extensions).not.toHaveProperty('x-websocket');
    },
    { on: ['stdio'] },
  );
});

overTransports('the manifest of a server with an issuer of tokens', (verifies) => {
  let copy: PackCopy | undefined;
  afterAll(() => copy?.dispose());

  verifies(
    ['MAN-030', 'MAN-031'],
    'tells where to get them, and they are taken',
    async ({ fresh, transport }) => {
      copy ??= copyPack('workshop');
      const { publicKey, privateKey } = await generateKeyPair('ES256');
      copy.write('keys.json', JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] }));
      const jwt = {
        issuer: 'https://issuer.example',
        audience: 'workshop',
        jwks_file: 'keys.json',
        token_url: 'https://issuer.example/token',
      };
      const subject = await fresh({ pack: copy.folder, config: { auth: { required: true, jwt } } });
      const peer = await subject.connect();
      expect(peer.manifest.payload.auth).toEqual({
        required: true,
        schemes: ['bearer', 'oauth2'],
        token_url: 'https://issuer.example/token',
      });
      const token = await new SignJWT({ sub: 'ann' })
        .setProtectedHeader({ alg: 'ES256', kid: 'k' })
        .setIssuer(jwt.issuer)
        .setAudience(jwt.audience)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey);
      if (transport === 'http') {
        await peer.login(token);
      } else {
        const payload = { scheme: 'oauth2', token };
        const { message } = await peer.ask({ ...workRequest(), type: 'authenticate', payload });
        expect(message).toMatchObject({ type: 'authenticate_response', payload: { status: 'authenticated' } });
      }
      expect((await peer.ask(workRequest())).message.type).toBe('intent_response');
    },
    { on: networkTransports },
  );
});
