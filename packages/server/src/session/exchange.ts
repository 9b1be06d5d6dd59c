import type { FactInput } from '@manglecp/mangle';
import {
  type Authenticate,
  type Cancel,
  type CheckedFact,
  type Envelope,
  type IntentRequest,
  type InvokeRequest,
  type Json,
  type MessageType,
  type Payload,
  type Progress,
  type Violation,
} from '@manglecp/protocol';
import type { Confirmed } from '../invocation/check-confirmation.js';
import type { DataObject } from '../invocation/data.js';
import type { Plan } from '../macro/plan.js';
import type { Observation } from '../observe/observer.js';
import type { Question, Verdict } from '../rules/rule-set.js';
import type { Principal } from '../security/principal.js';
import type { Connection, Face } from './connection.js';
import type { Domain, Live } from './domain.js';
import type { Lane } from './lane.js';
import type { Services } from './services.js';

/** What the steps may know and do about the connection that a message came by. */
export interface SessionView {
  readonly domain: Domain;
  readonly face: Face;
  readonly connection: Connection;
  readonly services: Services;
  /** Where the evaluations and the invocations of this connection wait for their turn. */
  readonly evaluations: Lane;
  readonly invocations: Lane;
  /** What its parsed messages take that were small enough not to be counted with those of others. */
  uncounted: number;
  /** Who logged in on this connection; absent before that. */
  principal: Principal | undefined;
  /** Gives a request its place among those under way, so that it can be cancelled. Refuses an id that is in use. */
  enlist(id: string, exchange: Exchange): void;
  /** Stops the request with this id, if there is one. */
  cancel(id: string): void;
  /** Whether the client is gone. */
  isClosed(): boolean;
}

/** A question whose time has begun. */
export type TimedQuestion = Question & { readonly deadline: number };

/** What is sent back; the id is that of the message. */
export type Reply = { [T in MessageType]: { readonly type: T; readonly payload: Payload<T> } }[MessageType];

/**
 * One message on its way through the steps of admission. What a step finds out is written here for those after it; each
 * member says which step that is. Reading one that is not written yet is a defect.
 */
export class Exchange {
  readonly session: SessionView;
  readonly bytes: Uint8Array;
  readonly live: Live;
  readonly observation: Observation;
  /** When the message came, in milliseconds of the server's clock. */
  readonly receivedAtMs: number;
  readonly abort = new AbortController();
  readonly #progress: (payload: Progress) => void;

  /** What an answer may carry as its id; null until the envelope was read. */
  id: string | null = null;
  /** Found by steps 11 and 12, which list all of them together (C-17). */
  violations: readonly Violation[] = [];
  /** Absent for messages that get no answer. */
  reply: Reply | undefined;
  /** Gives its place in a lane to the next one; absent while it has none. Called when the answer was sent. */
  leave: (() => void) | undefined;
  /** Gives back the memory that its parsed form was promised; absent while it was promised none. */
  giveBack: (() => void) | undefined;
  readonly #found: { -readonly [K in keyof Findings]?: Findings[K] } = {};

  constructor(given: ExchangeInput) {
    this.session = given.session;
    this.bytes = given.bytes;
    this.live = given.live;
    this.observation = given.observation;
    this.receivedAtMs = given.receivedAtMs;
    this.#progress = given.progress;
  }

  /** What an earlier step wrote. */
  get<K extends keyof Findings>(name: K): Findings[K] {
    const value = this.#found[name];
    if (value === undefined) throw new Error(`a step reads \`${name}\` before it is known`);
    return value;
  }

  set<K extends keyof Findings>(name: K, value: Findings[K]): void {
    this.#found[name] = value;
  }

  /** Lets go of the parsed message: it waits as bytes, which take a fraction of the memory, and is read again. */
  forgetText(): void {
    delete this.#found.json;
    delete this.#found.envelope;
  }

  /** Who is asking, for logs; undefined before step 6. */
  get principal(): Principal | undefined {
    return this.#found.principal;
  }

  /** The name of the tool that is invoked; undefined before it was found. */
  get tool(): string | undefined {
    return this.#found.plan?.name;
  }

  /** The intent, macro-tool or login scheme that is asked for; undefined before step 9. */
  get subject(): string | undefined {
    const { intent, invoke, login } = this.#found;
    return intent?.intent.name ?? invoke?.macro_id ?? (login === undefined ? undefined : this.#schemeOf(login));
  }

  /** A scheme that is none is not repeated: clients that mix up the members put the secret there. */
  #schemeOf({ scheme }: Authenticate): string {
    return this.live.authenticator.schemes.find((known) => known === scheme.toLowerCase()) ?? 'unknown';
  }

  /** Tells the client how far an invocation is; does nothing where the transport cannot. */
  progress(payload: Progress): void {
    if (this.session.connection.isSession) this.#progress(payload);
  }
}

export interface ExchangeInput {
  readonly session: SessionView;
  readonly bytes: Uint8Array;
  readonly live: Live;
  readonly observation: Observation;
  readonly receivedAtMs: number;
  readonly progress: (payload: Progress) => void;
}

interface Findings {
  /** Step 2: the message, and how many values there are in it. */
  readonly json: Json;
  readonly values: number;
  /** Step 3. */
  readonly envelope: Envelope;
  /** Step 5. */
  readonly type: MessageType;
  /** Step 6. */
  readonly principal: Principal;
  /** Step 9, each for its type. */
  readonly intent: IntentRequest;
  readonly invoke: InvokeRequest;
  readonly login: Authenticate;
  readonly cancel: Cancel;
  /** Step 9: the evaluation time in nanoseconds. */
  readonly evalTime: bigint;
  /** Step 12. */
  readonly checkedFacts: readonly CheckedFact[];
  readonly facts: readonly FactInput[];
  readonly places: readonly number[];
  /** Step 14, for intents: what the rules are asked. */
  readonly question: TimedQuestion;
  /** Identity, for invocations. */
  readonly plan: Plan;
  /** Standing, for invocations: what policy says of the plan now. */
  readonly verdict: Verdict;
  /** Standing, for invocations: the time on the plan's own timeline, in nanoseconds. */
  readonly planTime: bigint;
  /** Schema, for invocations: the arguments with their defaults. */
  readonly args: DataObject;
  /** Confirmation, for invocations. */
  readonly confirmed: Confirmed;
}
