import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectGarbage } from '../harness/footprint.js';
import type { Peer } from '../harness/peer.js';
import { startSubject, type Subject, type SubjectOptions } from '../harness/subject.js';
import { credentials, requestOf } from './arena.js';
import { isLong, patienceMs } from './for-all.js';
import { bytesOf, clientsFor, graphQuestions, type Question } from './questions.js';

const options: SubjectOptions = { pack: 'graphs', config: { auth: credentials } };

/** All about the same few tools, so that what one client says is wrong for the others. */
const questions = graphQuestions(isLong ? 100 : 20, 11);
const requestCount = isLong ? 10_000 : 400;
/** How many are under way at a time. */
const crowd = 16;

const alone = new Map<Question, string>();
let subject: Subject;
beforeAll(async () => {
  for (const question of questions) {
    const own = await startSubject('memory', options);
    const clientOf = await clientsFor([question], () => own.connect());
    alone.set(question, bytesOf(await clientOf(question).ask(question.request(question.facts))));
    await own.stop();
  }
  subject = await startSubject('websocket', options);
}, patienceMs);
afterAll(() => subject.stop());

it(
  'ARCH-003 ARCH-005 EVAL-016 EVAL-017 answers every client as if it were the only one',
  async () => {
    const clients = await Promise.all([1, 2, 3].map(() => clientsFor(questions, () => subject.connect())));
    const picks = fc.sample(fc.tuple(fc.constantFrom(...questions), fc.constantFrom(...clients)), {
      numRuns: requestCount,
      seed: 7,
    });
    const wrong: string[] = [];
    await takeTurns(picks, async ([question, clientOf]) => {
      const got = bytesOf(await clientOf(question).ask(question.request(question.facts)));
      const expected = alone.get(question);
      if (got !== expected) wrong.push(`${expected}\n${got}`);
    });
    expect(wrong).toEqual([]);
  },
  patienceMs,
);

it(
  'ARCH-005 keeps nothing of the facts of a request',
  async () => {
    const peer = await subject.connect();
    const heapAfter = async (requests: number): Promise<number> => {
      for (let done = 0; done < requests; done += 1) await askOnce(peer, done);
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = await heapAfter(50);
    const after = await heapAfter(300);
    // The facts alone would be 300 times 40 kB.
    expect(after - before).toBeLessThan(6_000_000);
  },
  patienceMs,
);

/** Asks with facts that no other request has. */
async function askOnce(peer: Peer, number: number): Promise<void> {
  const facts = Array.from({ length: 200 }, (_, index) => {
    return { pred: 'g_context', args: [`key ${number}/${index}`, 'v'.repeat(100)] };
  });
  const { message } = await peer.ask(requestOf(facts, { intent: 'go', params: {}, privileges: [] }));
  expect(message.type).toBe('intent_response');
}

/** Works on all items, some at a time. */
async function takeTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const due = items.values();
  await Promise.all(
    Array.from({ length: crowd }, async () => {
      for (const item of due) await work(item);
    }),
  );
}
