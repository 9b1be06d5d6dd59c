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

  verifies(['WIRE-004'], 'have very long ids, which come back whole', async ({ connect }) => {
    const peer = await connect();
    for (const id of ['i'.repeat(1_000_000), '🜚'.repeat(100_000), '\u0000"\\\n'.repeat(10_000), ' ', '__proto__']) {
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
});
