import { type Client, Clients } from './clients.js';
import type { Owner } from './owner.js';
import { Places } from './places.js';
import { Busy, type Work } from './work.js';

export interface TurnsOptions {
  /** Long pieces of work that may be under way at the same time. */
  readonly maxLong: number;
  /** Pieces of work that may be under way at all; those that wait for their turn count. */
  readonly maxUnderWay?: number;
  /** Bytes of messages that long work may hold, and as many once more for what waits to become long. */
  readonly maxBytes?: number;
  /** Milliseconds of a clock that only runs forward. */
  readonly clock?: () => number;
}

/** Somebody's piece of work. */
export interface Turn {
  /**
   * Resolves when the work may begin or go on; to be asked again after some milliseconds of work. Rejects with `busy` if
   * there is no place for it, and with the reason of the signal.
   */
  next(): Promise<void>;
  /** To be called when the work is over, however it ended. */
  end(): void;
}

/** Turns that short work may take; whoever needs more is long. */
const shortTurns = 3;

/** Work for a message from this size on is long from its beginning. */
const largeBytes = 65_536;

/** Nobody is late because of so little. */
const shortWaitMs = 250;

/** What one turn can be charged with: beyond that, somebody outside was waited for. */
const maxChargeMs = 20;

/** Rounds without turns cost next to nothing. */
const maxRestRounds = 32;

/**
 * Lets many pieces of work take turns on one thread. In each round of the event loop one of them goes on: of the principal
 * that has used least time, and there of the client that has used least. So whoever wants little waits little, however
 * much others want.
 *
 * What takes longer needs a place, because it also takes memory. There are few places; no client has more than a quarter
 * of them, and no principal all. Whoever waits for a place waits in a bounded room, and no longer than its deadline.
 */
export class Turns {
  readonly #clients = new Clients();
  readonly #places: Places;
  readonly #queue: Queued[] = [];
  readonly #maxUnderWay: number;
  readonly #clock: () => number;
  #underWay = 0;
  /** How many turns were given. */
  #given = 0;
  #isRoundDue = false;
  /** Rounds in which nobody has a turn. */
  #restRounds = 0;

  constructor({
    maxLong,
    maxUnderWay = 1000,
    maxBytes = 64 * 1024 * 1024,
    clock = () => performance.now(),
  }: TurnsOptions) {
    this.#maxUnderWay = maxUnderWay;
    this.#clock = clock;
    this.#places = new Places({ max: maxLong, maxBytes, clock });
  }

  /** Milliseconds by which deadlines are told. */
  now(): number {
    return this.#clock();
  }

  /** Throws `Busy` if too much is under way, and this client has no less of it than others. */
  begin(work: Work): Turn {
    const client = this.#clients.enter(work.owner);
    this.#underWay += 1;
    if (this.#underWay > this.#maxUnderWay && this.#clients.isBusiest(client, this.#maxUnderWay)) {
      this.#leave(client);
      throw new Busy('too many evaluations are under way');
    }
    let turns = 0;
    let waitedMs = 0;
    let startedAt: number | undefined;
    const beganAt = this.#clock();
    let freePlace: (() => void) | undefined;
    const charge = (): void => {
      const ms = startedAt === undefined ? 0 : Math.min(maxChargeMs, this.#clock() - startedAt);
      client.use(ms);
      startedAt = undefined;
    };
    return {
      next: async () => {
        charge();
        turns += 1;
        const [askedAt, given] = [this.#clock(), this.#given];
        const isLong = turns > shortTurns || work.bytes >= largeBytes;
        if (isLong) freePlace ??= await this.#places.take(client, work);
        await this.#queueUp(client);
        startedAt = this.#clock();
        this.#given += 1;
        // A machine that is slow is nobody's fault.
        if (this.#given > given + 1) waitedMs += startedAt - askedAt;
        // Who had half of its time or more has been too slow itself, and finds that out.
        const isKept = waitedMs > shortWaitMs && waitedMs > (work.deadline - beganAt) / 2;
        if (isKept && startedAt > work.deadline) throw new Busy('others took the time');
      },
      end: () => {
        charge();
        freePlace?.();
        this.#leave(client);
      },
    };
  }

  /**
   * Time that was used outside of turns, such as for writing an answer; it counts while this client has work under way. A
   * round that took long is followed by some in which nobody has a turn: the host takes one new connection in a round, and
   * those who come would wait for all turns of those who were first.
   */
  charge(owner: Owner, ms: number): void {
    this.#clients.find(owner)?.use(ms);
    this.#restRounds = Math.max(this.#restRounds, Math.min(maxRestRounds, Math.floor(ms)));
  }

  #leave(client: Client): void {
    this.#underWay -= 1;
    this.#clients.leave(client);
  }

  /** Resolves at once if nobody else has had this round. */
  #queueUp(client: Client): Promise<void> | undefined {
    if (!this.#isRoundDue) {
      this.#nextRound();
      return undefined;
    }
    return new Promise((resolve) => {
      this.#queue.push({ client, resolve });
    });
  }

  #nextRound(): void {
    this.#isRoundDue = true;
    setImmediate(() => {
      this.#isRoundDue = false;
      if (this.#restRounds > 0) {
        this.#restRounds -= 1;
        this.#nextRound();
        return;
      }
      const next = takeFirst(this.#queue);
      if (next === undefined) return;
      this.#nextRound();
      next.resolve();
    });
  }
}

/** Somebody who waits for a turn. */
interface Queued {
  readonly client: Client;
  readonly resolve: () => void;
}

/** Takes out who comes first: by time used, of equal ones who came first. */
function takeFirst(queue: Queued[]): Queued | undefined {
  let first = 0;
  for (let at = 1; at < queue.length; at += 1) {
    const [one, best] = [queue[at], queue[first]];
    if (one !== undefined && best !== undefined && one.client.comesBefore(best.client)) first = at;
  }
  return queue.splice(first, 1)[0];
}
