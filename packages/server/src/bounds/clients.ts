import type { Owner } from './owner.js';

/** What somebody uses: a principal, or one of the clients that are the same principal. */
class Account {
  /** Milliseconds, beginning with what the least busy account had when this one began. */
  used: number;
  /** Pieces of work under way, those that have a place, and those that wait for one. */
  underWay = 0;
  placed = 0;
  waiting = 0;
  /** Of a principal, its clients. */
  clients = 0;

  constructor(used: number) {
    this.used = used;
  }
}

/** One client with work under way, and the principal it belongs to. */
export class Client {
  readonly name: string;
  readonly principalName: string;
  readonly principal: Account;
  readonly own: Account;

  constructor(name: string, principalName: string, principal: Account, own: Account) {
    this.name = name;
    this.principalName = principalName;
    this.principal = principal;
    this.own = own;
  }

  use(ms: number): void {
    this.principal.used += ms;
    this.own.used += ms;
  }

  count(what: 'underWay' | 'placed' | 'waiting', change: number): void {
    this.principal[what] += change;
    this.own[what] += change;
  }

  /** Whether it is this one's turn rather than the other's. */
  comesBefore(other: Client): boolean {
    if (this.principal !== other.principal) return this.principal.used < other.principal.used;
    return this.own.used < other.own.used;
  }
}

/** All clients with work under way. Nothing is remembered of others. */
export class Clients {
  readonly #principals = new Map<string, Account>();
  readonly #clients = new Map<string, Client>();

  /** Whether a client, and its principal, have more than an equal share of so many pieces of work. */
  isBusiest({ principal, own }: Client, max: number): boolean {
    const share = max / this.#principals.size;
    return principal.underWay > share && own.underWay > share / principal.clients;
  }

  /** A client with work under way. */
  find(owner: Owner): Client | undefined {
    return this.#clients.get(nameOf(owner));
  }

  enter(owner: Owner): Client {
    const client = this.find(owner) ?? this.#create(nameOf(owner), owner.principal);
    client.count('underWay', 1);
    return client;
  }

  leave(client: Client): void {
    client.count('underWay', -1);
    if (client.own.underWay > 0) return;
    this.#clients.delete(client.name);
    client.principal.clients -= 1;
    if (client.principal.clients === 0) this.#principals.delete(client.principalName);
  }

  #create(name: string, principalName: string): Client {
    const principal = this.#principals.get(principalName) ?? new Account(least(this.#principals.values()));
    this.#principals.set(principalName, principal);
    const siblings = [...this.#clients.values()].filter((client) => client.principal === principal);
    const own = new Account(least(siblings.map((client) => client.own)));
    const client = new Client(name, principalName, principal, own);
    this.#clients.set(name, client);
    principal.clients += 1;
    return client;
  }
}

function nameOf({ principal, address = '' }: Owner): string {
  return `${principal.length}:${principal}:${address}`;
}

/** Whoever comes has no credit for the time before, and no debt. */
function least(accounts: Iterable<Account>): number {
  const used = Array.from(accounts, (account) => account.used);
  return used.length === 0 ? 0 : Math.min(...used);
}
