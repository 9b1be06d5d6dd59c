import { decodeMessage, encodeMessage, envelopeId, errorSpecs, messageTypes, parseJson } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { receive } from './receive.js';
import { readCorpus } from './wire-corpus.js';

/** Reading the corpus fails for every file that is not a case, so that none can lie there unread. */
const corpus = readCorpus();
const accepted = corpus.filter(({ kind }) => kind === 'accept');
const refused = corpus.filter(({ kind }) => kind === 'reject');

const { payload: manifest } = messageOf('accept/manifest/warehouse');

describe('accepted', () => {
  it.each(accepted)('$name', ({ group, bytes, needs }) => {
    const message = decodeMessage(bytes, { maxBytes: 16_777_216 });
    expect(message.type).toBe(group);
    expect(message.id).toBe(envelopeId(parseJson(bytes)));
    const again = decodeMessage(encodeMessage(message));
    expect(again).toEqual(message);
    if (needs === 'warehouse') expect(receive(bytes, manifest).error?.details).toBeUndefined();
  });

  it('every type of message', () => {
    expect(new Set(accepted.map(({ group }) => group))).toEqual(new Set(Object.keys(messageTypes)));
  });
});

describe('refused', () => {
  it.each(refused)('$name', ({ group, bytes, expect: expected }) => {
    const { id, error } = receive(bytes, manifest);
    expect(error?.code).toBe(group);
    expect(expected).toMatchObject({ code: group, id });
    expect(error?.details).toMatchObject(expected?.details ?? {});
    expect(error?.toPayload().recoverable).toBe(errorSpecs[group as keyof typeof errorSpecs].recoverable);
    expect(error?.message).toMatch(/^[^A-Z].*[^.]$/s);
    expect(error?.message).not.toContain('\n');
  });

  it('with every code that a message alone can cause', () => {
    expect([...new Set(refused.map(({ group }) => group))].sort()).toEqual([
      'arity_mismatch',
      'invalid_facts',
      'invalid_type',
      'malformed_message',
      'message_too_large',
      'reserved_predicate',
      'too_many_facts',
      'type_mismatch',
      'unknown_predicate',
      'unsupported_version',
    ]);
  });
});

it('every case names a requirement', () => {
  expect(corpus.filter(({ requirements }) => requirements.length === 0).map(({ name }) => name)).toEqual([]);
});

function messageOf(name: string) {
  const found = corpus.find((each) => each.name === name);
  const message = decodeMessage(found?.bytes ?? '');
  if (message.type !== 'manifest') throw new Error(`${name} is no manifest`);
  return message;
}
