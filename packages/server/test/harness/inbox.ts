import type { Message } from './peer.js';

/** How long a test waits for a message before it says what it waited for. */
const patienceMs = 30_000;

/** Messages that came on a lasting connection, each to be taken once. */
export class Inbox {
  readonly #waiting: { readonly fits: (message: Message) => boolean; readonly give: (message: Message) => void }[] = [];
  readonly #messages: Message[] = [];
  readonly texts: string[] = [];

  put(text: string): void {
    this.texts.push(text);
    const message = JSON.parse(text) as Message;
    const at = this.#waiting.findIndex(({ fits }) => fits(message));
    if (at === -1) this.#messages.push(message);
    else this.#waiting.splice(at, 1)[0]?.give(message);
  }

  next(fits: (message: Message) => boolean): Promise<Message> {
    const at = this.#messages.findIndex(fits);
    const [found] = at === -1 ? [] : this.#messages.splice(at, 1);
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`no such message came; there are ${JSON.stringify(this.#messages).slice(0, 2000)}`));
      }, patienceMs);
      const give = (message: Message): void => {
        clearTimeout(timer);
        resolve(message);
      };
      this.#waiting.push({ fits, give });
    });
  }

  rest(): readonly Message[] {
    return this.#messages;
  }
}
