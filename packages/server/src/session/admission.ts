import type { MessageType } from '@manglecp/protocol';
import { answerIntent, checkIntentPolicy } from './answer-intent.js';
import { answerInvoke, awaitInvocationTurn, checkInvokeConfirmation, checkInvokePolicy } from './answer-invoke.js';
import { checkPlanArguments, checkPlanValidity, recallInvokedPlan, reconsiderPlan } from './answer-invoke.js';
import { answerLogin } from './answer-login.js';
import { cancelRequest } from './cancel-request.js';
import { checkRate, checkReadiness, checkStranger, identify } from './check-access.js';
import { checkFactCount, checkFactsFit, checkRequiredFacts, collectReservedNames } from './check-facts.js';
import { checkMessageType, checkSize, checkSpokenVersion, readHead, readText } from './check-message.js';
import { readTypedPayload } from './read-typed-payload.js';
import { takeRoom } from './take-room.js';
import type { Exchange } from './exchange.js';

/** One check. It throws a `ProtocolError` and thereby ends the exchange, or writes what it found and passes. */
export interface Step {
  /** Appears in traces and metrics. */
  readonly name: string;
  readonly run: (exchange: Exchange) => void | Promise<void>;
}

/** What happens to every message, in the order of C-105: a message with several faults gets one predictable code. */
const common: readonly Step[] = [
  { name: 'size', run: checkSize },
  { name: 'stranger', run: checkStranger },
  { name: 'json', run: readText },
  { name: 'envelope', run: readHead },
  { name: 'version', run: checkSpokenVersion },
  { name: 'type', run: checkMessageType },
  { name: 'room', run: takeRoom },
  { name: 'authentication', run: identify },
  { name: 'readiness', run: checkReadiness },
  { name: 'rate', run: checkRate },
  { name: 'payload', run: readTypedPayload },
];

/** Steps 10 to 15, which differ by type. Only types that a client may send have a row. */
const byType: Readonly<Partial<Record<MessageType, readonly Step[]>>> = {
  intent_request: [
    { name: 'fact_count', run: checkFactCount },
    { name: 'reserved_names', run: collectReservedNames },
    { name: 'facts', run: checkFactsFit },
    { name: 'required_facts', run: checkRequiredFacts },
    { name: 'policy', run: checkIntentPolicy },
    { name: 'evaluation', run: answerIntent },
  ],
  invoke_request: [
    { name: 'turn', run: awaitInvocationTurn },
    { name: 'identity', run: recallInvokedPlan },
    { name: 'standing', run: reconsiderPlan },
    { name: 'validity', run: checkPlanValidity },
    { name: 'schema', run: checkPlanArguments },
    { name: 'confirmation', run: checkInvokeConfirmation },
    { name: 'policy', run: checkInvokePolicy },
    { name: 'execution', run: answerInvoke },
  ],
  authenticate: [{ name: 'login', run: answerLogin }],
  cancel: [{ name: 'cancel', run: cancelRequest }],
};

/** Takes a message through all its steps; afterwards `exchange.reply` is what to answer. */
export async function admit(exchange: Exchange): Promise<void> {
  await runSteps(common, exchange);
  await runSteps(byType[exchange.get('type')] ?? [], exchange);
}

async function runSteps(steps: readonly Step[], exchange: Exchange): Promise<void> {
  for (const { name, run } of steps) {
    exchange.observation.mark(name);
    const pending = run(exchange);
    if (pending !== undefined) await pending;
  }
}
