import { expect, it } from 'vitest';
import type { Manifest } from '../messages/manifest.js';
import { factsProfileOf } from './facts-profile.js';

const manifest: Manifest = {
  server_name: 'n',
  server_version: '1.0.0',
  protocol: { manglecp: '2026-02-draft', conformance_level: 1 },
  status: 'ready',
  domain: { id: 'd', description: '' },
  facts_profile: { time_formats: ['rfc3339'] },
  capabilities: { temporal: false },
  limits: { max_message_bytes: 16_777_216, max_facts_per_request: 1, max_derived_facts: 1 },
  auth: { required: false },
};

it('a manifest without declarations says nothing about predicates', () => {
  expect(factsProfileOf(manifest)).toEqual({
    predicates: new Map(),
    timeFormats: ['rfc3339'],
    namedArgs: false,
    temporal: false,
    strict: false,
    structured: false,
  });
});

it('a manifest says which predicates, times and forms are taken', () => {
  const declaration = { predicate: 'p', arity: 1 };
  const profile = factsProfileOf({
    ...manifest,
    facts_profile: { time_formats: ['epoch_ms'], predicates: [declaration] },
    capabilities: { temporal: true, named_args: true },
    extensions: { 'x-structured-facts': true },
  });
  expect(profile).toEqual({
    predicates: new Map([['p', declaration]]),
    timeFormats: ['epoch_ms'],
    namedArgs: true,
    temporal: true,
    strict: true,
    structured: true,
  });
});
