import type { JsonObject } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import { type Challenge, createConfirmations } from '../security/confirmation.js';
import { createMemoryConfirmationStore } from '../security/confirmation-store.js';
import { makeConfirmationToken } from '../security/confirmation-token.js';
import { anonymous, type Principal } from '../security/principal.js';
import { samplePlan } from '../stores/sample-plan.suite.js';
import { checkConfirmation } from './check-confirmation.js';

const address = '192.0.2.1';

const plan = samplePlan({ needsConfirmation: true, effects: ['destructive', 'network'] });
const sent: JsonObject = { shipment: 'S-1' };

function setUp() {
  const clock = { nowMs: 1_772_356_500_000 };
  const confirmations = createConfirmations({
    store: createMemoryConfirmationStore(),
    lifetimeMs: 300_000,
    clock: () => clock.nowMs,
    random: (size) => new Uint8Array(size).fill(7),
  });
  /** Asks without a token and answers the challenge as a client would. */
  async function agree(principal = anonymous): Promise<string> {
    const refused: unknown = await checkConfirmation(confirmations, plan, { principal, address, sent }).catch(
      (error: unknown) => error,
    );
    const { challenge } = (refused as { details: { challenge: Challenge } }).details;
    const madeAt = new Date(clock.nowMs + 1).toISOString();
    const { nonce, args_digest: argsDigest } = challenge;
    return makeConfirmationToken({ nonce, macroId: plan.macroId, argsDigest, madeAt });
  }
  return { confirmations, agree };
}

function automated(autoConfirmEffects: readonly string[]): Principal {
  return { ...anonymous, isAnonymous: false, key: 'bot', trustLevel: 'automated', autoConfirmEffects };
}

describe('confirmation', () => {
  it('is not asked for a plan that does not need it, and a token does no harm', async () => {
    const { confirmations } = setUp();
    const harmless = samplePlan();
    expect(await checkConfirmation(confirmations, harmless, { principal: anonymous, address, sent, token: 'x' })).toBe(
      'none',
    );
  });

  it.each([undefined, null])('INV-007 ERR-024 is required when the token is %s, with a challenge', async (token) => {
    const { confirmations } = setUp();
    await expect(
      checkConfirmation(confirmations, plan, { principal: anonymous, address, sent, token }),
    ).rejects.toMatchObject({
      code: 'confirmation_required',
      details: { challenge: { effects: ['destructive', 'network'], nonce: expect.any(String) } },
    });
  });

  it.each(['', 'yes', 'v1.a.b.c'])('INV-007 ERR-025 is refused when the token is `%s`', async (token) => {
    const { confirmations } = setUp();
    const checked = checkConfirmation(confirmations, plan, { principal: anonymous, address, sent, token });
    await expect(checked).rejects.toMatchObject({ code: 'confirmation_invalid' });
  });

  it('SEC-020 SEC-039 is accepted once', async () => {
    const { confirmations, agree } = setUp();
    const token = await agree();
    expect(await checkConfirmation(confirmations, plan, { principal: anonymous, address, sent, token })).toBe(
      'verified',
    );
    const again = checkConfirmation(confirmations, plan, { principal: anonymous, address, sent, token });
    await expect(again).rejects.toMatchObject({ code: 'confirmation_invalid' });
  });

  it('SEC-046 is for the arguments that were shown', async () => {
    const { confirmations, agree } = setUp();
    const token = await agree();
    const other = checkConfirmation(confirmations, plan, {
      principal: anonymous,
      address,
      sent: { shipment: 'S-2' },
      token,
    });
    await expect(other).rejects.toMatchObject({ code: 'confirmation_invalid' });
  });

  it('SEC-022 is waived for an automated principal with all effects listed', async () => {
    const { confirmations } = setUp();
    const principal = automated(['network', 'destructive']);
    expect(await checkConfirmation(confirmations, plan, { principal, address, sent })).toBe('waived');
  });

  it.each<[string, Principal]>([
    ['SEC-024 one effect is not listed', automated(['network'])],
    ['SEC-023 the principal is not automated', { ...automated(['network', 'destructive']), trustLevel: 'interactive' }],
  ])('is not waived when %s', async (_, principal) => {
    const { confirmations } = setUp();
    const checked = checkConfirmation(confirmations, plan, { principal, address, sent });
    await expect(checked).rejects.toMatchObject({ code: 'confirmation_required' });
  });
});
