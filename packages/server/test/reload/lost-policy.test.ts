import { expect } from 'vitest';
import { toolNames } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import { until } from '../harness/until.js';
import { overTransports } from '../harness/verifies.js';

const question = (): { id: string } =>
  intentRequest({ intent: { name: 'rebook_shipment' }, facts: [{ pred: 'active_site', args: ['BRE-1'] }] });

/** What can happen to the file that keeps a tool for administrators. */
const attacks: readonly (readonly [title: string, attack: (pack: PackCopy) => void])[] = [
  ['is emptied', (pack) => pack.write('policy.mg', '')],
  ['is deleted', (pack) => pack.remove('policy.mg')],
  ['is written up to its comment', (pack) => pack.write('policy.mg', '# What may be done at the desk.\n')],
  ['is written in part', (pack) => pack.write('policy.mg', 'safe_action("open_slot").\nsafe_action("book_slot").\n')],
  [
    'cannot be read',
    (pack) => {
      pack.remove('policy.mg');
      pack.makeFolder('policy.mg');
    },
  ],
];

overTransports('a policy that is lost while it is served', (verifies) => {
  verifies(
    ['MAN-037', 'SEC-002'],
    'opens nothing: the old one is served, the manifest and the log say so, and it comes back by itself',
    async ({ fresh, transport }) => {
      const pack = copyPack('warehouse');
      try {
        const policy = pack.read('policy.mg');
        const subject = await fresh({ pack: pack.folder, isWatched: true });
        const peer = await subject.connect();
        const status = async (): Promise<unknown> => (await subject.connect()).manifest.payload.status;
        expect(toolNames(await peer.ask(question()))).toEqual(['rebook']);
        for (const [title, attack] of transport === 'memory' ? attacks : attacks.slice(0, 1)) {
          const logged = subject.log().length;
          attack(pack);
          await until(async () => (await status()) === 'degraded');
          expect(toolNames(await peer.ask(question())), title).toEqual(['rebook']);
          expect(subject.log().slice(logged), title).toContain('the changed pack is not served');
          if (title === 'cannot be read') pack.remove('policy.mg');
          pack.write('policy.mg', policy);
          await until(async () => (await status()) === 'ready');
        }
      } finally {
        pack.dispose();
      }
    },
    { on: ['memory', 'http'] },
  );
});
