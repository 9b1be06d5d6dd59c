import { readPayload, type JsonObject, type InvokeResponse } from '@manglecp/protocol';
import { expect, it } from 'vitest';
import { type Conclusion, invokeResponse } from './invoke-response.js';

const execution = {
  result: { cause: 'gate closed' },
  observability: { summary: 'Ran 1 action (a).', events: [], duration_ms: 3 },
  steps: [],
};
const retract = [{ pred: 'shipment_state', args: ['S-881', null] }];
const suggested = [{ name: 'rebook_shipment' }];

it.each<[string, Conclusion, Partial<InvokeResponse>]>([
  ['nothing was concluded', {}, {}],
  ['all lists are empty', { delta: { assert: [], retract: [] }, next: { suggested_intents: [] } }, {}],
  ['some lists are empty', { delta: { assert: [], retract } }, { state_delta: { retract } }],
  ['there is more to do', { next: { suggested_intents: suggested } }, { next: { suggested_intents: suggested } }],
])('INV-014 the response holds what there is to say when %s', (_, conclusion, expected) => {
  const response = invokeResponse(execution, conclusion);
  expect(response).toEqual({ result: execution.result, observability: execution.observability, ...expected });
  expect(() => readPayload('invoke_response', response as unknown as JsonObject)).not.toThrow();
});
