import { afterAll, describe, it } from 'vitest';
import { type Peer, type TransportName, transports } from './peer.js';
import { startSubject, type Subject, type SubjectOptions } from './subject.js';

/** What a test may ask for. Servers with the same settings are shared by the tests of a file. */
export interface Context {
  readonly transport: TransportName;
  /** A client of a shared server. */
  readonly connect: (options?: SubjectOptions) => Promise<Peer>;
  /** The shared server itself. */
  readonly subject: (options?: SubjectOptions) => Promise<Subject>;
  /** A server of one's own, for tests that change its state. */
  readonly fresh: (options?: SubjectOptions) => Promise<Subject>;
}

export interface VerifyOptions {
  /** The transports on which it can be observed; all of them if absent. */
  readonly on?: readonly TransportName[];
}

type Verify = (
  ids: readonly string[],
  title: string,
  body: (context: Context) => Promise<void>,
  options?: VerifyOptions,
) => void;

/**
 * A group of tests that speak to servers over transports. `verifies` registers one test for each transport and links it
 * to the requirements it proves; `test/repo/requirements.test.ts` reads these ids.
 */
export function overTransports(name: string, define: (verifies: Verify) => void): void {
  describe(name, () => {
    const shared = new Map<string, Promise<Subject>>();
    const own: Subject[] = [];
    afterAll(async () => {
      const started = await Promise.allSettled(shared.values());
      const subjects = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      await Promise.all([...subjects, ...own].map((subject) => subject.stop()));
    });
    const contextOf = (transport: TransportName): Context => {
      const subject = (options: SubjectOptions = {}): Promise<Subject> => {
        const key = JSON.stringify([transport, options]);
        const known = shared.get(key) ?? startSubject(transport, options);
        shared.set(key, known);
        return known;
      };
      return {
        transport,
        subject,
        connect: async (options) => (await subject(options)).connect(),
        fresh: async (options) => {
          const started = await startSubject(transport, options);
          own.push(started);
          return started;
        },
      };
    };
    define((ids, title, body, { on = transports } = {}) => {
      for (const transport of on) it(`${ids.join(' ')} ${title} [${transport}]`, () => body(contextOf(transport)));
    });
  });
}
