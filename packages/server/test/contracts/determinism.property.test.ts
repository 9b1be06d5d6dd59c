import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Peer, TransportName } from '../harness/peer.js';
import { startSubject } from '../harness/subject.js';
import { credentials } from './arena.js';
import { isLong, patienceMs } from './for-all.js';
import { bytesOf, clientsFor, graphQuestions, packPlace, packQuestions, type Question } from './questions.js';

/** A process on stdio has one client for its whole life, which here has no privilege. */
const ownQuestions = graphQuestions(200, 5).filter(({ privileges }) => privileges.length === 0);
const packs = [
  { pack: 'graphs', questions: ownQuestions.slice(0, isLong ? 40 : 4) },
  ...Object.entries(packQuestions).map(([pack, questions]) => ({ pack, questions })),
];

/** How often each server is asked each question, beside once for each order of its facts: more than 100 times in all. */
const times = 15;
const orders = 6;
const servers: readonly TransportName[] = ['memory', 'http', 'websocket', 'stdio', 'stdio'];

it.each(packs)(
  'EVAL-025 the pack $pack answers a question with the same bytes on every server, over every transport, after every restart',
  async ({ pack, questions }) => {
    const seen = questions.map(() => new Set<string>());
    for (const transport of servers) {
      const subject = await startSubject(transport, {
        pack: packPlace(pack),
        config: { auth: credentials },
        isProcess: true,
      });
      const clientOf = await clientsFor(questions, () => subject.connect());
      for (let round = 0; round < times; round += 1) {
        const answers = await Promise.all(questions.map((each) => clientOf(each).ask(each.request(each.facts))));
        for (const [at, answer] of answers.entries()) seen[at]?.add(bytesOf(answer));
      }
      for (const [at, each] of questions.entries()) {
        for (const answer of await askShuffled(clientOf(each), each)) seen[at]?.add(answer);
      }
      await subject.stop();
    }
    for (const answers of seen) {
      const [first = '', another] = answers;
      expect(first).toContain('"type":"intent_response"');
      if (another !== undefined) expect(JSON.parse(another)).toEqual(JSON.parse(first));
      expect(answers.size).toBe(1);
    }
  },
  patienceMs,
);

/** The facts of a client are a set: their order says nothing. */
async function askShuffled(peer: Peer, { facts, request }: Question): Promise<readonly string[]> {
  const whole = { minLength: facts.length, maxLength: facts.length };
  const answers: string[] = [];
  for (const shuffled of fc.sample(fc.shuffledSubarray([...facts], whole), { numRuns: orders, seed: 3 })) {
    answers.push(bytesOf(await peer.ask(request(shuffled))));
  }
  return answers;
}
