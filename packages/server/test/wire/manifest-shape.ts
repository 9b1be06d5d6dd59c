/** The members of a manifest (Spec 04 §3), written down again: a list holds the shape of its elements. */
type Shape = { readonly [key: string]: Shape } | readonly [Shape] | null;

const anything: Shape = null;

const shape: Shape = {
  server_name: anything,
  server_version: anything,
  protocol: { manglecp: anything, supported_versions: [anything], conformance_level: anything },
  status: anything,
  domain: { id: anything, description: anything, categories: [anything], affinities: anything },
  endpoints: { intent_eval: anything, macro_invoke: anything },
  intents: [{ name: anything, description: anything, required_facts: [anything], optional_facts: [anything] }],
  facts_profile: {
    time_formats: [anything],
    schema_uri: anything,
    predicates: [
      {
        predicate: anything,
        arity: anything,
        arg_types: [anything],
        arg_names: [anything],
        temporal: anything,
        description: anything,
        direction: anything,
      },
    ],
  },
  capabilities: {
    temporal: anything,
    aggregation: anything,
    named_args: anything,
    rule_submission: anything,
    subscriptions: anything,
    external_predicates: [{ predicate: anything, arity: anything, description: anything, deterministic: anything }],
  },
  limits: {
    max_message_bytes: anything,
    max_facts_per_request: anything,
    max_derived_facts: anything,
    max_intervals_per_atom: anything,
    max_compute_ms: anything,
  },
  auth: { required: anything, schemes: [anything], token_url: anything },
  extensions: {},
};

/** The places of all members that are neither of the protocol nor begin with `x-`. */
export function unknownKeys(value: unknown, expected: Shape = shape, place = ''): readonly string[] {
  if (expected === null) return [];
  if (isList(expected)) {
    if (!Array.isArray(value)) return [place];
    return value.flatMap((item, at) => unknownKeys(item, expected[0], `${place}/${at}`));
  }
  return Object.entries(value as object).flatMap(([key, member]) => {
    if (key.startsWith('x-')) return [];
    const inner = expected[key];
    return inner === undefined ? [`${place}/${key}`] : unknownKeys(member, inner, `${place}/${key}`);
  });
}

function isList(value: Shape): value is readonly [Shape] {
  return Array.isArray(value);
}
