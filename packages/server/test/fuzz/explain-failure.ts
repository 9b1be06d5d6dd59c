import { startSubject } from '../harness/subject.js';
import { FuzzFailure, fuzzOptions, goodRequests } from './campaign.js';
import { expectationOf, judge } from './judge.js';
import { shrink } from './shrink.js';

/** The failure with the smallest message that shows it, if one of the suspects alone shows it to a fresh server. */
export async function explainFailure(thrown: unknown): Promise<unknown> {
  // An answer that does not come cannot be waited for again and again.
  if (!(thrown instanceof FuzzFailure) || !thrown.isAnswered) return thrown;
  const subject = await startSubject('memory', fuzzOptions);
  const isFaulty = async (bytes: Buffer): Promise<boolean> => {
    if (subject.server === undefined || expectationOf(bytes).isSilent) return false;
    const connection = subject.server.connect();
    for (const each of [...goodRequests('good'), bytes]) connection.send(each);
    let finals = 0;
    for await (const text of connection.messages) {
      const { type, fault } = judge(text);
      if (fault !== undefined) return true;
      if (type !== 'manifest' && type !== 'progress') finals += 1;
      if (finals > goodRequests('good').length) break;
    }
    connection.close();
    return false;
  };
  try {
    for (const suspect of thrown.suspects) {
      if (!(await isFaulty(suspect))) continue;
      const small = await shrink(suspect, isFaulty);
      thrown.message += `\nsmallest message: ${small.toString('base64')}\n${small.toString().slice(0, 2000)}`;
      thrown.message += `\nlog: ${subject.log().slice(-3000)}`;
      break;
    }
  } finally {
    await subject.stop();
  }
  return thrown;
}
