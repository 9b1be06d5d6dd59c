import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that stands for the world outside: it sees what actions and external predicates of a pack ask of it. */
export interface Outside {
  readonly address: string;
  /** The paths that were asked for so far, in order. */
  readonly calls: readonly string[];
  /** From now on questions wait until `answer` is called. */
  hold(): void;
  /** Answers everything that waits, and from now on at once. */
  answer(text: string): void;
  close(): Promise<void>;
}

export async function openOutside(text: string): Promise<Outside> {
  const calls: string[] = [];
  const waiting: ServerResponse[] = [];
  let answer: string | undefined = text;
  const server = createServer((request, response) => {
    calls.push(request.url ?? '');
    if (answer === undefined) waiting.push(response);
    else response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    hold: () => void (answer = undefined),
    answer: (given) => {
      answer = given;
      for (const response of waiting.splice(0)) response.end(given);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
