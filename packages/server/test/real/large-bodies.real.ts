import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { intentRequest } from '../harness/messages.js';
import { type Target, underAttack } from './attack.js';

const mebibytes = 16 * 1024 * 1024;
const site = { pred: 'active_site', args: ['HAM-2'] };

/** A request of almost 16 MiB; `fill` goes where the value of a parameter is. */
function largeRequest(fill: string): string {
  return JSON.stringify(intentRequest({ facts: [site], 'x-fill': 'HERE' })).replace('"HERE"', fill);
}

function listOf(value: string): string {
  return `[${Array(Math.floor((mebibytes - 1000) / (value.length + 1)))
    .fill(value)
    .join(',')}]`;
}

const manyFacts = JSON.stringify(
  intentRequest({
    facts: [
      site,
      ...Array.from({ length: 9_999 }, (_, at) => ({ pred: 'queue_depth', args: ['q'.repeat(1600) + at, at] })),
    ],
  }),
);

async function postText({ url }: Target, body: string, token?: string): Promise<number> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const response = await fetch(`${url}/manglecp/evaluate`, { method: 'POST', headers, body });
  await response.text();
  return response.status;
}

const token = 'ada-token';
const auth = {
  required: true,
  tokens: [{ sha256: createHash('sha256').update(token).digest('hex'), identity: 'ada' }],
};

underAttack('large bodies of strangers', { config: { auth }, token }, (attack) => {
  const body = largeRequest(listOf('{}'));
  attack('20 bodies of 16 MiB without credentials, and with wrong ones', async (target) => {
    for (let round = 0; round < 5; round++) {
      const statuses = await Promise.all(
        [undefined, undefined, 'wrong', 'wrong'].map((each) => postText(target, body, each)),
      );
      expect(statuses).toEqual([401, 401, 401, 401]);
    }
  });
});

underAttack('large bodies of clients that may send them', {}, (attack) => {
  const bodies: readonly (readonly [string, string, number])[] = [
    ['of 10,000 facts', manyFacts, 200],
    ['of one text', largeRequest(`"${'x'.repeat(mebibytes - 1000)}"`), 200],
    ['of escapes', largeRequest(`"${'\\n'.repeat(mebibytes / 2 - 500)}"`), 200],
    ['of texts of 40 characters', largeRequest(listOf(`"${'x'.repeat(40)}"`)), 200],
    ['of empty objects', largeRequest(listOf('{}')), 400],
    ['of keys', largeRequest(`{${Array.from({ length: 490_000 }, (_, at) => `"k${at}":1`).join(',')}}`), 200],
  ];
  for (const [name, body, status] of bodies) {
    attack(`4 bodies of 16 MiB ${name}`, async (target) => {
      for (let round = 0; round < 2; round++) {
        expect(await Promise.all([postText(target, body), postText(target, body)])).toEqual([status, status]);
      }
    });
  }
});
