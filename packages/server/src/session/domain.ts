import { encodeMessage, type FactsProfile, factsProfileOf, makeMessage, type Manifest } from '@manglecp/protocol';
import type { WirePredicate } from '../facts/wire-predicates.js';
import type { Degradation, Pack } from '../pack/pack.js';
import { buildManifest, manifestEtag } from '../pack/manifest.js';
import type { HintReader } from '../hints/create-hint-reader.js';
import type { TokenEstimator } from '../render/token-estimator.js';
import type { RuleSet } from '../rules/rule-set.js';
import type { Authenticator } from '../security/create-authenticator.js';
import type { RateLimiter } from '../security/rate-limiter.js';
import type { Face } from './connection.js';

/**
 * What one state of a pack's files became. Requests take the one that is current when they come and keep it to their
 * end, so a reload never changes an answer half-way (ARCH-009).
 */
export interface Live {
  readonly pack: Pack;
  /** Absent while booting. */
  readonly rules?: RuleSet;
  readonly profile: FactsProfile;
  /** The predicates that clients may assert, as the engine knows them. */
  readonly predicates: ReadonlyMap<string, WirePredicate>;
  readonly authenticator: Authenticator;
  readonly rate: RateLimiter;
  /** Counts refused messages by address. */
  readonly refusals: RateLimiter;
  /** Says why answers are what they are. */
  readonly hints: HintReader;
  /** How tokens are counted where a client has a budget of them. */
  readonly estimate: TokenEstimator;
  /** Tells the operator of a skill that rules ask for and the pack does not have; once each. */
  readonly reportUnknownSkill: (id: string) => void;
}

export type Status = Manifest['status'];

/** A manifest as it is sent. */
export interface ManifestText {
  /** One line. */
  readonly text: string;
  readonly etag: string;
  readonly status: Status;
}

/**
 * A domain that is served: `booting` until its rules are ready, then `ready` or `degraded`, at last `draining`. The
 * hosts read its manifest and open sessions on it; nobody else changes its state.
 */
export class Domain {
  #lease: Lease;
  #isDraining = false;
  readonly #troubles = new Map<string, string>();
  readonly #manifests = new Map<Face, ManifestText>();
  readonly #listeners = new Set<() => void>();
  readonly #idle = new Set<() => void>();
  #inFlight = 0;

  constructor(live: Live) {
    this.#lease = new Lease(live);
  }

  get id(): string {
    return this.live.pack.config.domain.id;
  }

  /** What new requests are answered with. */
  get live(): Live {
    return this.#lease.live;
  }

  get status(): Status {
    if (this.#isDraining) return 'draining';
    if (this.live.rules === undefined) return 'booting';
    return this.#degradations().length > 0 ? 'degraded' : 'ready';
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Runs `work` with what is current now; that stays usable until `work` is over. */
  async use<T>(work: (live: Live) => Promise<T>): Promise<T> {
    const lease = this.#lease;
    this.#inFlight += 1;
    lease.enter();
    try {
      return await work(lease.live);
    } finally {
      lease.leave();
      this.#inFlight -= 1;
      if (this.#inFlight === 0) for (const wake of this.#idle) wake();
    }
  }

  /** From now on requests are answered by these rules. */
  install(live: Live): void {
    const previous = this.#lease;
    this.#lease = new Lease(live);
    this.#troubles.delete('rules');
    previous.retire();
    this.#changed();
  }

  /** Something does not work and the rest does; `reason` is told to everybody who reads the manifest. */
  report(component: string, reason: string): void {
    if (this.#troubles.get(component) === reason) return;
    this.#troubles.set(component, reason);
    this.#changed();
  }

  /** From now on new requests are refused; those under way go on. */
  drain(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    this.#changed();
  }

  /** Resolves when no request is under way, at the latest when `signal` fires. */
  async whenIdle(signal: AbortSignal): Promise<void> {
    while (this.#inFlight > 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#idle.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        this.#idle.add(wake);
        signal.addEventListener('abort', wake);
      });
    }
  }

  manifest(face: Face): ManifestText {
    const known = this.#manifests.get(face);
    if (known !== undefined) return known;
    const { status } = this;
    const text = encodeMessage(makeMessage('manifest', null, this.describe(face)));
    const made = { text, etag: manifestEtag(text), status };
    this.#manifests.set(face, made);
    return made;
  }

  /** The payload of the manifest. */
  describe(face: Face): Manifest {
    const { isAuthRequired, endpoints, otherDomains } = face;
    return buildManifest(this.live.pack, {
      status: this.status,
      isAuthRequired,
      degraded: this.#degradations(),
      ...(endpoints === undefined ? {} : { endpoints }),
      ...(otherDomains === undefined ? {} : { otherDomains }),
    });
  }

  /** Calls `listener` after each change of the manifest; returns how to end that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    await this.live.rules?.close();
  }

  #degradations(): readonly Degradation[] {
    const troubles = Array.from(this.#troubles, ([component, reason]) => ({ component, reason }));
    return [...this.live.pack.degraded, ...troubles];
  }

  #changed(): void {
    this.#manifests.clear();
    for (const listener of [...this.#listeners]) listener();
  }
}

/** What clients may send, by the declarations of a pack. */
export function profileOf(pack: Pack): FactsProfile {
  const manifest = buildManifest(pack, { status: 'ready', isAuthRequired: false, degraded: [] });
  return { ...factsProfileOf(manifest), strict: pack.config.strict_predicates };
}

/** Closes retired rules when the last request that uses them is over. */
class Lease {
  readonly live: Live;
  #users = 0;
  #isRetired = false;

  constructor(live: Live) {
    this.live = live;
  }

  enter(): void {
    this.#users += 1;
  }

  leave(): void {
    this.#users -= 1;
    this.#closeIfUnused();
  }

  retire(): void {
    this.#isRetired = true;
    this.#closeIfUnused();
  }

  #closeIfUnused(): void {
    if (this.#isRetired && this.#users === 0) void this.live.rules?.close();
  }
}
