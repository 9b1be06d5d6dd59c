import type { Manifest, PredicateDeclaration } from '../messages/manifest.js';

/** What a server takes as facts. Servers make it from their declarations, clients from the manifest. */
export interface FactsProfile {
  readonly predicates: ReadonlyMap<string, PredicateDeclaration>;
  readonly timeFormats: readonly string[];
  readonly namedArgs: boolean;
  readonly temporal: boolean;
  /** Whether a predicate must be declared (C-18). */
  readonly strict: boolean;
  /** Whether the structured form is taken (C-56). */
  readonly structured: boolean;
}

/** What a manifest says about facts. A manifest without declarations says nothing about predicates. */
export function factsProfileOf({ facts_profile: profile, capabilities, extensions }: Manifest): FactsProfile {
  const declarations = profile.predicates;
  return {
    predicates: new Map((declarations ?? []).map((declaration) => [declaration.predicate, declaration])),
    timeFormats: profile.time_formats,
    namedArgs: capabilities.named_args === true,
    temporal: capabilities.temporal,
    strict: declarations !== undefined,
    structured: extensions?.['x-structured-facts'] === true,
  };
}
