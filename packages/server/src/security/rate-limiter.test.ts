import { expect, it } from 'vitest';
import { createRateLimiter } from './rate-limiter.js';

it('ERR-028 refuses with a wait that is positive and sufficient', async () => {
  let now = 1_700_000_000_000;
  const limiter = createRateLimiter({ perMinute: 7, clock: () => now });
  for (let request = 0; request < 7; request++) await limiter.consume('a');
  const refusal: unknown = await limiter.consume('a').catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'rate_limited', retryAfterMs: 8572 });
  now += 8571;
  await expect(limiter.consume('a')).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 1 });
  now += 1;
  await limiter.consume('a');
  await expect(limiter.consume('a')).rejects.toMatchObject({ code: 'rate_limited' });
});

it('C-64 counts each principal or address by itself', async () => {
  const limiter = createRateLimiter({ perMinute: 1, clock: () => 0 });
  await limiter.consume('principal:a');
  await limiter.consume('principal:b');
  await expect(limiter.consume('principal:a')).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 60_000 });
});

it('C-64 has no limit if that is 0', async () => {
  const limiter = createRateLimiter({ perMinute: 0, clock: () => 0 });
  for (let request = 0; request < 1000; request++) await limiter.consume('a');
});
