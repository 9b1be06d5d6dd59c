import { type InvokeResponse, ProtocolError } from '@manglecp/protocol';
import { checkArguments } from '../invocation/check-arguments.js';
import { checkConfirmation } from '../invocation/check-confirmation.js';
import { checkValidity, timeOfPlan } from '../invocation/check-validity.js';
import { executePlan } from '../invocation/execute-plan.js';
import { invokeResponse } from '../invocation/invoke-response.js';
import { notFound, recallPlan } from '../invocation/recall-plan.js';
import { argsDigest } from '../security/args-digest.js';
import { ownerOf } from '../bounds/owner.js';
import { auditExchange } from './audit-exchange.js';
import type { Exchange } from './exchange.js';
import { inTurns } from './in-turns.js';
import { rulesOf } from './rules-of.js';

/** Before anything is decided: what is decided would be old by the time of its turn. */
export async function awaitInvocationTurn(exchange: Exchange): Promise<void> {
  exchange.leave = await exchange.session.invocations.enter(exchange.abort.signal);
}

/** Identity: only what was issued to this principal can be invoked (Spec 07 §2.3). */
export async function recallInvokedPlan(exchange: Exchange): Promise<void> {
  const { services, connection } = exchange.session;
  const owner = ownerOf(exchange.get('principal'), connection);
  exchange.set('plan', await recallPlan(services.macros, owner, exchange.get('invoke').macro_id));
}

/**
 * What policy says of the plan now (INV-044), which later steps act on. A tool that it keeps from this principal is not
 * found, whatever else is wrong with the invocation.
 */
export async function reconsiderPlan(exchange: Exchange): Promise<void> {
  const { live, session } = exchange;
  const [plan, principal] = [exchange.get('plan'), exchange.get('principal')];
  const isTimeGiven = (exchange.get('invoke').eval_time ?? null) !== null;
  const evalTime = timeOfPlan(plan, {
    nowMs: exchange.receivedAtMs,
    clientTime: isTimeGiven ? exchange.get('evalTime') : undefined,
  });
  exchange.set('planTime', evalTime);
  const deadline = session.services.turns.now() + live.pack.config.limits.max_compute_ms;
  const asked = { plan, principal, canLogIn: live.authenticator.canLogIn, evalTime, signal: exchange.abort.signal };
  const verdict = await inTurns(exchange, deadline, ({ turn }) => rulesOf(exchange).reconsider({ ...asked, turn }));
  if (verdict.isHidden) throw notFound();
  exchange.set('verdict', verdict);
}

/** Validity, on the plan's own timeline (C-31). */
export function checkPlanValidity(exchange: Exchange): void {
  checkValidity(exchange.get('plan'), exchange.get('planTime'));
}

export function checkPlanArguments(exchange: Exchange): void {
  exchange.set('args', checkArguments(exchange.get('plan'), exchange.get('invoke').args));
}

export async function checkInvokeConfirmation(exchange: Exchange): Promise<void> {
  const { services, connection } = exchange.session;
  const { confirmations, observer } = services;
  const { args, confirmation_token: token } = exchange.get('invoke');
  const request = { principal: exchange.get('principal'), address: connection.address, sent: args, token };
  try {
    const { needsConfirmation, effects } = exchange.get('verdict');
    const consent = { macroId: exchange.get('plan').macroId, needsConfirmation, effects };
    const confirmed = await checkConfirmation(confirmations, consent, request);
    if (confirmed !== 'none') observer.metrics.confirmation(confirmed);
    exchange.set('confirmed', confirmed);
  } catch (error) {
    const isRequired = error instanceof ProtocolError && error.code === 'confirmation_required';
    observer.metrics.confirmation(isRequired ? 'required' : 'invalid');
    throw error;
  }
}

/** What was allowed when the intent was evaluated may be forbidden by now (INV-044). */
export function checkInvokePolicy(exchange: Exchange): void {
  const { refusedIntent, isOutdated } = exchange.get('verdict');
  const isSamePolicy = exchange.get('plan').policyDigest === exchange.live.pack.policyDigest;
  if (isSamePolicy && refusedIntent !== undefined) throw refusedIntent;
  if (isSamePolicy && !isOutdated) return;
  throw new ProtocolError('macro_expired', 'the policy has changed; evaluate the intent again', {
    details: { reason: 'policy_changed' },
  });
}

export async function answerInvoke(exchange: Exchange): Promise<void> {
  const { live, session } = exchange;
  const plan = exchange.get('plan');
  const { limits, invoke } = live.pack.config;
  auditExchange(exchange, {
    subject: plan.macroId,
    name: plan.name,
    argsDigest: argsDigest(exchange.get('invoke').args),
    confirmation: exchange.get('confirmed'),
  });
  const execution = await executePlan(plan, exchange.get('args'), {
    actions: live.pack.actions,
    signal: exchange.abort.signal,
    clock: session.services.clock,
    now: Number(exchange.get('planTime') / 1_000_000n),
    timeoutMs: limits.max_compute_ms,
    maxEvents: invoke.max_events,
    onProgress: session.connection.isSession ? (progress) => exchange.progress(progress) : undefined,
  });
  const payload: InvokeResponse = invokeResponse(execution);
  exchange.reply = { type: 'invoke_response', payload };
}
