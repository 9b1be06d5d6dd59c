import type { Readable, Writable } from 'node:stream';
import type { Problem } from './pack/problem.js';
import type { DomainRuntime } from './domain-runtime.js';
import { createGate } from './hosts/gate.js';
import { HttpHost } from './hosts/http-host.js';
import { InboundBudget } from './hosts/inbound-budget.js';
import { connectMemory, type MemoryConnection } from './hosts/memory-host.js';
import { maxMessageBytes, type Mount } from './hosts/mount.js';
import { serveStdio } from './hosts/stdio-host.js';
import type { Observer } from './observe/observer.js';
import type { PackConfig, TlsConfig } from './config/config.js';
import { checkListening, isAuthRequiredOn } from './security/listen-policy.js';
import { SetupError } from './security/setup-error.js';
import type { PresentedCredentials } from './security/create-authenticator.js';
import type { Principal } from './security/principal.js';
import { readTls, watchTls } from './security/tls.js';
import type { Face } from './session/connection.js';

export interface ListenOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The operator says that anybody may come, also from other machines. */
  readonly isPublicDemo?: boolean;
  readonly requestTimeoutMs?: number;
  readonly pingMs?: number;
}

export interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
  readonly credentials?: PresentedCredentials;
}

/** A listener takes so many messages of the largest size at once, whatever the settings say. */
const minLargeMessages = 4;

/** Serves domains: on HTTP and WebSocket, on stdio, or inside the process. */
export class Server {
  readonly #runtimes: readonly DomainRuntime[];
  readonly #observer: Observer;
  readonly #hosts: HttpHost[] = [];
  readonly #connections = new Set<MemoryConnection>();
  readonly #watches: { close(): void }[] = [];

  /** INVARIANT: there is at least one domain. */
  constructor(runtimes: readonly DomainRuntime[], observer: Observer) {
    this.#runtimes = runtimes;
    this.#observer = observer;
  }

  get runtimes(): readonly DomainRuntime[] {
    return this.#runtimes;
  }

  /** Makes all domains ready. Returns what is wrong; requests are refused with `server_not_ready` until then. */
  async boot(): Promise<readonly Problem[]> {
    const problems = await Promise.all(this.#runtimes.map((runtime) => runtime.boot()));
    return problems.flat();
  }

  /** Reloads a domain whenever its files change; resolves when every change from then on will be seen. */
  async watch(): Promise<void> {
    await Promise.all(this.#runtimes.map((runtime) => runtime.watch()));
  }

  /** Listens for HTTP and WebSocket and resolves with the address. Throws a `SetupError` if that would be unsafe. */
  async listen(options: ListenOptions): Promise<string> {
    const { host, port, isPublicDemo = false, requestTimeoutMs = 60_000, pingMs = 30_000 } = options;
    const { config, folder } = this.#first.domain.live.pack;
    this.#checkSafety(host, isPublicDemo);
    const tls = config.tls === null ? undefined : await readTls(config.tls, folder);
    const mounts = this.#mounts(config, host);
    const clock = (): number => performance.now();
    const largest = Math.max(...mounts.map(maxMessageBytes));
    const maxBytes = Math.max(config.http.max_inbound_bytes, largest * minLargeMessages);
    const httpHost = new HttpHost({
      mounts,
      gate: createGate({
        boundAddress: host,
        allowedHosts: config.http.allowed_hosts,
        corsOrigins: config.http.cors_origins,
        isAuthRequired: mounts.some(({ face }) => face.isAuthRequired),
        hasTls: tls !== undefined,
        isBehindProxy: config.behind_proxy,
      }),
      inbound: new InboundBudget({ maxBytes, maxBytesOfAddress: maxBytes / 2, clock }),
      observer: this.#observer,
      isBehindProxy: config.behind_proxy,
      connections: {
        max: config.http.max_connections,
        // The proxy is one address, and all come from it.
        maxOfAddress: config.behind_proxy ? undefined : config.http.max_connections_per_address,
      },
      webSockets: {
        maxAnonymous: Math.ceil(config.http.max_connections / 2),
        maxAnonymousOfAddress: config.http.max_websockets_per_address,
        loginMs: config.http.login_timeout_s * 1000,
      },
      clock,
      requestTimeoutMs,
      pingMs,
      ...(tls === undefined ? {} : { tls }),
    });
    if (config.tls !== null) this.#watchCertificate(config.tls, folder, httpHost);
    this.#hosts.push(httpHost);
    return listenOr(host, port, () => httpHost.listen(host, port));
  }

  /** Serves the first domain over two streams; resolves when the input has ended and all answers are written. */
  async serveStdio({ input, output, signal, credentials }: StdioStreams): Promise<void> {
    await serveStdio(this.#localMount(this.#first), {
      input,
      output,
      signal,
      ...(credentials === undefined ? {} : { credentials }),
    });
  }

  /** A connection inside this process, to the first domain unless another one is named. */
  connect(domainId?: string): MemoryConnection {
    return this.#connect(this.#runtimes.find(({ domain }) => domain.id === domainId) ?? this.#first);
  }

  /** The same to the first domain, for somebody who has proven already who it is. */
  connectAs(principal: Principal): MemoryConnection {
    return this.#connect(this.#first, principal);
  }

  /** Refuses new requests from now on; resolves when those under way are over, at the latest after `graceMs`. */
  async drain({ graceMs = 30_000 }: { readonly graceMs?: number } = {}): Promise<void> {
    for (const { domain } of this.#runtimes) domain.drain();
    const patience = AbortSignal.timeout(graceMs);
    await Promise.all(this.#runtimes.map(({ domain }) => domain.whenIdle(patience)));
  }

  /** Something failed that no request waits for: code of a pack, most likely. */
  reportStrayError(error: unknown): void {
    this.#observer.log.error({ err: error }, 'an error was left behind, most likely by an action of a pack');
    for (const { domain } of this.#runtimes) {
      domain.report('actions', 'an action left an error behind that nobody waited for');
    }
  }

  /** Drains and closes everything. */
  async shutdown(options: { readonly graceMs?: number } = {}): Promise<void> {
    await this.drain(options);
    await this.close();
  }

  /** Closes everything at once; what is under way is cancelled. */
  async close(): Promise<void> {
    for (const connection of this.#connections) connection.close();
    await Promise.all(this.#hosts.splice(0).map((host) => host.close(1_000)));
    for (const watch of this.#watches.splice(0)) watch.close();
    await Promise.all(this.#runtimes.map((runtime) => runtime.close()));
    await this.#observer.close();
  }

  #connect(runtime: DomainRuntime, principal?: Principal): MemoryConnection {
    const forget = (): void => void this.#connections.delete(connection);
    const connection = connectMemory(this.#localMount(runtime), forget, principal);
    this.#connections.add(connection);
    return connection;
  }

  get #first(): DomainRuntime {
    const [first] = this.#runtimes;
    if (first === undefined) throw new Error('a server has at least one domain');
    return first;
  }

  /** Throws a `SetupError` if listening there would let in who should stay out. */
  #checkSafety(host: string, isPublicDemo: boolean): void {
    for (const { domain } of this.#runtimes) {
      const { auth, tls, http, behind_proxy: isBehindProxy } = domain.live.pack.config;
      const plan = { host, auth, isBehindProxy, isOpenToAll: isPublicDemo };
      const verdict = checkListening({ ...plan, hasTls: tls !== null, corsOrigins: http.cors_origins });
      if (verdict.problems.length > 0) throw new SetupError(verdict.problems);
      for (const { message, help } of verdict.warnings) this.#observer.log.warn({ help }, message);
    }
  }

  #watchCertificate(files: TlsConfig, folder: string, host: HttpHost): void {
    const watch = watchTls(files, folder, {
      onChange: (material) => host.setTls(material),
      onProblem: ({ message }) => this.#observer.log.error({ problem: message }, 'the old certificate stays in use'),
    });
    this.#watches.push(watch);
  }

  /** Several domains lie below the base by their ids; one alone lies at the base itself. */
  #mounts(config: PackConfig, host: string): readonly Mount[] {
    const base = config.http.base_path;
    const baseOf = (id: string): string => (this.#runtimes.length === 1 ? base : `${base}/${id}`);
    const others = this.#runtimes
      .slice(1)
      .map(({ domain }) => ({ id: domain.id, manifest: `${baseOf(domain.id)}/manifest.json` }));
    return this.#runtimes.map(({ domain, services }, at) => {
      const own = baseOf(domain.id);
      const face: Face = {
        isAuthRequired: isAuthRequiredOn({ host, isBehindProxy: config.behind_proxy }, domain.live.pack.config.auth),
        endpoints: {
          intent_eval: `${own}/evaluate`,
          macro_invoke: `${own}/invoke`,
          websocket: `${own}/ws`,
          skills: `${own}/skills`,
        },
        ...(at === 0 && others.length > 0 ? { otherDomains: others } : {}),
      };
      return { domain, services, face, base: own };
    });
  }

  /** Local processes are trusted unless the configuration says otherwise (C-01). */
  #localMount({ domain, services }: DomainRuntime): Mount {
    const face: Face = { isAuthRequired: isAuthRequiredOn('stdio', domain.live.pack.config.auth) };
    return { domain, services, face, base: '' };
  }
}

const listenProblems: Readonly<Record<string, (place: string) => string>> = {
  EADDRINUSE: (place) => `${place} is in use`,
  EADDRNOTAVAIL: (place) => `${place} is no address of this machine`,
  ENOTFOUND: (place) => `${place} is no address of this machine`,
  EACCES: (place) => `${place} may not be listened on`,
};

/** What keeps a listener from starting is for the operator to mend, not a defect. */
async function listenOr(host: string, port: number, listen: () => Promise<string>): Promise<string> {
  try {
    return await listen();
  } catch (error) {
    const problem = listenProblems[(error as NodeJS.ErrnoException).code ?? ''];
    if (problem === undefined) throw error;
    const help = 'give another one with --port (0 picks a free one) or --host';
    throw new SetupError([{ message: problem(`port ${port} on \`${host}\``), help }], { cause: error });
  }
}
