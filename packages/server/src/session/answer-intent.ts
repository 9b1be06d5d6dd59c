import { formatTime, type IntentResponse, type ProofHints, stricterLimits, suggestName } from '@manglecp/protocol';
import { createActivationCounter } from '../hints/rules-fired.js';
import { renderAnswer } from '../render/render-answer.js';
import type { Question, Selection } from '../rules/rule-set.js';
import { keptUntil } from '../stores/macro-store.js';
import { auditExchange } from './audit-exchange.js';
import type { Exchange } from './exchange.js';
import { readUpgrades, skillUpgrade, type Upgrades } from './read-upgrades.js';
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
  const { services, domain, lane } = exchange.session;
  const started = services.clock();
  const question = exchange.get('question');
  const isExplained = exchange.get('intent').options?.include_proof_hints === true;
  const activations = isExplained || live.pack.config.coverage ? createActivationCounter() : undefined;
  const asked = activations === undefined ? question : { ...question, profile: activations.profile };
  const selection = await lane.run(exchange.abort.signal, () => rulesOf(exchange).select(asked));
  services.observer.metrics.evaluationEnded(domain.id, services.clock() - started);
  observation.mark('render');
  const upgrades = await readUpgrades(question.facts, (id) => services.skills.has(question.principal.key, id));
  const rendered = renderSelection(exchange, selection, upgrades);
  await remember(exchange, rendered);
  const payload: IntentResponse = {
    eval_time_used: formatTime(question.evalTime),
    eval_duration_ms: Math.max(0, Math.round(services.clock() - started)),
    macro_tools: rendered.macroTools,
    ...(isExplained ? { proof_hints: explain(exchange, selection, rendered, upgrades) } : {}),
    required_skills: rendered.requiredSkills,
    diagnostics: {
      facts_evaluated: selection.factsEvaluated,
      facts_derived: selection.factsDerived,
      ...(activations === undefined ? {} : { rules_fired: activations.count() }),
      phases_completed: phaseCount,
      ...(live.pack.config.coverage
        ? { rule_coverage: await live.hints.ruleCoverage(selection.evaluation, question.intent) }
        : {}),
    },
  };
  exchange.reply = { type: 'intent_response', payload };
  auditExchange(exchange, { subject: question.intent, confirmation: 'none' });
}

type Rendered = ReturnType<typeof renderAnswer>;

function renderSelection(exchange: Exchange, selection: Selection, { tools, skills }: Upgrades): Rendered {
  const { live, session } = exchange;
  const { constraints } = exchange.get('intent');
  // The same on every transport, so that answers are; where it cannot be fetched, it can be asked for.
  const skillsBase = session.face.endpoints?.skills ?? `${live.pack.config.http.base_path}/skills`;
  return renderAnswer(selection, {
    pack: live.pack,
    estimate: live.estimate,
    maxTools: constraints?.max_tools_returned ?? undefined,
    maxTokens: constraints?.max_tokens_budget ?? undefined,
    upgrades: tools,
    upgradedSkills: skills,
    skillUri: (id) => `${skillsBase}/${encodeURIComponent(id)}`,
    ruleChains: live.hints.ruleChains,
    onUnknownSkill: (id) => live.reportUnknownSkill(id),
  });
}

/** Why these tools, and no others. An upgrade of a tool or skill that is not in the answer did nothing (C-110). */
function explain(exchange: Exchange, { evaluation }: Selection, rendered: Rendered, upgrades: Upgrades): ProofHints {
  const sent = new Set([
    ...rendered.tools.map(({ plan }) => plan.macroId),
    ...rendered.requiredSkills.map(({ skill_id: id }) => skillUpgrade(id)),
  ]);
  return exchange.live.hints.proofHints(evaluation, {
    facts: exchange.get('facts'),
    tools: rendered.tools,
    trimmed: rendered.omitted.map(({ name, constraint }) => {
      return { candidate: name, excluded_by: 'output', reason: constraint };
    }),
    unmatched: [
      ...(upgrades.asked.some((id) => !sent.has(id))
        ? [{ pred: 'disclosure_upgrade', reason: 'it names nothing of this answer' }]
        : []),
      ...unlistedIntent(exchange),
    ],
  });
}

/** An intent that the manifest does not list is evaluated (EVAL-002), and is probably a slip. */
function unlistedIntent(exchange: Exchange): NonNullable<ProofHints['unmatched_facts']> {
  const names = exchange.live.pack.config.intents.map(({ name }) => name);
  const { name } = exchange.get('intent').intent;
  if (names.includes(name)) return [];
  const near = suggestName(name, names);
  const reason = `the manifest lists no such intent${near === undefined ? '' : `; did you mean \`${near}\`?`}`;
  return [{ pred: 'intent_type', reason }];
}

/** What was offered can be invoked, and the skills that go with it can be fetched for as long. */
async function remember(exchange: Exchange, { tools, requiredSkills }: Rendered): Promise<void> {
  const { live, session } = exchange;
  const { clock, macros, skills } = session.services;
  const { key } = exchange.get('principal');
  const plans = tools.map(({ plan }) => plan);
  await macros.put(key, plans);
  if (requiredSkills.length === 0) return;
  const times = { nowMs: clock(), retentionMs: live.pack.config.tools.retention_s * 1000 };
  const untilMs = Math.max(...plans.map((plan) => keptUntil(plan, times)));
  await skills.put(
    key,
    requiredSkills.map(({ skill_id: id }) => id),
    untilMs,
  );
}

function questionOf(exchange: Exchange): Question {
  const { session, live } = exchange;
  const { intent, constraints, options } = exchange.get('intent');
  const limits = stricterLimits(live.pack.config.limits, constraints ?? {});
  return {
    principal: exchange.get('principal'),
    canLogIn: live.authenticator.canLogIn,
    intent: intent.name,
    params: intent.params ?? {},
    facts: exchange.get('facts'),
    places: exchange.get('places'),
    evalTime: exchange.get('evalTime'),
    preference: options?.disclosure_preference ?? 'adaptive',
    limits: {
      maxFacts: limits.max_facts_created,
      maxIntervals: limits.max_intervals_per_atom,
      timeoutMs: limits.max_compute_ms,
    },
    issuedAtMs: session.services.clock(),
    signal: exchange.abort.signal,
  };
}
