import { inspectMessage } from './inspect-message.js';
import type { Message } from './peer.js';

/** How long a test waits for a message before it says what it waited for. */
const patienceMs = 100_000;

interface Waiting {
  readonly fits: (message: Message) => boolean;
  readonly give: (message: Message) => void;
  readonly fail: (fault: Error) => void;
}

/** Messages that came on a lasting connection, each to be taken once. */
export class Inbox {
  readonly #waiting: Waiting[] = [];
  readonly #messages: Message[] = [];
  readonly texts: string[] = [];
  /** What was wrong with a message; from then on nothing can be taken. */
  #fault: Error | undefined;

  put(text: string): void {
    this.texts.push(text);
    try {
      this.#add(inspectMessage(text));
    } catch (error) {
      const fault = error instanceof Error ? error : new Error(String(error));
      this.#fault ??= fault;
      for (const { fail } of this.#waiting.splice(0)) fail(fault);
    }
  }

  next(fits: (message: Message) => boolean): Promise<Message> {
    if (this.#fault !== undefined) return Promise.reject(this.#fault);
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
      const fail = (fault: Error): void => {
        clearTimeout(timer);
        reject(fault);
      };
      this.#waiting.push({ fits, give, fail });
    });
  }

  rest(): readonly Message[] {
    return this.#messages;
  }

  #add(message: Message): void {
    const at = this.#waiting.findIndex(({ fits }) => fits(message));
    if (at === -1) this.#messages.push(message);
    else this.#waiting.splice(at, 1)[0]?.give(message);
  }
}
