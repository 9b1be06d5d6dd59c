import { deserialize, serialize } from 'node:v8';
import type { Plan } from '../macro/plan.js';

/**
 * A plan as bytes. A store that keeps these knows what it keeps, to the byte, and keeps nothing else: a plan itself may
 * hold a word of a message, and with it all of the message's text in memory.
 */
export function encodePlan(plan: Plan): Uint8Array {
  const made = serialize(plan);
  // Of its own and of its exact size: the serializer takes room in advance, and small buffers come from a common pool.
  const bytes = Buffer.allocUnsafeSlow(made.length);
  made.copy(bytes);
  return bytes;
}

export function decodePlan(bytes: Uint8Array): Plan {
  return deserialize(bytes) as Plan;
}
