import Type, { type Static, type TProperties, type TReadonly, type TSchema, type TUnsafe } from 'typebox';
import { defaultLimits } from '@manglecp/protocol';

/**
 * The shape of `manglecp.json` once its defaults are filled in: a member with a `default` may be absent from the file.
 * What a shape cannot say is in `check-config.ts`.
 */

type ReadonlyMembers<Properties extends TProperties> = { [Key in keyof Properties]: TReadonly<Properties[Key]> };

function section<Properties extends TProperties>(properties: Properties, options: object = {}) {
  return Type.Object(properties as ReadonlyMembers<Properties>, { additionalProperties: false, ...options });
}

/** A section that may be left out, because all its members may. */
function optionalSection<Properties extends TProperties>(properties: Properties) {
  return section(properties, { default: {} });
}

/** The section, or null, which is the default. */
function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  return Type.Unsafe({ ...(schema as object), type: ['object', 'null'], default: null });
}

function listOf<Item extends TSchema>(items: Item): TUnsafe<readonly Static<Item>[]> {
  return Type.Unsafe({ type: 'array', items, default: [] });
}

/** A list that must be there. */
const namesOf = (): TUnsafe<readonly string[]> =>
  Type.Unsafe({ type: 'array', items: { type: 'string', minLength: 1 } });
const name = (): TUnsafe<string> => Type.Unsafe({ type: 'string', minLength: 1 });
const text = (value: string): TUnsafe<string> => Type.Unsafe({ type: 'string', default: value });
const textOrNull = (): TUnsafe<string | null> => Type.Unsafe({ type: ['string', 'null'], minLength: 1, default: null });
const flag = (value: boolean): TUnsafe<boolean> => Type.Unsafe({ type: 'boolean', default: value });
const whole = (value: number, minimum: number, maximum = Number.MAX_SAFE_INTEGER): TUnsafe<number> =>
  Type.Unsafe({ type: 'integer', minimum, maximum, default: value });

function oneOf<const Words extends readonly string[]>(words: Words, word: Words[number]): TUnsafe<Words[number]> {
  return Type.Unsafe({ type: 'string', enum: words, default: word });
}

const credential = section({
  sha256: name(),
  identity: name(),
  privileges: listOf(name()),
  trust_level: oneOf(['interactive', 'automated'], 'interactive'),
  auto_confirm_effects: listOf(name()),
});

const intent = section({
  name: name(),
  description: name(),
  required_facts: listOf(name()),
  optional_facts: listOf(name()),
});

const external = section({
  predicate: name(),
  mode: name(),
  from: textOrNull(),
  sqlite: nullable(section({ file: name(), table: name(), columns: namesOf() })),
  postgres: nullable(section({ url_env: name(), table: name(), columns: namesOf() })),
  http: nullable(
    section({
      url: name(),
      rows: text(''),
      columns: listOf(name()),
      headers_env: Type.Unsafe<Readonly<Record<string, string>>>({
        type: 'object',
        additionalProperties: { type: 'string', minLength: 1 },
        default: {},
      }),
      empty_status: listOf(Type.Unsafe<number>({ type: 'integer', minimum: 200, maximum: 599 })),
      max_bytes: whole(1_048_576, 1, 2 ** 28),
    }),
  ),
  deterministic: flag(false),
  max_rows: whole(1000, 1),
  timeout_ms: whole(1000, 1, 2 ** 31 - 1),
  description: text(''),
});

const jwt = section({
  issuer: name(),
  audience: name(),
  jwks_url: textOrNull(),
  jwks_file: textOrNull(),
  algorithms: Type.Unsafe<readonly string[]>({
    type: 'array',
    items: { type: 'string', minLength: 1 },
    default: ['RS256', 'PS256', 'ES256', 'EdDSA'],
  }),
  token_url: name(),
  privileges_claim: Type.Unsafe<string>({ type: 'string', minLength: 1, default: 'scope' }),
});

/** No string is longer in any engine, so no message could be. */
const maxMessageBytes = 2 ** 29;
/** Timers take no more milliseconds. */
const maxTimer = 2 ** 31 - 1;
const maxSeconds = Math.floor(maxTimer / 1000);

export const configSchema = section({
  name: name(),
  version: name(),
  description: text(''),
  domain: section({
    id: name(),
    categories: listOf(name()),
    affinities: Type.Unsafe<Readonly<Record<string, number>>>({
      type: 'object',
      additionalProperties: { type: 'integer', minimum: 0, maximum: 100 },
      default: {},
    }),
  }),
  intents: Type.Unsafe<readonly Static<typeof intent>[]>({ type: 'array', items: intent }),
  limits: optionalSection({
    // WIRE-018 obliges every server to take messages of 16 MiB (C-44).
    max_message_bytes: whole(defaultLimits.max_message_bytes, 16_777_216, maxMessageBytes),
    max_facts_per_request: whole(defaultLimits.max_facts_per_request, 1),
    max_derived_facts: whole(defaultLimits.max_derived_facts, 1),
    max_intervals_per_atom: whole(defaultLimits.max_intervals_per_atom, 1),
    max_compute_ms: whole(defaultLimits.max_compute_ms, 1, maxTimer),
  }),
  evaluation: optionalSection({
    max_long: whole(8, 1, 1000),
    max_bytes: whole(32 * 1024 * 1024, 65_536),
  }),
  disclosure: optionalSection({
    full: whole(70, 0, 100),
    condensed: whole(40, 0, 100),
    minimal: whole(20, 0, 100),
  }),
  tools: optionalSection({
    lifetime_s: whole(300, 0, maxSeconds),
    retention_s: whole(300, 0, maxSeconds),
    store_max: whole(100_000, 1),
    store_max_bytes: whole(64 * 1024 * 1024, 65_536),
    principal_max_bytes: whole(32 * 1024 * 1024, 65_536),
  }),
  invoke: optionalSection({
    max_events: whole(20, 0),
    max_delta_asserts: whole(50, 0),
    confirmation_s: whole(300, 1, maxSeconds),
  }),
  skills: optionalSection({ inline_max_tokens: whole(2000, 0) }),
  context: optionalSection({
    instructions_max_tokens: whole(200, 1),
    resources_max: whole(100, 0, 10_000),
    token_estimator: oneOf(['bytes/4', 'o200k_base'], 'bytes/4'),
  }),
  auth: optionalSection({
    required: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], default: null }),
    tokens: listOf(credential),
    api_keys: listOf(credential),
    jwt: nullable(jwt),
  }),
  rate: optionalSection({
    per_minute: whole(0, 0),
    refused_per_minute: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, default: null }),
  }),
  strict_predicates: flag(true),
  temporal_recursion: oneOf(['evaluate', 'refuse'], 'evaluate'),
  coverage: flag(false),
  behind_proxy: flag(false),
  store: oneOf(['memory'], 'memory'),
  externals: listOf(external),
  http: optionalSection({
    base_path: text('/manglecp'),
    cors_origins: listOf(name()),
    allowed_hosts: listOf(name()),
    max_connections: whole(1000, 1),
    max_connections_per_address: whole(500, 1),
    max_websockets_per_address: whole(250, 1),
    max_inbound_bytes: whole(268_435_456, 1),
    login_timeout_s: whole(10, 1, maxSeconds),
    manifest_max_age_s: whole(300, 0),
  }),
  tls: nullable(section({ cert: name(), key: name() })),
  observe: optionalSection({
    log_level: oneOf(['silent', 'error', 'warn', 'info', 'debug'], 'info'),
    metrics: flag(true),
    tracing: flag(false),
    audit_log: textOrNull(),
  }),
});
