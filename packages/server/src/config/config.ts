/**
 * `manglecp.json` with its defaults filled in. Names are those of the file, because operators know them by these.
 * `config-schema.ts` has the shape of the file itself.
 */
export interface PackConfig {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly domain: {
    readonly id: string;
    readonly categories: readonly string[];
    readonly affinities: Readonly<Record<string, number>>;
  };
  readonly intents: readonly IntentConfig[];
  readonly limits: LimitsConfig;
  readonly evaluation: {
    /** Evaluations that take long, over all domains of a server. */
    readonly max_long: number;
    /** What the values that rules make for one request may take. */
    readonly max_bytes: number;
  };
  readonly disclosure: { readonly full: number; readonly condensed: number; readonly minimal: number };
  readonly tools: ToolsConfig;
  readonly invoke: {
    readonly max_events: number;
    readonly max_delta_asserts: number;
    readonly confirmation_s: number;
  };
  readonly skills: { readonly inline_max_tokens: number };
  readonly context: {
    readonly instructions_max_tokens: number;
    /** How many resources go along with a tool, those of the highest priority. */
    readonly resources_max: number;
    /** How tokens are counted: a quarter of the bytes, or as a tokenizer of that name does. */
    readonly token_estimator: 'bytes/4' | 'o200k_base';
  };
  readonly auth: AuthConfig;
  /** 0 means no limit. */
  readonly rate: {
    readonly per_minute: number;
    /** Refused messages of one address; null is 600, and no limit on loopback. */
    readonly refused_per_minute: number | null;
  };
  readonly strict_predicates: boolean;
  /** Whether rules that extend their own intervals without end are evaluated, up to a limit, or refused (C-134). */
  readonly temporal_recursion: 'evaluate' | 'refuse';
  readonly coverage: boolean;
  readonly behind_proxy: boolean;
  readonly store: 'memory';
  readonly externals: readonly ExternalConfig[];
  readonly http: HttpConfig;
  readonly tls: TlsConfig | null;
  readonly observe: ObserveConfig;
}

export interface IntentConfig {
  readonly name: string;
  readonly description: string;
  readonly required_facts: readonly string[];
  readonly optional_facts: readonly string[];
}

export interface ToolsConfig {
  readonly lifetime_s: number;
  readonly retention_s: number;
  /** Plans that are kept, and the bytes that they may take together. */
  readonly store_max: number;
  readonly store_max_bytes: number;
  /** The bytes that the plans of one principal may take, and so those of one answer. */
  readonly principal_max_bytes: number;
}

export interface LimitsConfig {
  readonly max_message_bytes: number;
  readonly max_facts_per_request: number;
  readonly max_derived_facts: number;
  readonly max_intervals_per_atom: number;
  readonly max_compute_ms: number;
}

export interface AuthConfig {
  /** Null: required unless the server listens on loopback or stdio (C-01). */
  readonly required: boolean | null;
  readonly tokens: readonly CredentialConfig[];
  readonly api_keys: readonly CredentialConfig[];
  readonly jwt: JwtConfig | null;
}

/** A secret is never in the file: only its SHA-256, in lower-case hex. */
export interface CredentialConfig {
  readonly sha256: string;
  readonly identity: string;
  readonly privileges: readonly string[];
  readonly trust_level: 'interactive' | 'automated';
  readonly auto_confirm_effects: readonly string[];
}

export interface JwtConfig {
  readonly issuer: string;
  readonly audience: string;
  /** Where keys are fetched from, or a file of keys beside `manglecp.json`; exactly one of the two. */
  readonly jwks_url: string | null;
  readonly jwks_file: string | null;
  readonly algorithms: readonly string[];
  /** Where clients get tokens; advertised as `auth.token_url`. */
  readonly token_url: string;
  /** The claim with the privileges: a list, or words in one string. */
  readonly privileges_claim: string;
}

/** An external predicate. Exactly one of `from`, `sqlite`, `postgres` and `http` is not null: that is what answers it. */
export interface ExternalConfig {
  readonly predicate: string;
  /** One letter an argument: `b` given, `f` asked for. */
  readonly mode: string;
  /** `file.js#export`. */
  readonly from: string | null;
  readonly sqlite: SqliteTableConfig | null;
  readonly postgres: PostgresTableConfig | null;
  readonly http: HttpLookupConfig | null;
  readonly deterministic: boolean;
  readonly max_rows: number;
  readonly timeout_ms: number;
  readonly description: string;
}

export interface SqliteTableConfig {
  /** Relative to the pack, and then inside of it; or absolute. */
  readonly file: string;
  /** A table or view. */
  readonly table: string;
  /** One column an argument, in their order. */
  readonly columns: readonly string[];
}

export interface PostgresTableConfig {
  /** The environment variable with the connection string, which is a secret. */
  readonly url_env: string;
  /** A table or view, with or without its schema. */
  readonly table: string;
  /** One column an argument, in their order. */
  readonly columns: readonly string[];
}

export interface HttpLookupConfig {
  /** With `{argument}` wherever a given argument goes. */
  readonly url: string;
  /** Where the rows are in the answer: names of members with dots between them; empty for the whole answer. */
  readonly rows: string;
  /** For each asked argument, in their order, where a row has it. */
  readonly columns: readonly string[];
  /** Header fields, each with the environment variable that holds its value. */
  readonly headers_env: Readonly<Record<string, string>>;
  /** Statuses that mean that there is nothing, such as 404. */
  readonly empty_status: readonly number[];
  readonly max_bytes: number;
}

export interface HttpConfig {
  readonly base_path: string;
  /** Pages of these origins may call; none by default. */
  readonly cors_origins: readonly string[];
  /** Host names beside the one that is listened on; `*` takes any. */
  readonly allowed_hosts: readonly string[];
  readonly max_connections: number;
  /** Without effect behind a proxy, which is one address. */
  readonly max_connections_per_address: number;
  /** WebSockets of clients that have not logged in. */
  readonly max_websockets_per_address: number;
  /** Bytes of messages that are being received or worked on; one address may have half of it. */
  readonly max_inbound_bytes: number;
  /** How long a WebSocket may stay open without a login where one is required. */
  readonly login_timeout_s: number;
  /** How long a ready manifest may be kept; 0 says `no-cache`. */
  readonly manifest_max_age_s: number;
}

/** Files, relative to the folder of the pack. */
export interface TlsConfig {
  readonly cert: string;
  readonly key: string;
}

export interface ObserveConfig {
  readonly log_level: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  readonly metrics: boolean;
  readonly tracing: boolean;
  /** An append-only file of JSON lines; null for none. */
  readonly audit_log: string | null;
}
