import { isDeepStrictEqual } from 'node:util';
import type { PackConfig } from './config.js';

/** What a server takes from its settings when it starts, and never again. */
const fixedSettings: Readonly<Record<string, (config: PackConfig) => unknown>> = {
  'domain.id': ({ domain }) => domain.id,
  'auth.required': ({ auth }) => auth.required,
  behind_proxy: (config) => config.behind_proxy,
  'evaluation.max_long': ({ evaluation }) => evaluation.max_long,
  'http.allowed_hosts': ({ http }) => http.allowed_hosts,
  'http.base_path': ({ http }) => http.base_path,
  'http.cors_origins': ({ http }) => http.cors_origins,
  'http.login_timeout_s': ({ http }) => http.login_timeout_s,
  'http.max_connections': ({ http }) => http.max_connections,
  'http.max_connections_per_address': ({ http }) => http.max_connections_per_address,
  'http.max_inbound_bytes': ({ http }) => http.max_inbound_bytes,
  'http.max_websockets_per_address': ({ http }) => http.max_websockets_per_address,
  'invoke.confirmation_s': ({ invoke }) => invoke.confirmation_s,
  observe: (config) => config.observe,
  store: (config) => config.store,
  tls: (config) => config.tls,
  'tools.principal_max_bytes': ({ tools }) => tools.principal_max_bytes,
  'tools.retention_s': ({ tools }) => tools.retention_s,
  'tools.store_max': ({ tools }) => tools.store_max,
  'tools.store_max_bytes': ({ tools }) => tools.store_max_bytes,
};

/** The fixed settings in which two configurations differ, by name. */
export function changedSettings(before: PackConfig, after: PackConfig): readonly string[] {
  return Object.entries(fixedSettings)
    .filter(([, read]) => !isDeepStrictEqual(read(before), read(after)))
    .map(([name]) => name);
}
