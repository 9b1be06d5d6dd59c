import type * as o200k from 'gpt-tokenizer/encoding/o200k_base';
import type { PackConfig } from '../config/config.js';
import { SetupError } from '../security/setup-error.js';

/** About how many tokens of a language model a text takes. */
export type TokenEstimator = (text: string) => number;

/** A quarter of the bytes: cheap, the same everywhere, and within a fifth of real tokenizers for JSON (C-83). */
export const estimateByBytes: TokenEstimator = (text) => Math.ceil(Buffer.byteLength(text) / 4);

/** The estimators that `context.token_estimator` may name, as manifests tell them. */
const estimators: Readonly<Record<PackConfig['context']['token_estimator'], () => Promise<TokenEstimator>>> = {
  'bytes/4': () => Promise.resolve(estimateByBytes),
  // Loaded only where it is wanted: its table takes a quarter of a second.
  o200k_base: async () => {
    const { countTokens } = await importTokenizer();
    // What looks like a control token in a text of a pack is a text.
    return (text) => countTokens(text, { disallowedSpecial: new Set() });
  },
};

export function createEstimator({ context }: PackConfig): Promise<TokenEstimator> {
  return estimators[context.token_estimator]();
}

async function importTokenizer(): Promise<typeof o200k> {
  try {
    return await import('gpt-tokenizer/encoding/o200k_base');
  } catch (cause) {
    const message =
      '`context.token_estimator`: the package `gpt-tokenizer`, which counts these tokens, is not installed';
    throw new SetupError([{ message, help: 'Run `npm install gpt-tokenizer`, or count bytes with "bytes/4".' }], {
      cause,
    });
  }
}
