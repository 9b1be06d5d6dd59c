import { formatTime, type IntentResponse, stricterLimits } from '@manglecp/protocol';
import type { Question, SelectedTool } from '../rules/rule-set.js';
import { auditExchange } from './audit-exchange.js';
import type { Exchange } from './exchange.js';
import { rulesOf } from './rules-of.js';

/** How many phases the pipeline of the kernel has (C-02). */
const phaseCount = 6;

/** Step 14: the rules of the policy layer decide who may ask what. */
export async function checkIntentPolicy(exchange: Exchange): Promise<void> {
  const question = questionOf(exchange);
  exchange.set('question', question);
  await rulesOf(exchange).authorize(question);
}

/** Step 15. */
export async function answerIntent(exchange: Exchange): Promise<void> {
  const { live, observation } = exchange;
  const { services, domain } = exchange.session;
  const { clock, macros } = services;
  const started = clock();
  const selection = await exchange.session.lane.run(exchange.abort.signal, () => {
    return rulesOf(exchange).select(exchange.get('question'));
  });
  services.observer.metrics.evaluationEnded(domain.id, clock() - started);
  observation.mark('render');
  const floor = live.pack.config.disclosure.minimal;
  const tools = selection.tools.filter(({ score }) => score >= floor);
  await macros.put(
    exchange.get('principal').key,
    tools.map(({ plan }) => plan),
  );
  const payload: IntentResponse = {
    eval_time_used: formatTime(exchange.get('evalTime')),
    eval_duration_ms: Math.max(0, Math.round(clock() - started)),
    macro_tools: tools.map(renderTool),
    required_skills: [],
    diagnostics: {
      facts_evaluated: selection.factsEvaluated,
      facts_derived: selection.factsDerived,
      phases_completed: phaseCount,
    },
  };
  exchange.reply = { type: 'intent_response', payload };
  auditExchange(exchange, { subject: exchange.get('intent').intent.name, confirmation: 'none' });
}

/** The least that may be shown of a tool: that it is there. */
function renderTool({ plan }: SelectedTool): IntentResponse['macro_tools'][number] {
  return { macro_id: plan.macroId, name: plan.name, disclosure_level: 'minimal' };
}

function questionOf(exchange: Exchange): Question {
  const { session, live } = exchange;
  const { intent, constraints } = exchange.get('intent');
  const limits = stricterLimits(live.pack.config.limits, constraints ?? {});
  return {
    principal: exchange.get('principal'),
    canLogIn: live.authenticator.canLogIn,
    intent: intent.name,
    params: intent.params ?? {},
    facts: exchange.get('facts'),
    places: exchange.get('places'),
    evalTime: exchange.get('evalTime'),
    limits: {
      maxFacts: limits.max_facts_created,
      maxIntervals: limits.max_intervals_per_atom,
      timeoutMs: limits.max_compute_ms,
    },
    issuedAtMs: session.services.clock(),
    signal: exchange.abort.signal,
  };
}
