import type { Random } from '../../../mangle/test/generate/random.js';
import { leaf, type Leaf, textLeaf, type Tree, treeOf } from './tree.js';

/** Names that mean something to JavaScript, to the protocol or to the pack. */
export const oddKeys: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON', 'then', 'length'],
  ...['', ' ', '0', '-1', 'ID', 'Type', 'id', 'type', 'manglecp', 'payload', 'facts', 'intent', 'name', 'params'],
  ...['pred', 'args', 'named_args', 't', 'at', 'start', 'end', 'source', 'category', 'head', 'body', 'predicate'],
  ...['_type', '_var', 'value', 'elements', 'entries', 'macro_id', 'confirmation_token', 'eval_time', 'constraints'],
  ...['options', 'request_id', 'scheme', 'token', 'max_compute_ms', 'max_facts_created', 'max_intervals_per_atom'],
  ...['include_proof_hints', 'disclosure_preference', 'x-own', 'k\u0000', 'ключ', '🔑', 'e\u0301', '\u202e'],
];

const oddTexts: readonly string[] = [
  ...[
    '',
    ' ',
    '\u0000',
    '\n',
    '\r\n',
    '\t',
    '"',
    '\\',
    '/',
    '//',
    '/a/b',
    '%s%n',
    '../../etc/passwd',
    '{}',
    '[]',
    'null',
  ],
  ...['\ud83d\ude00', 'e\u0301\u0323', '\u202eabc', '\ufeff', '\ufffd', '\uffff', '\u2028', 'İıſK', '٣', '\u0007'],
  ...['now', '2026-03-01T09:12:00Z', '2026-02-30T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '0000-01-01T00:00:00Z'],
  ...['2026-03-01T09:12:00+23:59', '1677-09-21T00:12:43.145224192Z', '2262-04-11T23:47:16.854775807Z', '-1', '1e3'],
  ...['9223372036854775808', '-9223372036854775808', '007', '0x10', 'Infinity', 'true', '30m', '1h', '-5s', '_', 'X'],
  ...['_manglecp_', '_manglecp_internal', 'intent_type', 'final_selected', 'site', 'macro_tool', '/true', '/bool'],
  ...['active_site', 'shipment_event', 'queue_depth', 'slot_load', 'late_flag', 'stock_level', 'disclosure_upgrade'],
  ...['find_late_shipments', 'rebook_shipment', 'check_stock', 'HAM-2', 'S-881', 'missed_slot', 'closed'],
  ...['intent_request', 'invoke_request', 'authenticate', 'cancel', 'manifest', 'error', 'progress', 'intent_response'],
  ...[
    '2026-02-draft',
    '2026-02-Draft',
    '2025-01',
    'bearer',
    'BEARER',
    'api_key',
    'oauth2',
    'secret',
    'mt_0',
    'v1.a.b.c',
  ],
  ...['__proto__', 'constructor', 'toString', 'int64', 'string', 'number', 'list', 'map', 'adaptive', 'full', 'user'],
];

const oddNumbers: readonly string[] = [
  ...[
    '0',
    '-0',
    '1',
    '-1',
    '0.5',
    '-0.0',
    '5.0',
    '1e2',
    '1E+2',
    '2e-3',
    '1e308',
    '1e309',
    '-1e309',
    '1e-400',
    '1e99999',
  ],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740993', '4294967296', '2147483648'],
  ...[
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775809',
    '18446744073709551616',
    '0.1000000000000001',
  ],
  ...['1772356500000', '8640000000000001', '253402300799999', '-62135596800001', '123456789012345678901234567890'],
];

/** They only look like JSON. */
const brokenNumbers = ['NaN', 'Infinity', '-Infinity', '01', '+1', '.5', '1.', '0x10', '1_000', '-', '1e', '--1', '1n'];

const oddValues: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], [null], { '': null }, [[], {}], { a: { b: { c: [] } } }],
  ...[{ _type: 'int64', value: '9007199254740993' }, { _type: 'int64', value: 5 }, { _type: 'int64' }, { _var: 'X' }],
  ...[{ _type: 'int64', value: '9223372036854775808' }, { _type: 'float', value: '1' }, { at: 'now' }, { start: null }],
  ...[
    { start: '2026-03-01T09:12:00Z', end: '2026-03-01T09:11:00Z' },
    { pred: 'late_flag', args: [true] },
  ],
  ...[
    { pred: 'active_site', args: [] },
    { pred: '_manglecp_x', args: [] },
    { head: { predicate: 'late_flag', args: [] } },
  ],
];

export function oddKey(random: Random): string {
  return random.pick(oddKeys);
}

export function oddNumber(random: Random): Leaf {
  if (random.chance(0.1)) return leaf(`${random.int(1, 9)}${'0'.repeat(random.int(10, 400))}`);
  return leaf(random.pick(random.chance(0.1) ? brokenNumbers : oddNumbers));
}

export function oddText(random: Random): Leaf {
  if (random.chance(0.04)) return longText(random);
  // Halves of surrogate pairs can be written with escapes only.
  if (random.chance(0.04))
    return leaf(random.pick(['"\\ud800"', '"a\\udc00b"', '"\\ud800\\ud800"', '"\\uD83D\\uDE00"']));
  // Not JSON: control characters, unknown and unfinished escapes.
  if (random.chance(0.03)) return leaf(random.pick(['"\u0001"', '"\\x41"', '"\\u12"', '"\\"', "'a'", '"a']));
  return textLeaf(random.pick(oddTexts));
}

export function oddTree(random: Random): Tree {
  const kind = random.int(0, 9);
  if (kind < 4) return oddText(random);
  return kind < 7 ? oddNumber(random) : treeOf(random.pick(oddValues));
}

function longText(random: Random): Leaf {
  const unit = random.pick(['a', '\u0000', '"', '\\', 'é', '🙂', '/a', 'ab ']);
  return textLeaf(unit.repeat(random.chance(0.02) ? 100_000 : random.int(100, 3000)));
}
