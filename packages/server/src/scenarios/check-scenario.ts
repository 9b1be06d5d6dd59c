import type { Misfit } from '../config/fit-config.js';
import type { Round, Scenario } from './scenario-schema.js';

/** What cannot be meant, although every value has the right shape. */
export function checkScenario({ rounds }: Scenario): readonly Misfit[] {
  if (rounds.length === 0) {
    return [{ path: '/rounds', message: 'there is no round', help: 'Write at least one: `{ "intent": { … } }`.' }];
  }
  return rounds.flatMap((round, at) => [...checkRound(round, `/rounds/${at}`)]);
}

function* checkRound({ expect, invoke }: Round, path: string): Generator<Misfit> {
  yield* checkAlone(expect, ['error', 'only'], `${path}/expect`);
  if (typeof expect.error === 'string' && invoke !== undefined) {
    const help = 'Remove `invoke`, or the expected `error`.';
    yield { path: `${path}/invoke`, message: 'where an error is expected there is no tool to use', help };
  }
  if (invoke !== undefined) yield* checkAlone(invoke.expect, ['error', 'events'], `${path}/invoke/expect`);
  const tools = expect.tools ?? [];
  for (const [at, { name }] of tools.entries()) {
    if (tools.findIndex((tool) => tool.name === name) === at) continue;
    yield { path: `${path}/expect/tools/${at}`, message: `\`${name}\` is there twice`, help: 'Remove one of the two.' };
  }
}

/** An error tells nothing else, so nothing else could be compared. */
function* checkAlone(
  expected: Readonly<Record<string, unknown>>,
  allowed: readonly string[],
  path: string,
): Generator<Misfit> {
  if (typeof expected['error'] !== 'string') return;
  for (const key of Object.keys(expected)) {
    if (allowed.includes(key)) continue;
    const message = `beside an expected error, \`${key}\` cannot be checked`;
    yield { path: `${path}/${key}`, message, help: `Remove it, or set \`error\` to null.` };
  }
}
