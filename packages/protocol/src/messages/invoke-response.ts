import type { Static } from 'typebox';
import { document, jsonObject, label, list, oneOf, optional, shape, text, whole } from './schema.js';
import { assertedFactSchema, factPatternSchema, wireFactSchema } from './wire-fact.js';

/** Spec 07 §4. */
export const stateDeltaSchema = shape({
  retract: optional(list(factPatternSchema, 'patterns of facts that no longer hold; applied first')),
  assert: optional(list(assertedFactSchema, 'facts that now hold')),
});

/** What changed; advice to the client, which keeps its own state. */
export type StateDelta = Static<typeof stateDeltaSchema>;

const eventSchema = shape({
  action: text(),
  status: oneOf(['success', 'failure', 'skipped']),
  duration_ms: optional(whole({ minimum: 0 })),
  detail: optional(text()),
});

/** What one action of the plan did. */
export type InvocationEvent = Static<typeof eventSchema>;

const observabilitySchema = shape({
  summary: optional(text('one to three sentences')),
  events: optional(list(eventSchema)),
  duration_ms: optional(whole({ minimum: 0 })),
});

export type Observability = Static<typeof observabilitySchema>;

const suggestedIntentSchema = shape({
  name: label(),
  params: optional(jsonObject()),
  description: optional(text()),
});

/** A question that is worth asking next. */
export type SuggestedIntent = Static<typeof suggestedIntentSchema>;

/** Spec 07 §3. */
export const invokeResponseSchema = shape({
  result: document('fits the output schema of the tool, if it has one'),
  state_delta: optional(stateDeltaSchema),
  observability: optional(observabilitySchema),
  next: optional(
    shape({
      suggested_intents: optional(list(suggestedIntentSchema)),
      continuation_facts: optional(list(wireFactSchema, 'facts to send with the next question')),
    }),
  ),
});

/** What came of an invocation. */
export type InvokeResponse = Static<typeof invokeResponseSchema>;
