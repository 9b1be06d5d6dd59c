import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { manglecp } from './command.js';

const warehouse = fileURLToPath(new URL('../../../examples/warehouse', import.meta.url));
const question = ['explain', warehouse, 'find_late_shipments', '--tool', 'trace_missed_slot'];

it('manglecp explain says why a tool is in the answer, and why not', async () => {
  const offered = await manglecp([...question, '--scenario', 'tests/late-shipments.json']);
  expect(offered).toMatchObject({ code: 0, errors: '' });
  expect(offered.output).toMatch(/^trace_missed_slot is in the answer: phase skeleton, score 100\n/);
  expect(offered.output).toContain('shipment_event(');
  const missing = await manglecp([...question, '--fact', 'active_site("HAM-2")']);
  expect(missing).toMatchObject({ code: 0, errors: '' });
  expect(missing.output).toMatch(/^trace_missed_slot is not in the answer\n/);
  expect(missing.output).toContain('recent_miss(_)');
});
