import type { Random } from '../../../mangle/test/generate/random.js';
import { readCorpus } from '../../../protocol/test/wire-corpus.js';
import { maxMessageBytes } from './judge.js';
import { mutateBytes } from './mutate-bytes.js';
import { mutateArgument, mutateTree } from './mutate-tree.js';
import { oddText, oddTree } from './oddities.js';
import { copyOf, leaf, type ObjectTree, textLeaf, type Tree, treeOf, writeTree } from './tree.js';

/** The secret of the login that the servers under test know. */
export const goodToken = 'fuzz-secret';

/** Macro-tools that were issued, by name; invocations need one. */
export type Issued = ReadonlyMap<string, string>;

/** Messages that begin as good ones and are broken in a few places, the same for the same random numbers. */
export class MessageSource {
  readonly #random: Random;
  readonly #corpus: readonly ObjectTree[];
  #issued: Issued = new Map();
  /** Ids of the current batch, to be repeated and cancelled. */
  #ids: string[] = [];
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#corpus = readClientMessages();
  }

  /** From now on these can be invoked, and only ids of this batch are named. */
  beginBatch(issued: Issued): void {
    this.#issued = issued;
    this.#ids = [];
  }

  next(): Buffer {
    const random = this.#random;
    const message = this.#goodMessage();
    if (random.chance(0.12)) return Buffer.from(writeTree(message));
    if (random.chance(0.2)) {
      mutateArgument(message, random);
      return Buffer.from(writeTree(message));
    }
    // Below a root of its own, so that the message itself can be replaced, too.
    const root: Tree = { kind: 'list', items: [message] };
    const payload = message.members.find(({ key }) => key === 'payload')?.value ?? root;
    for (let times = random.pick([1, 1, 1, 2, 2, 3, 5]); times > 0; times--) {
      mutateTree(random.chance(0.75) ? payload : random.chance(0.9) ? message : root, random);
    }
    if (random.chance(0.1)) this.#mutateEnvelope(message);
    // A little more than is allowed is enough; far more would end a connection.
    const bytes = Buffer.from(root.items.map(writeTree).join(' ')).subarray(0, maxMessageBytes + 1000);
    if (random.chance(0.8)) return bytes;
    return mutateBytes(bytes, random, Buffer.from(writeTree(this.#goodMessage())));
  }

  #goodMessage(): ObjectTree {
    const random = this.#random;
    const message = random.chance(0.4) ? (copyOf(random.pick(this.#corpus)) as ObjectTree) : this.#warehouseMessage();
    this.#count += 1;
    const id = `f-${this.#count}`;
    for (const member of message.members) if (member.key === 'id' && isText(member.value)) member.value = textLeaf(id);
    this.#ids.push(id);
    return message;
  }

  #warehouseMessage(): ObjectTree {
    const random = this.#random;
    const kind = random.int(0, 99);
    if (kind < 55) return envelope('intent_request', warehouseQuestion(random));
    if (kind < 85) return envelope('invoke_request', this.#invocation());
    if (kind < 92) {
      const scheme = random.pick(['bearer', 'api_key', 'oauth2', 'Bearer']);
      return envelope('authenticate', { scheme, token: random.pick([goodToken, 'wrong', 'a.b.c']) });
    }
    return envelope('cancel', { request_id: this.#ids.length === 0 ? 'f-0' : random.pick(this.#ids) });
  }

  #invocation(): object {
    const random = this.#random;
    const args = { trace_missed_slot: { shipment: 'S-881' }, rebook: { shipment: 'S-882' } };
    const [name, id] = this.#issued.size === 0 ? ['none', 'mt_0'] : random.pick([...this.#issued]);
    return {
      macro_id: id,
      args: Object.hasOwn(args, name) ? args[name as keyof typeof args] : {},
      ...(random.chance(0.2) ? { confirmation_token: random.pick([null, 'v1.n.2026-03-01T09:16:00Z.s']) } : {}),
      ...(random.chance(0.2) ? { eval_time: random.pick([null, 'now', 1_772_323_200_000]) } : {}),
    };
  }

  #mutateEnvelope(message: ObjectTree): void {
    const random = this.#random;
    const set = (key: string, value: Tree): void => {
      for (const member of message.members) if (member.key === key) member.value = value;
    };
    const changes: readonly (() => void)[] = [
      () => set('id', oddTree(random)),
      () => set('id', random.pick([leaf('null'), leaf('""'), leaf('7'), textLeaf('i'.repeat(random.int(1, 5000)))])),
      () => set('id', textLeaf(random.pick(this.#ids))),
      () => set('id', textLeaf(random.pick(this.#ids))),
      () => set('manglecp', oddText(random)),
      () => set('type', oddText(random)),
      () => set('payload', oddTree(random)),
    ];
    random.pick(changes)();
  }
}

function envelope(type: string, payload: object): ObjectTree {
  return treeOf({ type, id: 'new', manglecp: '2026-02-draft', payload }) as ObjectTree;
}

function isText(tree: Tree): boolean {
  return tree.kind === 'leaf' && tree.text.startsWith('"');
}

function warehouseQuestion(random: Random): object {
  const facts = Array.from({ length: random.int(0, 6) }, () => random.pick(factMakers)(random));
  return {
    intent: {
      name: random.pick(['find_late_shipments', 'rebook_shipment', 'check_stock', 'no_such_intent']),
      ...(random.chance(0.2) ? { params: { carrier: 'nordfreight', n: 5, deep: { list: [1, 'a', null] } } } : {}),
    },
    facts: [{ pred: 'active_site', args: [random.pick(['HAM-2', 'BRE-1', 'XXX-9'])] }, ...facts],
    ...(random.chance(0.2) ? { eval_time: random.pick(['now', '2026-03-01T09:15:00Z', 1_772_356_500_000]) } : {}),
    ...(random.chance(0.2) ? { constraints: random.pick(constraints) } : {}),
    ...(random.chance(0.2) ? { options: { include_proof_hints: true, disclosure_preference: 'adaptive' } } : {}),
  };
}

const constraints: readonly object[] = [
  { max_tools_returned: 2, max_tokens_budget: 900 },
  { max_facts_created: 0 },
  { max_facts_created: 30, max_intervals_per_atom: 1, max_compute_ms: 1000 },
  { max_facts_created: null, max_compute_ms: null },
];

const factMakers: readonly ((random: Random) => object)[] = [
  (random) => ({ pred: 'queue_depth', args: [`q${random.int(0, 9)}`, random.int(-5, 5000)] }),
  (random) => ({ pred: 'slot_load', args: ['A', random.pick([70, 0.5, 'closed', true, [1, ['x']], { k: [1] }])] }),
  (random) => ({ pred: 'late_flag', args: [random.chance(0.5)] }),
  (random) => ({
    pred: 'shipment_event',
    named_args: { shipment: `S-${random.int(1, 900)}`, state: random.pick(['missed_slot', 'rebooked']) },
    t: random.pick([
      { at: 'now' },
      { at: 1_772_356_500_000 - random.int(0, 40) * 60_000 },
      { start: '2026-03-01T09:12:00Z', end: null },
      { start: '2026-03-01T09:12:00Z', end: '2026-03-01T10:12:00Z' },
    ]),
  }),
  () => ({ pred: 'queue_depth', args: ['big', { _type: 'int64', value: '9007199254740993' }] }),
  () => ({
    head: {
      predicate: 'queue_depth',
      args: [
        { type: 'string', value: 'q' },
        { type: 'number', value: 118 },
      ],
    },
  }),
  (random) => ({
    pred: 'late_flag',
    args: [true],
    source: { type: 'user', id: 'u-1', confidence: random.pick([0, 0.5, 1]) },
    category: random.pick(['session', 'x-own']),
  }),
];

/** The good messages of the corpus that clients send; the very large ones are the matter of other tests. */
function readClientMessages(): readonly ObjectTree[] {
  const types = ['intent_request', 'invoke_request', 'authenticate', 'cancel'];
  return readCorpus()
    .filter(({ kind, group, bytes }) => kind === 'accept' && types.includes(group) && bytes.length < 65_536)
    .map(({ bytes }) => treeOf(JSON.parse(Buffer.from(bytes).toString())) as ObjectTree);
}
