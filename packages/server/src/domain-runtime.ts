import { isDeepStrictEqual } from 'node:util';
import { Backoff } from './backoff.js';
import type { Room } from './bounds/room.js';
import type { BriefTurns } from './bounds/brief-turns.js';
import type { Turns } from './bounds/turns.js';
import { changedSettings } from './config/fixed-settings.js';
import type { PackConfig } from './config/config.js';
import { type LoadResult, reloadPack } from './pack/load-pack.js';
import type { Problem } from './pack/problem.js';
import { wirePredicates } from './facts/wire-predicates.js';
import type { Pack } from './pack/pack.js';
import { isTemporary } from './pack/temporary.js';
import { watchPack } from './pack/watch-pack.js';
import type { Observer } from './observe/observer.js';
import { createHintReader } from './hints/create-hint-reader.js';
import { createEstimator } from './render/token-estimator.js';
import { createRuleSet } from './rules/create-rule-set.js';
import { createAuthenticator } from './security/create-authenticator.js';
import { createConfirmations } from './security/confirmation.js';
import { createMemoryConfirmationStore } from './security/confirmation-store.js';
import { createRateLimiter } from './security/rate-limiter.js';
import { SetupError } from './security/setup-error.js';
import { Domain, type Live, profileOf } from './session/domain.js';
import type { Services } from './session/services.js';
import { createMemoryMacroStore } from './stores/memory-macro-store.js';
import { createMemorySkillStore } from './stores/memory-skill-store.js';

export interface RuntimeOptions {
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly observer: Observer;
  readonly turns: Turns;
  readonly reading: BriefTurns;
  readonly room: Room;
}

/** A domain with all that keeps it alive: its stores, its credentials, and the watch over its files. */
export class DomainRuntime {
  readonly domain: Domain;
  readonly services: Services;
  readonly #options: RuntimeOptions;
  #watch: ReturnType<typeof watchPack> | undefined;
  /** A reload that failed for want of something that may be there again soon. */
  readonly #retry = new Backoff(() => this.#reloadAlone());
  /** Reloads are made one after the other. */
  #reloading: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  private constructor(live: Live, options: RuntimeOptions) {
    const { clock, randomBytes, observer, turns, reading, room } = options;
    const { tools, invoke } = live.pack.config;
    this.#options = options;
    this.domain = new Domain(live);
    this.services = {
      clock,
      observer,
      turns,
      reading,
      room,
      macros: createMemoryMacroStore({
        clock,
        retentionMs: tools.retention_s * 1000,
        maxPlans: tools.store_max,
        maxBytes: tools.store_max_bytes,
        maxPrincipalBytes: Math.min(tools.principal_max_bytes, tools.store_max_bytes),
        onEvict: (count) => observer.metrics.macroStoreEvicted(live.pack.config.domain.id, count),
        onSize: (count) => observer.metrics.macroStoreSize(live.pack.config.domain.id, count),
      }),
      skills: createMemorySkillStore({ clock, maxIssues: tools.store_max }),
      confirmations: createConfirmations({
        clock,
        random: randomBytes,
        store: createMemoryConfirmationStore(),
        lifetimeMs: invoke.confirmation_s * 1000,
      }),
    };
  }

  static async open(pack: Pack, options: RuntimeOptions): Promise<DomainRuntime> {
    return new DomainRuntime(await surfaceOf(pack, options), options);
  }

  /** Evaluates the base and makes the domain ready. What is wrong is returned; the domain goes on booting then. */
  async boot(): Promise<readonly Problem[]> {
    const { live } = this.domain;
    const made = await createRuleSet(live.pack);
    if ('problems' in made) return made.problems;
    this.domain.install({ ...live, rules: made.rules });
    this.#warn();
    return [];
  }

  /**
   * Reads the files again and serves what they say now. If they do not load, the old rules stay and the manifest says
   * `degraded`; if the schema changed, too, because clients rely on it for as long as the server runs (ARCH-007).
   */
  reload(): Promise<readonly Problem[]> {
    const reloaded = this.#reloading.then(() => this.#reload());
    this.#reloading = reloaded.catch(() => undefined);
    return reloaded;
  }

  /** Reloads by itself whenever a file of the pack changes; resolves when every change from then on will be seen. */
  async watch(): Promise<void> {
    const { folder, configFile } = this.domain.live.pack;
    const otherFiles = configFile === undefined ? [] : [configFile];
    const onError = (err: unknown): void => {
      this.#options.observer.log.error({ domain: this.domain.id, err }, 'some changes of the pack will not be seen');
    };
    this.#watch ??= watchPack(folder, () => this.#reloadAlone(), { otherFiles, onError });
    await this.#watch.ready;
  }

  async close(): Promise<void> {
    // A reload that is under way may wait for code of the pack; nobody has to wait for it.
    this.#isClosed = true;
    this.#retry.end();
    await this.#watch?.close();
    await this.domain.close();
    // Also where there never were rules to close.
    await this.domain.live.pack.closeExternals?.();
  }

  /** A reload that nobody waits for. */
  #reloadAlone(): void {
    void this.reload().catch(() => undefined);
  }

  async #reload(): Promise<readonly Problem[]> {
    try {
      const problems = await this.#replace(await reloadPack(this.domain.live.pack));
      this.#tellReload(problems);
      this.#retryIf(problems.some((problem) => problem.isTemporary === true));
      return problems;
    } catch (error) {
      this.#keepOld({ err: error });
      this.#retryIf(isTemporary(error));
      throw error;
    }
  }

  #retryIf(isWanted: boolean): void {
    if (isWanted && !this.#isClosed) this.#retry.again();
    else this.#retry.end();
  }

  #tellReload(problems: readonly Problem[]): void {
    const { log, metrics } = this.#options.observer;
    if (problems.length > 0) {
      const reason = problems.flatMap(({ code = '' }) => keptReasons[code] ?? [])[0];
      this.#keepOld({ problems: problems.map(inLog) }, reason);
    } else {
      metrics.reload(this.domain.id, 'ok');
      log.info({ domain: this.domain.id }, 'the changed pack is served');
      this.#warn();
    }
  }

  /** What is doubtful in the pack that is served, for the operator. */
  #warn(): void {
    const { warnings } = this.domain.live.pack;
    const more = warnings.length > maxWarnings ? { more: warnings.length - maxWarnings } : {};
    if (warnings.length === 0) return;
    const told = warnings.slice(0, maxWarnings).map(inLog);
    this.#options.observer.log.warn({ domain: this.domain.id, warnings: told, ...more }, 'the pack has warnings');
  }

  /** The operator reads why, everybody else only that it is so. */
  #keepOld(why: Readonly<Record<string, unknown>>, reason = notLoaded): void {
    const { log, metrics } = this.#options.observer;
    metrics.reload(this.domain.id, 'refused');
    log.error({ domain: this.domain.id, ...why }, 'the changed pack is not served; the old one still is');
    this.domain.report('rules', reason);
  }

  async #replace(loaded: LoadResult): Promise<readonly Problem[]> {
    if (!('pack' in loaded)) return loaded.problems;
    const fixed = fixedProblems(this.domain.live.pack.config, loaded.pack.config);
    if (fixed.length > 0) return fixed;
    try {
      const surface = await surfaceOf(loaded.pack, this.#options, this.domain.live);
      const made = await createRuleSet(loaded.pack);
      if ('problems' in made) return made.problems;
      if (!this.#isClosed) this.domain.install({ ...surface, rules: made.rules });
      return [];
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      const kind = isTemporary(error) ? { isTemporary: true } : {};
      return error.problems.map((problem) => ({ file: 'manglecp.json', ...problem, ...kind }));
    } finally {
      if (this.domain.live.pack !== loaded.pack) await loaded.pack.closeExternals?.();
    }
  }
}

const notLoaded = 'a change of the rules could not be loaded; the previous ones are served';

/** What everybody may know of why a change is not served, by the code of the problem. */
const keptReasons: Readonly<Record<string, string>> = {
  'schema-changed': 'the schema has changed, which needs a restart; the previous one is served',
};

/** So many warnings are told; `manglecp check` tells all. */
const maxWarnings = 20;

/** A problem without the texts it points into. */
function inLog({ code, file, line, column, message, help }: Problem): object {
  return { code, file, line, column, message, help };
}

/** Refused messages of one address in a minute, where the settings say nothing. */
const defaultRefusals = 600;

/** Rules can make up any number of names; so many of them are told. */
const maxUnknownSkills = 100;

/** Everything a pack says about who may talk to it; kept over reloads where nothing of it changed. */
async function surfaceOf(pack: Pack, { clock, observer }: RuntimeOptions, previous?: Live): Promise<Live> {
  const { auth, rate } = pack.config;
  const unknownSkills = new Set<string>();
  return {
    pack,
    profile: profileOf(pack),
    predicates: wirePredicates(pack),
    authenticator:
      previous !== undefined && isDeepStrictEqual(auth, previous.pack.config.auth)
        ? previous.authenticator
        : await createAuthenticator(auth, { clock, folder: pack.folder }),
    rate:
      previous !== undefined && isDeepStrictEqual(rate, previous.pack.config.rate)
        ? previous.rate
        : createRateLimiter({ perMinute: rate.per_minute, clock }),
    refusals:
      previous !== undefined && isDeepStrictEqual(rate, previous.pack.config.rate)
        ? previous.refusals
        : createRateLimiter({ perMinute: rate.refused_per_minute ?? defaultRefusals, clock }),
    hints: createHintReader(pack),
    estimate: await createEstimator(pack.config),
    reportUnknownSkill: (id) => {
      // What is not written in the rules may be of a fact of the client, which no log holds (SEC-040).
      const skill = pack.missingSkills.has(id) ? id : 'not written in the rules';
      if (unknownSkills.has(skill) || unknownSkills.size >= maxUnknownSkills) return;
      unknownSkills.add(skill);
      observer.log.warn({ domain: pack.config.domain.id, skill }, 'rules ask for a skill that the pack does not have');
    },
  };
}

/** Listeners and stores were made with these; silently going on with the old ones would not be what the operator asked. */
function fixedProblems(before: PackConfig, after: PackConfig): readonly Problem[] {
  const help = 'Restart the server to take the change, or take it back.';
  return changedSettings(before, after).map((setting) => {
    return { file: 'manglecp.json', message: `\`${setting}\` cannot change while the server runs`, help };
  });
}
