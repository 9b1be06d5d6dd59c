import { createHash, createHmac } from 'node:crypto';
import type { JsonObject } from '@manglecp/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { createConfirmations, type Confirmations, isConfirmationWaived } from './confirmation.js';
import { createMemoryConfirmationStore } from './confirmation-store.js';
import { makeConfirmationToken, type TokenInput } from './confirmation-token.js';
import { anonymous, type Principal } from './principal.js';

const address = '192.0.2.1';

const start = Date.parse('2026-03-01T12:00:00.250Z');
const tool = { macroId: 'm-1', effects: ['destructive', 'network'] };
const args: JsonObject = { shipment: 'S-881', days: 2 };
const invalid = { code: 'confirmation_invalid', details: undefined };

let now: number;
let nonces: number;
let confirmations: Confirmations;

beforeEach(() => {
  now = start;
  nonces = 0;
  confirmations = createConfirmations({
    store: createMemoryConfirmationStore(),
    lifetimeMs: 300_000,
    clock: () => now,
    random: (size) => Buffer.alloc(size, (nonces += 1)),
  });
});

function principal(name: string): Principal {
  const confirmationKey = createHash('sha256').update(`secret of ${name}`).digest();
  return { ...anonymous, isAnonymous: false, key: `static:${name}`, identity: name, confirmationKey };
}

const alice = principal('alice');

/** A challenge to Alice and her answer to it, with something changed. */
async function answer(change: Partial<TokenInput> = {}): Promise<string> {
  const { nonce, args_digest: argsDigest } = await confirmations.challenge({ principal: alice, address }, tool, args);
  now += 5000;
  const madeAt = new Date(now).toISOString();
  return makeConfirmationToken({ nonce, macroId: 'm-1', argsDigest, madeAt, credential: 'secret of alice', ...change });
}

const verify = (token: string, who = alice, what = tool, which = args) => confirmations.verify(who, what, which, token);

it('INV-007 issues a challenge of 128 random bits', async () => {
  expect(await confirmations.challenge({ principal: alice, address }, tool, args)).toEqual({
    nonce: Buffer.alloc(16, 1).toString('base64url'),
    expires_at: '2026-03-01T12:05:00.250Z',
    effects: ['destructive', 'network'],
    args_digest: createHash('sha256').update('{"days":2,"shipment":"S-881"}').digest('hex'),
  });
  expect((await confirmations.challenge({ principal: alice, address }, tool, args)).nonce).toHaveLength(22);
});

it('SEC-020 takes the token that answers a challenge', async () => {
  await verify(await answer());
});

it('C-53 takes a token that is computed as the specification says', async () => {
  const { nonce, args_digest: digest } = await confirmations.challenge({ principal: alice, address }, tool, args);
  const madeAt = '2026-03-01T13:00:01.5+01:00';
  now += 2000;
  const key = createHash('sha256').update('secret of alice').digest();
  const mac = createHmac('sha256', key).update(`${nonce}\nm-1\n${digest}\n${madeAt}`).digest('base64url');
  await verify(`v1.${nonce}.${madeAt}.${mac}`);
});

it('C-53 takes a token with padding, as some languages write base64url', async () => {
  await verify(`${await answer()}=`);
});

it('C-53 takes the nonce as the key of an anonymous principal', async () => {
  const { nonce, args_digest: argsDigest } = await confirmations.challenge(
    { principal: anonymous, address },
    tool,
    args,
  );
  const madeAt = new Date(now).toISOString();
  await verify(makeConfirmationToken({ nonce, macroId: 'm-1', argsDigest, madeAt }), anonymous);
});

describe('refuses', () => {
  it('SEC-039 a token that was used', async () => {
    const token = await answer();
    await verify(token);
    await expect(verify(token)).rejects.toMatchObject(invalid);
  });

  it('SEC-039 all but one of the requests that use a token at the same time', async () => {
    const token = await answer();
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => verify(token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('SEC-046 a token for other arguments', async () => {
    const token = await answer();
    await expect(verify(token, alice, tool, { ...args, days: 3 })).rejects.toMatchObject(invalid);
    await expect(verify(token, alice, tool, {})).rejects.toMatchObject(invalid);
  });

  it('SEC-046 a token for another macro-tool', async () => {
    const token = await answer();
    await expect(verify(token, alice, { ...tool, macroId: 'm-2' })).rejects.toMatchObject(invalid);
  });

  it('SEC-046 a token of another principal', async () => {
    const token = await answer();
    await expect(verify(token, principal('bob'))).rejects.toMatchObject(invalid);
    await expect(verify(token, anonymous)).rejects.toMatchObject(invalid);
  });

  it('SEC-046 a token that another principal made for her challenge', async () => {
    await expect(verify(await answer({ credential: 'secret of bob' }))).rejects.toMatchObject(invalid);
  });

  it('SEC-046 the key of anonymous principals for one that is known', async () => {
    const { nonce, args_digest: argsDigest } = await confirmations.challenge({ principal: alice, address }, tool, args);
    const token = makeConfirmationToken({ nonce, macroId: 'm-1', argsDigest, madeAt: new Date(now).toISOString() });
    await expect(verify(token)).rejects.toMatchObject(invalid);
  });

  it('SEC-046 a token after its challenge has expired', async () => {
    const token = await answer();
    now = start + 300_001;
    await expect(verify(token)).rejects.toMatchObject(invalid);
    now = start + 300_000;
    await verify(token);
  });

  it.each<[string, string]>([
    ['before the challenge', '2026-03-01T12:00:00.249Z'],
    ['in the second before the challenge', '2026-03-01T11:59:59Z'],
    ['long before the challenge', '2020-01-01T00:00:00Z'],
    ['before the challenge in another zone', '2026-03-01T12:00:05.000+01:00'],
    ['in the future', '2026-03-01T12:00:36.000Z'],
    ['in the far future', '2099-01-01T00:00:00Z'],
  ])('SEC-021 a token that was made %s', async (_name, madeAt) => {
    await expect(verify(await answer({ madeAt }))).rejects.toMatchObject(invalid);
  });

  it('SEC-021 a token whose time was changed afterwards', async () => {
    const token = await answer({ madeAt: '2020-01-01T00:00:00.000Z' });
    await expect(verify(token.replace('2020-01-01T00:00:00.000Z', new Date(now).toISOString()))).rejects.toMatchObject(
      invalid,
    );
  });

  it('SEC-021 a token without a challenge', async () => {
    await expect(verify(await answer({ nonce: 'A'.repeat(22) }))).rejects.toMatchObject(invalid);
  });

  it.each([
    '',
    'yes',
    'v1',
    'v1...',
    'v1.a.b.c',
    'v2.nonce.2026-03-01T12:00:00Z.mac',
    'v1.AQEBAQEBAQEBAQEBAQEBAQ.2026-03-01.AAAA',
    'v1.AQEBAQEBAQEBAQEBAQEBAQ.now.AAAA',
    'v1.AQEBAQEBAQEBAQEBAQEBAQ.2026-13-01T12:00:00Z.AAAA',
    'v1.AQEBAQEBAQEBAQEBAQEBAQ.2026-03-01T12:00:05Z.AAAA',
    `v1.AQEBAQEBAQEBAQEBAQEBAQ.2026-03-01T12:00:05Z.${'A'.repeat(43)}`,
    `v1.${'A'.repeat(1_000_000)}`,
  ])('INV-007 `%s`', async (token) => {
    await confirmations.challenge({ principal: alice, address }, tool, args);
    now += 5000;
    await expect(verify(token)).rejects.toMatchObject(invalid);
  });
});

describe('takes the time that a token says it was made', () => {
  it.each([
    ['in the second of the challenge, if it is written without a fraction', '2026-03-01T12:00:00Z'],
    ['in the tenth of the challenge', '2026-03-01T12:00:00.2Z'],
    ['at the challenge', '2026-03-01T12:00:00.250Z'],
    ['with nanoseconds', '2026-03-01T12:00:01.123456789Z'],
    ['in small letters', '2026-03-01t12:00:01z'],
    ['by a clock that is a little ahead', '2026-03-01T12:00:35Z'],
  ])('%s', async (_name, madeAt) => {
    await verify(await answer({ madeAt }));
  });
});

it('SEC-039 a token that is refused uses nothing up', async () => {
  const token = await answer();
  const forged = `${token.slice(0, -4)}AAAA`;
  for (const attempt of [
    () => verify(forged),
    () => verify(forged, principal('mallory')),
    () => verify(token, principal('mallory')),
    () => verify(token, alice, tool, {}),
  ]) {
    await expect(attempt()).rejects.toMatchObject(invalid);
  }
  await verify(token);
});

describe('a confirmation is waived', () => {
  it.each<[string, Principal['trustLevel'], readonly string[], readonly string[], boolean]>([
    ['SEC-022 if all effects are listed', 'automated', ['network', 'filesystem'], ['filesystem', 'network'], true],
    ['SEC-022 if the only effect is listed', 'automated', ['network'], ['network'], true],
    ['SEC-024 not if one effect is not', 'automated', ['filesystem'], ['destructive', 'filesystem'], false],
    ['SEC-023 not by default', 'automated', [], ['network'], false],
    ['SEC-023 not for people', 'interactive', ['network'], ['network'], false],
    ['SEC-024 not if no effect is known', 'automated', ['network'], [], false],
    ['SEC-024 not because nothing is harmless', 'automated', ['network'], ['none'], false],
  ])('%s', (_name, trustLevel, autoConfirmEffects, effects, expected) => {
    expect(isConfirmationWaived({ ...alice, trustLevel, autoConfirmEffects }, effects)).toBe(expected);
  });
});
