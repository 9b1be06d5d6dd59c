import { type InvokeResponse, ProtocolError, stricterLimits } from '@manglecp/protocol';
import { checkArguments } from '../invocation/check-arguments.js';
import { checkConfirmation } from '../invocation/check-confirmation.js';
import { checkValidity } from '../invocation/check-validity.js';
import { executePlan } from '../invocation/execute-plan.js';
import { invokeResponse } from '../invocation/invoke-response.js';
import { recallPlan } from '../invocation/recall-plan.js';
import { argsDigest } from '../security/args-digest.js';
import { auditExchange } from './audit-exchange.js';
import type { Exchange } from './exchange.js';
import { rulesOf } from './rules-of.js';

/** Identity: only what was issued to this principal can be invoked (Spec 07 §2.3). */
export async function recallInvokedPlan(exchange: Exchange): Promise<void> {
  const { macros } = exchange.session.services;
  exchange.set('plan', await recallPlan(macros, exchange.get('principal'), exchange.get('invoke').macro_id));
}

/** Validity, on the plan's own timeline (C-31). */
export function checkPlanValidity(exchange: Exchange): void {
  const isTimeGiven = (exchange.get('invoke').eval_time ?? null) !== null;
  const time = checkValidity(exchange.get('plan'), {
    nowMs: exchange.receivedAtMs,
    clientTime: isTimeGiven ? exchange.get('evalTime') : undefined,
  });
  exchange.set('planTime', time);
}

export function checkPlanArguments(exchange: Exchange): void {
  exchange.set('args', checkArguments(exchange.get('plan'), exchange.get('invoke').args));
}

export async function checkInvokeConfirmation(exchange: Exchange): Promise<void> {
  const { confirmations, observer } = exchange.session.services;
  const { args, confirmation_token: token } = exchange.get('invoke');
  const request = { principal: exchange.get('principal'), sent: args, token };
  try {
    const confirmed = await checkConfirmation(confirmations, exchange.get('plan'), request);
    if (confirmed !== 'none') observer.metrics.confirmation(confirmed);
    exchange.set('confirmed', confirmed);
  } catch (error) {
    const isRequired = error instanceof ProtocolError && error.code === 'confirmation_required';
    observer.metrics.confirmation(isRequired ? 'required' : 'invalid');
    throw error;
  }
}

/** What was allowed when the intent was evaluated may be forbidden by now (INV-044). */
export async function checkInvokePolicy(exchange: Exchange): Promise<void> {
  const { live, session } = exchange;
  if (exchange.get('plan').policyDigest !== live.pack.policyDigest) {
    throw new ProtocolError('macro_expired', 'the policy has changed; evaluate the intent again', {
      details: { reason: 'policy_changed' },
    });
  }
  const limits = stricterLimits(live.pack.config.limits);
  await rulesOf(exchange).authorize({
    principal: exchange.get('principal'),
    canLogIn: live.authenticator.canLogIn,
    intent: exchange.get('plan').intent,
    params: {},
    facts: [],
    evalTime: exchange.get('planTime'),
    preference: 'adaptive',
    limits: {
      maxFacts: limits.max_facts_created,
      maxIntervals: limits.max_intervals_per_atom,
      timeoutMs: limits.max_compute_ms,
    },
    issuedAtMs: session.services.clock(),
    signal: exchange.abort.signal,
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
