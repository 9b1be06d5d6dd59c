import { expect } from 'vitest';
import { underAttack } from './attack.js';

underAttack('a server whose log nobody reads', { isLogUnread: true }, (attack) => {
  attack('3,000 broken messages, each of which is a line of the log', async ({ url, post }) => {
    for (let round = 0; round < 100; round++) {
      const answers = await Promise.all(Array.from({ length: 30 }, () => post({ id: 'x'.repeat(4000) })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    }
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/^manglecp_log_lines_lost_total \d+$/m);
  });
});
