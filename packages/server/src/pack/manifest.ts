import { createHash } from 'node:crypto';
import { type Json, type Manifest, protocolVersion, supportedVersions } from '@manglecp/protocol';
import type { AuthConfig, PackConfig } from '../config/config.js';
import type { Degradation, Pack } from './pack.js';

/** What a manifest tells beside what the pack says; it may change while the pack stays the same. */
export interface ManifestState {
  readonly status: Manifest['status'];
  readonly isAuthRequired: boolean;
  /** Why the status is `degraded`; told to everybody (C-60). */
  readonly degraded: readonly Degradation[];
  /** Absolute paths; absent on transports that have none. */
  readonly endpoints?: {
    readonly intent_eval: string;
    readonly macro_invoke: string;
    readonly websocket: string;
    /** Where the declarations of what clients may send can be read. */
    readonly schema?: string;
  };
  /** Other domains of the same server. */
  readonly otherDomains?: readonly { readonly id: string; readonly manifest: string }[];
  /** The level that the server claims; `conformanceLevel` if absent. */
  readonly conformanceLevel?: 1 | 2 | 3;
}

/** What this server claims unless it is told otherwise (CONF-001). */
export const conformanceLevel = 1;

/**
 * The payload of the manifest (Spec 04 §3), its members always in the same order. It never says which tools there are
 * (ARCH-002).
 */
export function buildManifest(pack: Pack, state: ManifestState): Manifest {
  const { config } = pack;
  const { endpoints } = state;
  return {
    server_name: config.name,
    server_version: config.version,
    protocol: {
      manglecp: protocolVersion,
      supported_versions: supportedVersions,
      conformance_level: state.conformanceLevel ?? conformanceLevel,
    },
    status: state.status,
    domain: describeDomain(config),
    ...(endpoints === undefined
      ? {}
      : { endpoints: { intent_eval: endpoints.intent_eval, macro_invoke: endpoints.macro_invoke } }),
    intents: config.intents.map(({ name, description, required_facts, optional_facts }) => ({
      name,
      description,
      required_facts,
      optional_facts,
    })),
    facts_profile: {
      // Numbers are milliseconds, so `epoch_ns` is never told (C-09).
      time_formats: ['rfc3339', 'epoch_ms'],
      schema_uri: endpoints?.schema ?? null,
      predicates: pack.declarations,
    },
    capabilities: {
      temporal: true,
      aggregation: true,
      named_args: true,
      rule_submission: false,
      subscriptions: false,
      external_predicates: pack.externalPredicates,
    },
    limits: describeLimits(config),
    auth: {
      required: state.isAuthRequired,
      schemes: schemesOf(config.auth),
      token_url: config.auth.jwt?.token_url ?? null,
    },
    extensions: describeExtensions(config, state),
  };
}

/** A strong validator of the exact bytes (MAN-040). */
export function manifestEtag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}

function describeDomain({ domain, description }: PackConfig): Manifest['domain'] {
  const { id, categories, affinities } = domain;
  return {
    id,
    description,
    ...(categories.length === 0 ? {} : { categories }),
    ...(Object.keys(affinities).length === 0 ? {} : { affinities }),
  };
}

/** Always all five (C-77). */
function describeLimits({ limits }: PackConfig): Manifest['limits'] {
  return {
    max_message_bytes: limits.max_message_bytes,
    max_facts_per_request: limits.max_facts_per_request,
    max_derived_facts: limits.max_derived_facts,
    max_intervals_per_atom: limits.max_intervals_per_atom,
    max_compute_ms: limits.max_compute_ms,
  };
}

type Scheme = NonNullable<Manifest['auth']['schemes']>[number];

/**
 * The schemes with which somebody can log in (MAN-030). An API key is taken as a bearer token too (SEC-013). Where there
 * is no credential at all, what could have one is told: a list that is required is never empty.
 */
function schemesOf({ tokens, api_keys: keys, jwt }: AuthConfig): readonly Scheme[] {
  const hasAny = tokens.length + keys.length > 0 || jwt !== null;
  if (!hasAny) return ['bearer', 'api_key'];
  return ['bearer', ...(keys.length > 0 ? ['api_key' as const] : []), ...(jwt === null ? [] : ['oauth2' as const])];
}

function describeExtensions(
  { context }: PackConfig,
  { endpoints, degraded, otherDomains }: ManifestState,
): Readonly<Record<string, Json>> {
  return {
    ...(endpoints === undefined ? {} : { 'x-websocket': endpoints.websocket }),
    'x-structured-facts': true,
    'x-token-estimator': context.token_estimator,
    ...(degraded.length === 0
      ? {}
      : { 'x-degraded': degraded.map(({ component, reason }) => ({ component, reason })) }),
    ...(otherDomains === undefined ? {} : { 'x-domains': otherDomains.map(({ id, manifest }) => ({ id, manifest })) }),
  };
}
