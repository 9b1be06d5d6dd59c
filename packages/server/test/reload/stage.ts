import { afterAll, beforeAll } from 'vitest';
import { toolNames } from '../harness/answers.js';
import { openOutside, type Outside } from '../harness/outside.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import type { Message, Peer } from '../harness/peer.js';
import type { Subject, SubjectOptions } from '../harness/subject.js';
import { until } from '../harness/until.js';
import type { Context } from '../harness/verifies.js';
import { intent, logIn } from '../security/desk.js';
import { people } from '../security/people.js';

/** A server that watches a pack, and a client of it. */
export interface Scene {
  readonly pack: PackCopy;
  readonly subject: Subject;
  /** Logged in as the clerk. */
  readonly peer: Peer;
  readonly outside: Outside;
}

/** How to set up scenes in a file of tests; whatever they need is cleaned up after its last test. */
export function useStage(): (context: Context, options?: SubjectOptions) => Promise<Scene> {
  const packs: PackCopy[] = [];
  let outside: Outside;
  beforeAll(async () => {
    outside = await openOutside('high');
  });
  afterAll(async () => {
    await outside.close();
    for (const pack of packs) pack.dispose();
  });
  return async ({ fresh }, options = {}) => {
    const pack = copyPack('guarded');
    packs.push(pack);
    pack.makeFolder('facts');
    pack.write('facts/outside.mg', `outside("${outside.address}").\n`);
    changeSettings(pack, { auth: people });
    const subject = await fresh({ pack: pack.folder, isWatched: true, ...options });
    const peer = await subject.connect();
    await logIn(peer, 'clerk');
    return { pack, subject, peer, outside };
  };
}

export function changeSettings(pack: PackCopy, change: object): void {
  const settings = JSON.parse(pack.read('manglecp.json')) as object;
  pack.write('manglecp.json', JSON.stringify({ ...settings, ...change }));
}

/** The manifest as it is now: the last one that was sent, or the one that a new look gives. */
export async function manifestOf({ subject, peer }: Scene): Promise<Message> {
  if (peer.transport === 'http') return (await subject.connect()).manifest;
  return peer.rest().findLast(({ type }) => type === 'manifest') ?? peer.manifest;
}

export async function untilStatus(scene: Scene, status: string): Promise<Message> {
  await until(async () => ((await manifestOf(scene)).payload as { status: string }).status === status);
  return manifestOf(scene);
}

/** Asks until the answer is what it should be some day. */
export async function untilTools(peer: Peer, name: string, fits: (tools: readonly string[]) => boolean): Promise<void> {
  await until(async () => fits(toolNames(await peer.ask(intent(name)))));
}

/** Resolves when this change, which cannot be served, was looked at. */
export async function untilRefused({ subject }: Scene, change: () => void): Promise<void> {
  const count = (): number => subject.log().split('the changed pack is not served').length;
  const before = count();
  change();
  await until(() => count() > before);
}
