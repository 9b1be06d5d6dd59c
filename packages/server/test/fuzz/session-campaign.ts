import { fuzzOptions, FuzzFailure, goodRequests, heapOf, issuedBy, runCampaign } from './campaign.js';
import { expectationOf, type Expectation, isAnswerTo, type Judged, judge } from './judge.js';
import type { Issued } from './message-source.js';
import type { Wire, WireOpener } from './wires.js';

const batchSize = 250;
/** A batch takes far less; this only says what is missing instead of waiting for ever. */
const patienceMs = 30_000;
/** Batches on one connection. */
const roundsPerConnection = 10;

interface Sent extends Expectation {
  readonly bytes: Buffer;
}

/** What was sent in one batch, and which answers are still to come. */
class Ledger {
  readonly byId = new Map<string, Sent[]>();
  readonly withoutId: Sent[] = [];
  readonly goodAnswers: string[] = [];
  readonly done: Promise<void>;
  #missing = 0;
  #missingWithoutId = 0;
  #finish: () => void = () => undefined;
  #fail: (error: Error) => void = () => undefined;
  readonly #answered = new Map<string, number>();

  constructor(messages: readonly Buffer[]) {
    this.done = new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
    });
    for (const bytes of messages) this.#expect({ bytes, ...expectationOf(bytes) });
  }

  fail(error: Error): void {
    this.#fail(error);
  }

  /** Notes an answer; says what is wrong with it. */
  take(answer: Judged, text: string): string | undefined {
    const { type, id, fault } = answer;
    if (fault !== undefined || type === 'manifest') return fault;
    const candidates = id === null ? this.withoutId : (this.byId.get(id) ?? []);
    if (candidates.length === 0) return 'nobody asked for this answer';
    if (!candidates.some((sent) => type === 'progress' || isAnswerTo(sent, answer))) {
      return 'the answer is of another type than the message';
    }
    return type === 'progress' ? undefined : this.#count(id, candidates.length, text);
  }

  /** Messages that have no answer yet, as far as that can be told. */
  unanswered(): readonly Sent[] {
    const named = [...this.byId].filter(([id, sent]) => (this.#answered.get(id) ?? 0) < sent.length);
    return [...named.flatMap(([, sent]) => sent), ...(this.#missingWithoutId > 0 ? this.withoutId : [])];
  }

  #expect(sent: Sent): void {
    if (sent.isSilent) return;
    this.#missing += 1;
    if (sent.id === null) {
      this.#missingWithoutId += 1;
      this.withoutId.push(sent);
      return;
    }
    const others = this.byId.get(sent.id);
    if (others === undefined) this.byId.set(sent.id, [sent]);
    else others.push(sent);
  }

  #count(id: string | null, expected: number, text: string): string | undefined {
    if (id === null) {
      this.#missingWithoutId -= 1;
      if (this.#missingWithoutId < 0) return 'there are more answers without an id than messages';
    } else {
      const answered = (this.#answered.get(id) ?? 0) + 1;
      this.#answered.set(id, answered);
      if (answered > expected) return 'there is a second answer';
      if (id.startsWith('good-')) this.goodAnswers.push(text);
    }
    this.#missing -= 1;
    if (this.#missing === 0) this.#finish();
    return undefined;
  }
}

export interface SessionCampaign {
  /** To be stopped. */
  readonly wire: Wire;
  /** The types of responses and the codes of errors that came. */
  readonly kinds: ReadonlySet<string>;
}

/** Fuzzes a server over a lasting connection and leaves it running. Throws for the first thing that is wrong. */
export async function runSessionCampaign(open: WireOpener): Promise<SessionCampaign> {
  const kinds = new Set<string>();
  let ledger = new Ledger(goodRequests('good'));
  let greet = (): void => undefined;
  const greeted = new Promise<void>((resolve) => (greet = resolve));
  const wire: Wire = await open((text) => {
    const answer = judge(text);
    kinds.add(answer.code ?? answer.type);
    if (answer.type === 'manifest') greet();
    const fault = ledger.take(answer, text);
    if (fault === undefined) return;
    const suspects = answer.id === null ? ledger.withoutId : (ledger.byId.get(answer.id) ?? []);
    ledger.fail(new FuzzFailure(fault, bytesOf(suspects), text, wire.log()));
  }, fuzzOptions);
  let isStopping = false;
  void wire.exited?.then((code) => {
    if (!isStopping) ledger.fail(new FuzzFailure(`the server exited with ${code}`, [], '', wire.log()));
  });
  await Promise.race([greeted, ledger.done]);
  const batch = async (messages: readonly Buffer[], round: number): Promise<Issued> => {
    if (round % roundsPerConnection === roundsPerConnection - 1) await wire.reconnect();
    const all = [...messages, ...goodRequests(`good-${round}`)];
    ledger = new Ledger(all.flatMap((bytes) => wire.frames(bytes)));
    for (const bytes of all) wire.send(bytes);
    const patience = setTimeout(() => {
      ledger.fail(new FuzzFailure('there is no answer', bytesOf(ledger.unanswered()), '', wire.log()));
    }, patienceMs);
    await ledger.done.finally(() => clearTimeout(patience));
    return new Map(ledger.goodAnswers.flatMap(issuedBy));
  };
  await runCampaign(batch, { size: batchSize, heap: () => heapOf(wire.pid) });
  isStopping = true;
  return { wire, kinds };
}

function bytesOf(sent: readonly Sent[]): readonly Buffer[] {
  return sent.map(({ bytes }) => bytes);
}
