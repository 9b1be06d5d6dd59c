import { suggestName } from '@manglecp/protocol';
import type { CredentialConfig, PackConfig } from './config.js';
import { checkExternals } from './check-externals.js';
import { checkRepeated } from './check-repeated.js';
import type { Misfit } from './fit-config.js';
import { isOwnWord, isSideEffect, sideEffects } from './side-effects.js';

/** What is wrong with a configuration although every value has the right shape. */
export function checkConfig(config: PackConfig): readonly Misfit[] {
  return [
    ...checkDomain(config),
    ...checkIntents(config),
    ...checkThresholds(config),
    ...checkCredentials(config),
    ...checkExternals(config),
    ...checkHttp(config),
  ];
}

/** What is worth telling about a configuration that is served nevertheless. */
export function adviseConfig({ version }: PackConfig): readonly Misfit[] {
  // MAN-004.
  if (semanticVersion.test(version)) return [];
  return [{ path: '/version', message: `\`${version}\` is no semantic version`, help: 'Write it like `1.4.0`.' }];
}

const semanticVersion =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** Spec 04 §5. */
const categories: readonly string[] = [
  'browser_automation',
  'codebase_analysis',
  'workflow_orchestration',
  'data_integration',
  'testing',
  'documentation',
  'infrastructure',
  'security',
];

function* checkDomain({ domain }: PackConfig): Generator<Misfit> {
  // It is a part of addresses where several packs are served.
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(domain.id)) {
    const help = 'Use letters, digits, `_`, `-` and `.`, at most 64, and begin with a letter or digit.';
    yield { path: '/domain/id', message: `\`${domain.id}\` cannot be part of an address`, help };
  }
  for (const [at, category] of domain.categories.entries()) {
    if (categories.includes(category) || isOwnWord(category)) continue;
    const message = `\`${category}\` is no category (MAN-010)`;
    yield { path: `/domain/categories/${at}`, message, help: wordHelp(category, categories) };
  }
}

function* checkIntents({ intents }: PackConfig): Generator<Misfit> {
  yield* checkRepeated(
    intents.map(({ name }) => name),
    (at) => `/intents/${at}/name`,
    (name) => `the intent \`${name}\` is there twice`,
  );
  for (const [at, { required_facts: required, optional_facts: optional }] of intents.entries()) {
    const both = optional.findIndex((predicate) => required.includes(predicate));
    if (both === -1) continue;
    const message = `\`${optional[both] ?? ''}\` is required already`;
    yield { path: `/intents/${at}/optional_facts/${both}`, message, help: 'Name it in one of the two lists.' };
  }
}

function* checkThresholds({ disclosure: { full, condensed, minimal } }: PackConfig): Generator<Misfit> {
  if (full >= condensed && condensed >= minimal) return;
  const message = `expected full ≥ condensed ≥ minimal, got ${full}, ${condensed}, ${minimal}`;
  yield { path: '/disclosure', message, help: 'A higher score never shows less of a tool.' };
}

function* checkCredentials({ auth }: PackConfig): Generator<Misfit> {
  yield* checkCredentialList(auth.tokens, '/auth/tokens');
  yield* checkCredentialList(auth.api_keys, '/auth/api_keys');
}

function* checkCredentialList(credentials: readonly CredentialConfig[], path: string): Generator<Misfit> {
  for (const [at, { sha256, auto_confirm_effects: effects }] of credentials.entries()) {
    if (!/^[0-9a-f]{64}$/.test(sha256)) {
      // What was written may be the secret itself, so it is not repeated.
      const help = 'Make it of the secret: `printf %s "$TOKEN" | sha256sum`.';
      yield { path: `${path}/${at}/sha256`, message: 'expected 64 digits of lower-case hex', help };
    }
    for (const [index, effect] of effects.entries()) {
      if (isSideEffect(effect)) continue;
      const message = `\`${effect}\` is no category of side effects`;
      yield { path: `${path}/${at}/auto_confirm_effects/${index}`, message, help: wordHelp(effect, sideEffects) };
    }
  }
  yield* checkRepeated(
    credentials.map(({ sha256 }) => sha256),
    (at) => `${path}/${at}/sha256`,
    () => 'this credential is there twice',
  );
}

function* checkHttp({ http }: PackConfig): Generator<Misfit> {
  if (!/^(?:\/[\w.~-]+)+$/.test(http.base_path) || /\/\.\.?(?:\/|$)/.test(http.base_path)) {
    const help = 'It begins with a slash and ends without one, such as `/manglecp`.';
    yield { path: '/http/base_path', message: `\`${http.base_path}\` cannot be the beginning of a path`, help };
  }
  for (const [at, origin] of http.cors_origins.entries()) {
    if (origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)) continue;
    const help =
      'It has a scheme and a host, a port if it is not the usual one, and nothing else: `https://app.example`.';
    yield { path: `/http/cors_origins/${at}`, message: `\`${origin}\` is no origin`, help };
  }
}

function wordHelp(word: string, known: readonly string[]): string {
  const near = suggestName(word, known);
  const choice = near === undefined ? `The standard ones are ${known.join(', ')}.` : `Did you mean \`${near}\`?`;
  return `${choice} One of your own begins with \`x-\`.`;
}
