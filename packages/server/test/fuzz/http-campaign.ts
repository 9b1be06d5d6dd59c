import { Agent, request } from 'node:http';
import { startSubject, type Subject } from '../harness/subject.js';
import { fuzzOptions, FuzzFailure, goodRequests, heapOf, issuedBy, runCampaign } from './campaign.js';
import { expectationOf, isAnswerTo, judge } from './judge.js';
import { goodToken, type Issued } from './message-source.js';

const connections = 16;
const batchSize = 500;

interface Reply {
  readonly status: number;
  readonly text: string;
}

export interface HttpCampaign {
  /** To be stopped. */
  readonly subject: Subject;
  /** The types of responses and the codes of errors that came. */
  readonly kinds: ReadonlySet<string>;
}

/** Fuzzes a server over HTTP and leaves it running. Throws for the first thing that is wrong. */
export async function runHttpCampaign(): Promise<HttpCampaign> {
  const kinds = new Set<string>();
  const subject = await startSubject('http', fuzzOptions);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = async (bytes: Buffer, at: number): Promise<string> => {
    const { id, type } = expectationOf(bytes);
    const isInvoke = (type === 'invoke_request') !== (at % 50 === 0);
    const reply = await post(agent, `${subject.url ?? ''}/manglecp/${isInvoke ? 'invoke' : 'evaluate'}`, bytes, at);
    const answer = judge(reply.text, reply.status);
    kinds.add(answer.code ?? answer.type);
    const isFitting = answer.id === id && isAnswerTo({ id, type, isSilent: false }, answer);
    const fault = answer.fault ?? (isFitting ? undefined : 'the answer is to another message');
    if (fault !== undefined) throw new FuzzFailure(fault, [bytes], `${reply.status} ${reply.text}`, subject.log());
    return reply.text;
  };
  const batch = async (messages: readonly Buffer[], round: number): Promise<Issued> => {
    let next = 0;
    const work = async (): Promise<void> => {
      for (let at = next++; at < messages.length; at = next++) await ask(messages[at] ?? Buffer.alloc(0), at);
    };
    await Promise.all(Array.from({ length: connections }, work));
    const answers = await Promise.all(goodRequests(`good-${round}`).map((bytes) => ask(bytes, 1)));
    return new Map(answers.flatMap(issuedBy));
  };
  await runCampaign(batch, { size: batchSize, heap: () => heapOf(undefined) });
  agent.destroy();
  return { subject, kinds };
}

/** Now and then with credentials, and with a body in chunks instead of one of known length. */
function post(agent: Agent, url: string, bytes: Buffer, at: number): Promise<Reply> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(at % 7 === 0 ? {} : { 'content-length': bytes.length }),
    ...(at % 5 === 0 ? { authorization: `Bearer ${at % 25 === 0 ? 'wrong' : goodToken}` } : {}),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}
