import { expect } from 'vitest';
import { errorOf } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import { overTransports } from '../harness/verifies.js';

const site = { pred: 'active_site', args: ['HAM-2'] };

/** A list in a list and so on, as an argument of a fact: three levels are around it. */
function nested(depth: number): string {
  const text = JSON.stringify(intentRequest({ facts: [site, { pred: 'slot_load', args: ['A', 'HERE'] }] }));
  return text.replace('"HERE"', `${'['.repeat(depth)}${']'.repeat(depth)}`);
}

overTransports('messages at the edge', (verifies) => {
  verifies(['MAN-026'], 'have 10,000 facts and not one more', async ({ connect }) => {
    const peer = await connect();
    const facts = Array.from({ length: 9_999 }, (_, at) => ({ pred: 'queue_depth', args: [`q${at}`, at] }));
    const most = await peer.ask(intentRequest({ facts: [site, ...facts] }));
    expect(most.message).toMatchObject({ type: 'intent_response' });
    const details = { limit: 10_000, actual: 10_001 };
    const more = await peer.ask(intentRequest({ facts: [site, ...facts, site] }));
    expect(errorOf(more, 'too_many_facts')).toMatchObject({ details });
    expect((await peer.ask(intentRequest())).message.type).toBe('intent_response');
  });

  verifies(['WIRE-004'], 'have long ids, which come back whole', async ({ connect }) => {
    const peer = await connect();
    for (const id of ['i'.repeat(4096), '🜚'.repeat(1024), '\u0000"\\\n'.repeat(1024), ' ', '__proto__']) {
      const answer = await peer.ask(intentRequest({}, { id }));
      expect(answer.message.type).toBe('intent_response');
      expect(answer.message.id === id).toBe(true);
      const refused = await peer.ask(intentRequest({ intent: 7 }, { id }));
      errorOf(refused, 'malformed_message');
      expect(refused.message.id === id).toBe(true);
    }
  });

  verifies(['ERR-004'], 'are nested deep, and too deep', async ({ connect }) => {
    const peer = await connect();
    expect((await peer.ask(nested(100))).message.type).toBe('intent_response');
    for (const depth of [129, 1_000, 1_000_000]) errorOf(await peer.ask(nested(depth)), 'malformed_message');
    for (const text of ['['.repeat(2_000_000), '{"a":'.repeat(500_000)]) {
      errorOf(await peer.ask(text), 'malformed_message');
    }
    expect((await peer.ask(intentRequest())).message.type).toBe('intent_response');
  });

  verifies(['ERR-001'], 'have very many faults, and the answer stays small', async ({ connect }) => {
    const peer = await connect();
    const facts = Array.from({ length: 10_000 }, (_, at) => ({ pred: `nobody_knows_${at}`, args: [] }));
    const answer = await peer.ask(intentRequest({ facts }));
    expect(answer.message.type).toBe('error');
    expect(answer.text.length).toBeLessThan(4_000_000);
    const long = { pred: 'p'.repeat(1_000_000), args: ['x'.repeat(1_000_000)], ['k'.repeat(1_000_000)]: 1 };
    const other = await peer.ask(intentRequest({ facts: [long], ['m'.repeat(1_000_000)]: 1 }));
    expect(other.message.type).toBe('error');
    expect(other.text.length).toBeLessThan(10_000);
    expect((await peer.ask(intentRequest())).message.type).toBe('intent_response');
  });

  verifies(['ERR-004'], 'hold too many values', async ({ connect }) => {
    const peer = await connect();
    const many = (count: number): string => `[${'1,'.repeat(count - 1)}1]`;
    const message = (value: string): string =>
      JSON.stringify(intentRequest({ 'x-many': 'HERE' })).replace('"HERE"', value);
    const { details } = errorOf(await peer.ask(message(many(500_000))), 'malformed_message');
    expect(details).toMatchObject({ reason: 'too_many_values' });
    expect((await peer.ask(message(many(490_000)))).message.type).toBe('intent_response');
    const nested = await peer.ask(intentRequest({ intent: { name: 'x', params: { a: [[Array(10_001).fill(1)]] } } }));
    errorOf(nested, 'too_many_facts');
  });

  verifies(
    ['WIRE-060'],
    'do not keep others waiting while they are read',
    async ({ subject }) => {
      const { connect } = await subject();
      const [one, other] = [await connect(), await connect()];
      const order: string[] = [];
      const unfinished = `[${`"${'x'.repeat(40)}",`.repeat(100_000)}`;
      const large = one.ask(unfinished).then((answer) => order.push(errorOf(answer, 'malformed_message').code));
      const small = other.ask('{').then(() => order.push('small'));
      await Promise.all([large, small]);
      expect(order).toEqual(['small', 'malformed_message']);
    },
    { on: ['memory'] },
  );
});
