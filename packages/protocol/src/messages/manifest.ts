import type { Static } from 'typebox';
import { flag, json, label, list, oneOf, optional, shape, table, text, textOrNull, whole } from './schema.js';

/** Spec 03 §8. */
export const predicateDeclarationSchema = shape({
  predicate: label(),
  arity: whole({ minimum: 0 }),
  arg_types: optional(list(oneOf(['string', 'number', 'boolean', 'any']), 'one an argument')),
  arg_names: optional(list(label(), 'one an argument')),
  temporal: optional(flag('whether facts may say when they hold; false by default')),
  description: optional(text()),
  direction: optional(oneOf(['input', 'output', 'both'], 'who supplies it; both by default')),
});

/** What the facts of a predicate look like. */
export type PredicateDeclaration = Static<typeof predicateDeclarationSchema>;

/** Spec 04 §3.2.8. */
export const externalPredicateSchema = shape({
  predicate: label(),
  arity: whole({ minimum: 0 }),
  description: text('what the arguments mean'),
  deterministic: optional(flag('true by default')),
  'x-mangle-mode': optional(text('one letter an argument: `b` given, `f` asked for')),
});

/** A predicate that the host of the rules answers. */
export type ExternalPredicate = Static<typeof externalPredicateSchema>;

const intentSchema = shape({
  name: label('what `intent.name` says'),
  description: text(),
  required_facts: optional(list(label(), 'predicates that a request must have facts of')),
  optional_facts: optional(list(label(), 'predicates that enrich the answer')),
});

/** A kind of question that a server answers. */
export type IntentDeclaration = Static<typeof intentSchema>;

/** Spec 04 §3.2.9. */
export const limitsSchema = shape({
  max_message_bytes: whole({ minimum: 16_777_216 }),
  max_facts_per_request: whole({ minimum: 0 }),
  max_derived_facts: whole({ minimum: 0 }),
  max_intervals_per_atom: optional(whole({ minimum: 1 })),
  max_compute_ms: optional(whole({ minimum: 1 })),
});

export type Limits = Static<typeof limitsSchema>;

/** Spec 04 §3. */
export const manifestSchema = shape({
  server_name: text(),
  server_version: text(),
  protocol: shape({
    manglecp: label('the version of the protocol'),
    supported_versions: optional(list(label())),
    conformance_level: oneOf([1, 2, 3]),
  }),
  status: oneOf(['ready', 'booting', 'degraded', 'draining']),
  domain: shape({
    id: label(),
    description: text(),
    categories: optional(list(label(), 'the standard ones, or names that begin with `x-`')),
    affinities: optional(table(whole({ minimum: 0, maximum: 100 }), 'how well the server fits a kind of workspace')),
  }),
  endpoints: optional(
    shape({
      intent_eval: text('relative to where the manifest was read'),
      macro_invoke: text('relative to where the manifest was read'),
    }),
  ),
  intents: optional(list(intentSchema)),
  facts_profile: shape({
    time_formats: list(oneOf(['rfc3339', 'epoch_ms', 'epoch_ns'])),
    predicates: optional(list(predicateDeclarationSchema)),
    schema_uri: optional(textOrNull()),
  }),
  capabilities: shape({
    temporal: flag(),
    aggregation: optional(flag('true by default')),
    named_args: optional(flag('false by default')),
    external_predicates: optional(list(externalPredicateSchema)),
    rule_submission: optional(flag('false by default')),
    subscriptions: optional(flag('false by default')),
  }),
  limits: limitsSchema,
  auth: shape({
    required: flag(),
    schemes: optional(list(oneOf(['bearer', 'oauth2', 'api_key']))),
    token_url: optional(textOrNull()),
  }),
  extensions: optional(table(json(), 'members whose names begin with `x-`')),
});

/** What a server answers, expects and allows; never which tools it has. */
export type Manifest = Static<typeof manifestSchema>;
