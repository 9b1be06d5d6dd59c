import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { underAttack } from './attack.js';

underAttack('a server in peace', {}, (attack) => {
  attack('baseline, no attack', async ({ post }) => {
    expect((await post({})).status).toBe(400);
    await delay(1000);
  });
});
