import { compileOrThrow, createSource, type Externals, fact, type FactInput } from '@manglecp/mangle';
import type { JsonObject, PredicateDeclaration } from '@manglecp/protocol';
import { readConfig } from '../config/read-config.js';
import { readKernel } from '../pack/kernel-sources.js';
import { packOrigins } from '../pack/origin.js';
import type { Pack } from '../pack/pack.js';
import { anonymous, type Principal } from '../security/principal.js';
import { createRuleSet } from './create-rule-set.js';
import type { Question, RuleSet } from './rule-set.js';

/** What a pack of a test says beyond the kernel. */
export interface PackText {
  readonly domain?: string;
  readonly policy?: string;
  readonly facts?: readonly FactInput[];
  readonly declarations?: readonly PredicateDeclaration[];
  readonly externals?: Externals;
  readonly refusedTemporal?: readonly string[];
  readonly config?: object;
}

/** A pack of texts, over the rules of the kernel. */
export async function packOf({ domain = '', policy = '', facts = [], ...rest }: PackText): Promise<Pack> {
  const text = JSON.stringify({ name: 'p', version: '1.0.0', domain: { id: 'p' }, intents: [], ...rest.config });
  const { config, problems } = readConfig(text, 'manglecp.json');
  if (config === undefined) throw new Error(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
  const defined = new Set(Array.from(policy.matchAll(/^\s*([a-z_]+)\(/gm), ([, name = '']) => name));
  const kernel = await readKernel();
  const texts = [createSource('policy.mg', policy), createSource('domain.mg', domain)];
  const origins = new Map(kernel.map(({ source, origin }) => [source, origin]));
  const sources = [...kernel.map(({ source }) => source), ...texts];
  return {
    folder: '.',
    config,
    program: compileOrThrow(sources, { lints: false }),
    originOf: (source) => origins.get(source) ?? packOrigins.domain,
    baseFacts: [
      ...facts,
      ...Array.from(defined, (name) => fact('policy_defines', name)),
      ...Object.entries(config.disclosure).map(([level, score]) => fact('disclosure_threshold', level, score)),
    ],
    declarations: rest.declarations ?? [],
    actions: new Map(),
    modules: new Map(),
    skills: new Map(),
    missingSkills: new Set(),
    externals: rest.externals ?? {},
    externalPredicates: [],
    schemaDigest: '',
    policyDigest: '',
    policy: { isThere: defined.size > 0, decides: new Set(), reads: new Set(), restsOn: new Set(), files: [] },
    refusedTemporal: rest.refusedTemporal ?? [],
    warnings: [],
    degraded: [],
  };
}

const made = new Map<string, Promise<RuleSet>>();

/** The rules of such a pack, ready to answer. They keep nothing of a question, so tests may share them. */
export function rulesOf(text: PackText): Promise<RuleSet> {
  const { facts = [], externals, ...rest } = text;
  if (facts.length > 0 || externals !== undefined) return makeRules(text);
  const key = JSON.stringify(rest);
  const rules = made.get(key) ?? makeRules(text);
  made.set(key, rules);
  return rules;
}

async function makeRules(text: PackText): Promise<RuleSet> {
  const result = await createRuleSet(await packOf(text));
  if ('problems' in result) throw new Error(result.problems.map(({ message }) => message).join('\n'));
  return result.rules;
}

export const ann: Principal = { ...anonymous, isAnonymous: false, key: 'ann', identity: 'ann' };
export const robot: Principal = { ...ann, key: 'robot', identity: 'robot', trustLevel: 'automated' };

/** A question about the intent `go`; the evaluation time is 2026-03-01T09:15:00Z. */
export function question(over: Partial<Question> = {}): Question {
  return {
    principal: anonymous,
    canLogIn: false,
    intent: 'go',
    params: {} satisfies JsonObject,
    facts: [],
    evalTime: 1_772_356_500_000_000_000n,
    preference: 'adaptive',
    limits: { maxFacts: 100_000, maxIntervals: 1000, timeoutMs: 30_000 },
    issuedAtMs: 1,
    signal: new AbortController().signal,
    ...over,
  };
}
