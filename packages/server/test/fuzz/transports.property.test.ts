import { describe, expect, it } from 'vitest';
import { type Footprint, watchFootprint } from '../harness/footprint.js';
import { commonKinds, isLong, messageCount, seed } from './campaign.js';
import { explainFailure } from './explain-failure.js';
import { runHttpCampaign } from './http-campaign.js';
import { runSessionCampaign } from './session-campaign.js';
import { openMemoryWire, openStdioWire, openWebSocketWire } from './wires.js';

// Good messages with a few things broken, so many to each transport: `MANGLE_LONG=1` sends fifty times as many, and
// looks at the memory. The seed is printed and taken from `FUZZ_SEED`, so a failure comes back.
const timeout = isLong ? 600_000 : 120_000;

describe(`a server under ${messageCount} broken messages (FUZZ_SEED=${seed})`, () => {
  it.each([
    ['memory', openMemoryWire],
    ['websocket', openWebSocketWire],
    ['stdio', openStdioWire],
  ] as const)(
    'WIRE-060 ERR-001 answers each exactly once and with a legal message, and serves on [%s]',
    (_, open) =>
      observed(async () => {
        const { wire, kinds } = await runSessionCampaign(open);
        expect(await wire.stop()).toBe(0);
        for (const { domain } of wire.server?.runtimes ?? []) expect(domain.inFlight).toBe(0);
        expect(commonKinds.filter((kind) => !kinds.has(kind))).toEqual([]);
      }),
    timeout,
  );

  it(
    'WIRE-040 WIRE-041 WIRE-042 answers each with an envelope and the status of its code, and serves on [http]',
    () =>
      observed(async () => {
        const { subject, kinds } = await runHttpCampaign();
        await subject.stop();
        for (const { domain } of subject.server?.runtimes ?? []) expect(domain.inFlight).toBe(0);
        expect(commonKinds.filter((kind) => !kinds.has(kind))).toEqual([]);
      }),
    timeout,
  );
});

/** Runs `work` and checks that nothing of it is left in this process. */
async function observed(work: () => Promise<void>): Promise<void> {
  const footprint: Footprint = watchFootprint();
  try {
    await work();
    expect(await footprint.leftovers()).toEqual([]);
    expect(footprint.failures).toEqual([]);
  } catch (error) {
    throw await explainFailure(error);
  } finally {
    footprint.end();
  }
}
