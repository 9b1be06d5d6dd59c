import {
  formatTime,
  type IntentResponse,
  type ProofHints,
  ProtocolError,
  stricterLimits,
  suggestName,
} from '@manglecp/protocol';
import { serverLimits } from '../rules/create-rule-set.js';
import { tooManyFacts } from '../rules/to-protocol-error.js';
import { createActivationCounter } from '../hints/rules-fired.js';
import { renderAnswer } from '../render/render-answer.js';
import type { Selection } from '../rules/rule-set.js';
import { keptUntil } from '../stores/macro-store.js';
import { ownerOf, type Owner } from '../bounds/owner.js';
import { auditExchange } from './audit-exchange.js';
import type { Exchange, TimedQuestion } from './exchange.js';
import { inTurns } from './in-turns.js';
import { readUpgrades, skillUpgrade, type Upgrades } from './read-upgrades.js';
import { rulesOf } from './rules-of.js';
import { skillIssue } from './skill-issue.js';

/** How many phases the pipeline of the kernel has (C-02). */
const phaseCount = 6;

/** Step 14: the rules of the policy layer decide who may ask what. */
export async function checkIntentPolicy(exchange: Exchange): Promise<void> {
  const question = questionOf(exchange);
  exchange.set('question', question);
  await inTurns(exchange, question.deadline, (pace) => rulesOf(exchange).authorize({ ...question, ...pace }));
}

/** Step 15. */
export async function answerIntent(exchange: Exchange): Promise<void> {
  const question = exchange.get('question');
  await exchange.session.evaluations.run(exchange.abort.signal, () =>
    inTurns(exchange, question.deadline, (pace) => answer(exchange, { ...question, ...pace })),
  );
}

async function answer(exchange: Exchange, question: TimedQuestion): Promise<void> {
  const { live, observation } = exchange;
  const { services, domain } = exchange.session;
  const started = services.clock();
  const isExplained = exchange.get('intent').options?.include_proof_hints === true;
  const activations = createActivationCounter();
  const asked = { ...question, profile: activations.profile };
  const selection = await rulesOf(exchange).select(asked);
  // Before anybody asks for proofs, which run rules again.
  const names = new Set(selection.tools.map(({ plan }) => plan.name));
  const visible = live.hints.visibleCounts(selection.evaluation, names, activations.profile);
  if (visible.facts > question.limits.maxFacts) {
    throw tooManyFacts({ limits: question.limits, serverLimits: serverLimits(live.pack) });
  }
  services.observer.metrics.evaluationEnded(domain.id, services.clock() - started);
  observation.mark('render');
  const owner = ownerOf(question.principal, exchange.session.connection);
  const upgrades = await readUpgrades(question.facts, (id) =>
    services.skills.has(owner, skillIssue(question.principal, id)),
  );
  const rendered = renderSelection(exchange, selection, upgrades);
  await remember(exchange, owner, rendered);
  const unlisted = unlistedIntent(exchange);
  const payload: IntentResponse = {
    eval_time_used: formatTime(question.evalTime),
    eval_duration_ms: Math.max(0, Math.round(services.clock() - started)),
    macro_tools: rendered.macroTools,
    ...(isExplained ? { proof_hints: explain(exchange, selection, rendered, upgrades) } : {}),
    required_skills: rendered.requiredSkills,
    diagnostics: {
      facts_evaluated: selection.factsEvaluated,
      facts_derived: visible.facts,
      rules_fired: visible.activations,
      phases_completed: phaseCount,
      ...(live.pack.config.coverage
        ? { rule_coverage: await live.hints.ruleCoverage(selection.evaluation, question.intent) }
        : {}),
      ...(unlisted === undefined ? {} : { 'x-unlisted_intent': unlisted }),
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
  const unlisted = unlistedIntent(exchange);
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
      ...(unlisted === undefined ? [] : [{ pred: 'intent_type', reason: unlisted }]),
    ],
  });
}

/**
 * An intent that the manifest does not list is evaluated (EVAL-002), and is probably a slip. Everybody reads the manifest,
 * so that nothing is told of intents which only rules know.
 */
function unlistedIntent(exchange: Exchange): string | undefined {
  const names = exchange.live.pack.config.intents.map(({ name }) => name);
  const { name } = exchange.get('intent').intent;
  if (names.includes(name)) return undefined;
  const near = suggestName(name, names);
  return `the manifest lists no such intent${near === undefined ? '' : `; did you mean \`${near}\`?`}`;
}

/**
 * What was offered can be invoked, and the skills that go with it can be fetched for as long. Throws if the plans hold
 * more than can be kept: a tool that nobody could invoke is no answer, and there is never a part of one (C-48).
 */
async function remember(exchange: Exchange, owner: Owner, { tools, requiredSkills }: Rendered): Promise<void> {
  const { live, session } = exchange;
  const { clock, macros, skills } = session.services;
  const { retention_s: retentionS, principal_max_bytes: maxBytes } = live.pack.config.tools;
  const plans = tools.map(({ plan }) => plan);
  if (!(await macros.put(owner, plans))) throw tooLarge(maxBytes);
  if (requiredSkills.length === 0) return;
  const times = { nowMs: clock(), retentionMs: retentionS * 1000 };
  const untilMs = Math.max(...plans.map((plan) => keptUntil(plan, times)));
  await skills.put(
    owner,
    requiredSkills.map(({ skill_id: id }) => skillIssue(exchange.get('principal'), id)),
    untilMs,
  );
}

function tooLarge(limit: number): ProtocolError {
  return new ProtocolError('derivation_limit_exceeded', 'the tools of this answer hold more than the server can keep', {
    details: {
      budget: { limit, consumed: limit + 1, unit: 'bytes' },
      partial_results_available: false,
      suggestion: 'send shorter values, or ask for fewer tools with `max_tools_returned`',
    },
  });
}

function questionOf(exchange: Exchange): TimedQuestion {
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
      // Clients may not learn by their limit what is derived that they may not know of; it is counted afterwards.
      hardFacts: 2 * live.pack.config.limits.max_derived_facts,
      maxIntervals: limits.max_intervals_per_atom,
      timeoutMs: limits.max_compute_ms,
      maxBytes: live.pack.config.evaluation.max_bytes,
    },
    deadline: session.services.turns.now() + limits.max_compute_ms,
    issuedAtMs: session.services.clock(),
    signal: exchange.abort.signal,
  };
}
