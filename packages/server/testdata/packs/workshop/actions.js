import { existsSync, writeFileSync } from 'node:fs';

/** How often `tick` has done what cannot be undone. */
let ticks = 0;

const pollMs = 5;

/** Behind measured: fails for machines that it does not know. */
export function measured([machine]) {
  if (machine !== 'lathe') throw new Error('the gauge of this machine is broken');
  return [[7]];
}

/** Behind doubled. */
export function doubled([value]) {
  return [[2 * value]];
}

export const actions = {
  wait_for_file: action({ file: { type: 'string' } }, async ({ file, bytes = 0 }, { signal, progress }) => {
    progress('waiting');
    // Where a transport has no progress, this tells that it has begun.
    writeFileSync(`${file}.begun`, '');
    await until(() => existsSync(file), signal);
    return { waited: true, blob: 'b'.repeat(bytes) };
  }, { bytes: { type: 'integer' } }),
  wait_for_end: action({}, async (_, { signal, progress }) => {
    progress('waiting');
    await until(() => process.stdin.readableEnded || process.stdin.destroyed, signal);
    return { waited: true };
  }),
  tick: action({ times: { type: 'integer' } }, async ({ times }, { signal, progress }) => {
    for (let done = 0; done < times && !signal.aborted; done += 1) {
      ticks += 1;
      if (done === 0) progress('ticking');
      await pause();
    }
    return { ticks };
  }),
  read_ticks: action({}, () => ({ ticks })),
  blob: action({ bytes: { type: 'integer' } }, ({ bytes }) => ({ blob: 'b'.repeat(bytes) })),
  echo: action({ value: {} }, ({ value }) => ({ value })),
  fail: action({}, () => {
    throw new Error('the secret of /srv/workshop');
  }),
};

function action(properties, run, optional = {}) {
  return {
    description: 'Does what its name says.',
    input: {
      type: 'object',
      properties: { ...properties, ...optional },
      required: Object.keys(properties),
      additionalProperties: false,
    },
    effects: [],
    run,
  };
}

/** Resolves when the condition holds, or when nobody waits for it any more. */
async function until(isTrue, signal) {
  while (!isTrue() && !signal.aborted) await pause();
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, pollMs));
}
