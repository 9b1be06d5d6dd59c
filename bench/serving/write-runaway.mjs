// A pack whose rules run away on some requests, and answer others at once.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { times } from '../generate/random.mjs';

const files = {
  'schema.mg': `Decl topic(T) descr [doc("What it is about."), arg(T, "a word"), direction("input")] bound [/string].
Decl seed(N) descr [doc("A number."), arg(N, "any"), direction("input")] bound [/number].
Decl pulse(A) temporal descr [doc("Something was there."), arg(A, "its name"), direction("input")] bound [/string].
`,
  'domain.mg': `macro_tool("look", "full") :- intent_type(_, "light"), topic(_).
macro_step("look", 1, "look", {/topic : {/fact : "topic", /column : 0}}).
macro_tool("count", "full") :- intent_type(_, "combine"), combination(0, 0, 0, 0).
macro_step("count", 1, "look", {}).
combination(A, B, C, D) :- intent_type(_, "combine"), seed(A), seed(B), seed(C), seed(D).
together(A, B, C)@[S, E] :- intent_type(_, "overlap"), pulse(A)@[S, E], pulse(B)@[T, U], pulse(C)@[V, W].
`,
  'actions.js': `export const actions = {
  look: { description: 'Looks.', input: { type: 'object' }, effects: ['none'], idempotent: true, run: () => ({}) },
};
`,
};

/**
 * @param {string} folder
 * @param {{ maxComputeMs: number }} options
 */
export function writeRunaway(folder, { maxComputeMs }) {
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  const intents = ['light', 'combine', 'overlap'].map((name) => ({ name, description: `The intent ${name}` }));
  const config = {
    name: 'Runaway',
    version: '1.0.0',
    domain: { id: 'runaway' },
    intents,
    // Only time ends what runs away.
    limits: { max_derived_facts: 1_000_000_000_000, max_compute_ms: maxComputeMs },
    observe: { log_level: 'error' },
  };
  writeFileSync(path.join(folder, 'manglecp.json'), JSON.stringify(config));
}

const evalTime = '2026-03-01T09:15:00Z';

/** What each kind of request sends, and the error that must end it. */
export const runawayPayloads = {
  light: { intent: { name: 'light' }, facts: [{ pred: 'topic', args: ['weather'] }], eval_time: evalTime },
  // A hundred million combinations.
  combine: {
    intent: { name: 'combine' },
    facts: times(100, (at) => ({ pred: 'seed', args: [at + 1] })),
    eval_time: evalTime,
  },
  // A hundred million intervals, each of an atom of its own.
  overlap: {
    intent: { name: 'overlap' },
    facts: times(500, (at) => ({ pred: 'pulse', args: [`p${at}`], t: { at: evalTime } })),
    eval_time: evalTime,
  },
};
