import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { check } from './analyze.suite.js';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../testdata/golden');
/** How far a program gets. */
const stages = ['parse', 'analysis', 'stratify', 'eval', 'ok'];

interface Golden {
  readonly ok: boolean;
  readonly stage?: string;
}

/** Programs that we accept and the reference refuses, with the reason. */
const accepted: Readonly<Record<string, string>> = {};

/** Programs that we refuse and the reference accepts, with the reason. */
const refused: Readonly<Record<string, string>> = {};

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mg'))
  .map((name) => name.slice(0, -'.mg'.length).replaceAll('\\', '/'))
  .sort();

/** Where we stop, or `ok`. */
function verdict(name: string): string {
  const text = readFileSync(join(folder, `${name}.mg`), 'utf8');
  const bounds = /^#! bounds off$/m.test(text) ? 'off' : 'error';
  const errors = check(text, { bounds, lints: true }).diagnostics.filter(({ severity }) => severity === 'error');
  return stages.find((stage) => errors.some((each) => each.stage === stage)) ?? 'ok';
}

function expected(name: string): string {
  const { ok, stage = '' } = JSON.parse(readFileSync(join(folder, `${name}.golden.json`), 'utf8')) as Golden;
  return ok ? 'ok' : stage;
}

describe('golden programs', () => {
  it.each(names)('%s is accepted or refused as by the reference', (name) => {
    const [ours, theirs] = [verdict(name), expected(name)];
    if (name in accepted) expect([ours, theirs]).toEqual(['ok', expect.not.stringMatching('ok')]);
    else if (name in refused) expect([ours, theirs]).toEqual([expect.not.stringMatching('ok'), 'ok']);
    else if (theirs === 'ok') expect(ours).toBe('ok');
    else if (theirs !== 'eval') expect(stages.indexOf(ours), `${ours} instead of ${theirs}`).toBeLessThanOrEqual(stages.indexOf(theirs));
  });
});
