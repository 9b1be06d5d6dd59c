import { Inbox } from './inbox.js';
import { type Answer, idOf, type Message, type Peer, toBytes, type TransportName } from './peer.js';

/** The wire of a lasting connection. */
export interface Line {
  send(bytes: Uint8Array): void;
  close(): Promise<void>;
}

/** A peer on a lasting connection; `open` is given where messages go that come in. */
export async function openSessionPeer(
  transport: TransportName,
  open: (receive: (text: string) => void) => Promise<Line>,
): Promise<Peer> {
  const inbox = new Inbox();
  const line = await open((text) => inbox.put(text));
  const manifest = await inbox.next(() => true);
  let logins = 0;
  const ask = async (message: object | string | Uint8Array): Promise<Answer> => {
    const id = idOf(message);
    line.send(toBytes(message));
    const answer = await inbox.next((each) => isFinal(each) && (each.id === id || each.id === null));
    return {
      message: answer,
      text: inbox.texts.findLast((text) => JSON.stringify(JSON.parse(text)) === JSON.stringify(answer)) ?? '',
    };
  };
  return {
    transport,
    manifest,
    manifestText: inbox.texts[0] ?? '',
    ask,
    send: (message) => line.send(toBytes(message)),
    next: (fits) => inbox.next(fits),
    rest: () => inbox.rest(),
    login: (token, scheme = 'bearer') => {
      logins += 1;
      return ask({
        type: 'authenticate',
        id: `login-${logins}`,
        manglecp: '2026-02-draft',
        payload: { scheme, token },
      });
    },
    close: () => line.close(),
  };
}

function isFinal({ type }: Message): boolean {
  return type !== 'progress' && type !== 'manifest';
}
