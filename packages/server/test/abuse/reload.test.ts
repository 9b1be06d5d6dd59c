import { afterAll, expect } from 'vitest';
import { toolNames } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import { networkTransports, type Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';

const packs: PackCopy[] = [];
afterAll(() => packs.forEach((pack) => pack.dispose()));

const question = (): { id: string } => intentRequest({ intent: { name: 'ask' }, facts: [] });

overTransports('reloads while requests are under way', (verifies) => {
  verifies(
    ['ARCH-009'],
    'lose no request and give no answer of two sets of rules',
    async ({ fresh, transport }) => {
      const pack = copyPack('turncoat');
      packs.push(pack);
      const subject = await fresh({ pack: pack.folder });
      const runtime = subject.server?.runtimes[0];
      if (runtime === undefined) throw new Error('the server is not in this process');
      const peers = await Promise.all(Array.from({ length: 2 }, () => subject.connect()));
      let isOver = false;
      const answers = new Map<string, number>();
      const askOn = async (peer: Peer): Promise<void> => {
        while (!isOver) {
          const batch = await Promise.all(Array.from({ length: 3 }, () => peer.ask(question())));
          for (const answer of batch) {
            const tools = toolNames(answer).join(' ');
            answers.set(tools, (answers.get(tools) ?? 0) + 1);
          }
        }
      };
      const asking = Promise.all(peers.map(askOn));
      const text = pack.read('domain.mg');
      for (let round = 0; round < 6; round += 1) {
        const mark = round % 2 === 0 ? 'two' : 'one';
        pack.write('domain.mg', text.replaceAll('of_one', `of_${mark}`));
        // A change that cannot be served, in between: the old rules stay.
        if (round % 4 === 3) pack.write('domain.mg', 'broken(');
        expect(await runtime.reload()).toHaveLength(round % 4 === 3 ? 1 : 0);
      }
      isOver = true;
      await asking;
      expect([...answers.keys()].sort()).toEqual(['first_of_one second_of_one', 'first_of_two second_of_two']);
      expect(runtime.domain.inFlight).toBe(0);
      // Clients with a lasting connection are told of each change.
      const manifests = peers[0]?.rest().filter(({ type }) => type === 'manifest') ?? [];
      if (transport !== 'http') expect(manifests.length).toBeGreaterThanOrEqual(5);
    },
    { on: networkTransports },
  );

  verifies(
    ['ARCH-009'],
    'come many at a time, and the last one holds',
    async ({ fresh }) => {
      const pack = copyPack('turncoat');
      packs.push(pack);
      const subject = await fresh({ pack: pack.folder });
      const runtime = subject.server?.runtimes[0];
      const peer = await subject.connect();
      const text = pack.read('domain.mg');
      const reloads = ['three', 'four', 'five', 'six'].map((mark) => {
        pack.write('domain.mg', text.replaceAll('of_one', `of_${mark}`));
        return runtime?.reload();
      });
      await Promise.all([...reloads, peer.ask(question()), peer.ask(question())]);
      expect(toolNames(await peer.ask(question()))).toEqual(['first_of_six', 'second_of_six']);
    },
    { on: ['memory'] },
  );
});
