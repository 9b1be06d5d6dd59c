import {
  type Evaluation,
  exact,
  fact,
  type FactInput,
  type PredicateKey,
  prepare,
  type Program,
} from '@manglecp/mangle';
import { type JsonObject, parseJson, type ProtocolError } from '@manglecp/protocol';
import { relation, textOf } from '../facts/relation.js';
import type { Plan } from '../macro/plan.js';
import type { Pack } from '../pack/pack.js';
import { readBy } from '../pack/read-by.js';
import { standingOf } from '../security/principal.js';
import { factsBeside, holdAnyway, type Ignorance } from './hold-anyway.js';
import { questionFacts } from './host-facts.js';
import { externalsOf } from './kernel-externals.js';
import { intentRefusal } from './policy-gate.js';
import type { Invocation, QuestionLimits, Verdict } from './rule-set.js';
import { sliceProgram } from './slice-program.js';

/** Asks policy about a plan that was issued before. */
export interface InvokeGate {
  readonly ask: (invocation: Invocation) => Promise<Verdict>;
  /** What plans have to keep of the question they were made for. */
  readonly keeps: Kept;
}

/** What policy reads beyond the plan. Most policies read neither, and both can be as large as a message. */
export interface Kept {
  readonly params: boolean;
  readonly templates: boolean;
}

const refusals = relation('invocation_refusal', 1);
const confirmations = relation('requires_confirmation', 1);
const effects = relation('macro_has_side_effect', 2);

const goals: readonly PredicateKey[] = [
  'invocation_refusal/1',
  'intent_refusal/1',
  'intent_denied/1',
  'requires_confirmation/1',
  'macro_has_side_effect/2',
];

/** What only the request knew that the plan was made for, or only another moment does. */
const unknownToInvocations: readonly PredicateKey[] = [
  'asserted_predicate/1',
  'client_restricted/1',
  'disclosure_preference/1',
  'disclosure_upgrade/1',
  'macro_arg/3',
  'step_result/5',
  'window_closed/1',
];

/** Of these the plan says all there is to say. */
const plansOwn: ReadonlySet<PredicateKey> = new Set(['macro_step/4', 'macro_includes_action/2']);

/** Where the arguments of actions are looked at. */
const templateReaders: ReadonlySet<PredicateKey> = new Set([
  'macro_step/4',
  'action_request/3',
  'safe_action/3',
  'dangerous_content/3',
  'permitted/3',
]);

/**
 * Prepares the rules that decide whether plans may still be run, as far as they hold whatever facts the client had sent
 * (`rules/policy/invocations.mg` says why that is all that can be asked).
 */
export async function createInvokeGate(
  pack: Pack,
  limits: QuestionLimits,
  check: (evaluation: Evaluation) => void,
): Promise<InvokeGate> {
  const sent = pack.declarations.filter(({ direction }) => direction !== 'output');
  const ignorance: Ignorance = {
    unknown: new Set([...unknownToInvocations, ...sent.map(({ predicate, arity }) => `${predicate}/${arity}`)]),
    given: plansOwn,
  };
  const program = sliceProgram(holdAnyway(pack.program, ignorance), goals);
  const baseFacts = factsBeside(pack.baseFacts, { unknown: new Set(), given: plansOwn }).filter(({ predicate, args }) =>
    program.predicates.has(`${predicate}/${args.length}`),
  );
  const externals = externalsOf(program, pack.externals);
  const prepared = await prepare(program, baseFacts, { externals, limits: { maxIntervals: limits.maxIntervals } });
  const keeps = keptFor(program, pack);
  const maxParams = pack.config.limits.max_facts_per_request;
  return {
    keeps,
    ask: async ({ plan, principal, canLogIn, evalTime, signal, turn }) => {
      const { params, templates } = plan.asked;
      // The rules were others when the plan was made, and asked for less than these do.
      const isOutdated = (keeps.params && params === undefined) || (keeps.templates && templates === undefined);
      const intent = { intent: plan.intent, params: params === undefined ? {} : readParams(params) };
      const question = { ...intent, principal, canLogIn, evalTime, facts: [], preference: 'adaptive' } as const;
      const asked = factsBeside(questionFacts(question, program, maxParams), ignorance);
      const own = [
        ...planFacts(plan),
        ...(plan.standing === standingOf(principal) ? [] : [fact('issued_to_another')]),
      ].filter(({ predicate, args }) => program.predicates.has(`${predicate}/${args.length}`));
      const options = { now: evalTime, limits, signal, ...(turn === undefined ? {} : { turn }) };
      const evaluation = await prepared.request([...asked, ...own], options);
      check(evaluation);
      return verdictOf(evaluation, pack, plan, isOutdated);
    },
  };
}

function verdictOf(evaluation: Evaluation, pack: Pack, plan: Plan, isOutdated: boolean): Verdict {
  const codes = refusals.all(evaluation).map(([code]) => textOf(code));
  const refusedIntent: ProtocolError | undefined = intentRefusal(evaluation, pack);
  const found = effects.of(evaluation, plan.name).flatMap(([, effect]) => textOf(effect) ?? []);
  return {
    isHidden: codes.includes('macro_not_found'),
    isOutdated: isOutdated || codes.includes('macro_expired'),
    ...(refusedIntent === undefined ? {} : { refusedIntent }),
    needsConfirmation: plan.needsConfirmation || confirmations.of(evaluation, plan.name).length > 0,
    effects: found.length === 0 ? plan.effects : [...new Set(found)],
  };
}

/** What the plan is, in the words of rules. */
function planFacts({ name, steps, effects: own, asked }: Plan): readonly FactInput[] {
  return [
    fact('invoked_macro', name),
    ...asked.levels.map((level) => fact('macro_tool', name, level)),
    ...asked.actions.map((action) => fact('macro_includes_action', name, action)),
    ...own.filter((effect) => effect !== 'none').map((effect) => fact('macro_has_side_effect', name, effect)),
    ...steps.map(({ position, action }, at) => {
      // Where nothing looks at the arguments, any will do.
      const template = asked.templates?.[at] ?? ({ kind: 'struct', entries: [] } as const);
      return fact('macro_step', name, position, action, exact(template));
    }),
  ];
}

function readParams(text: string): JsonObject {
  return parseJson(text) as JsonObject;
}

/** The server's own rules hand arguments on and do not look at them. */
function keptFor({ rules, predicates }: Program, { originOf }: Pack): Kept {
  const packs = rules.filter(({ clause }) => !originOf(clause.span.source).isKernel);
  return {
    params: predicates.has('intent_param/3'),
    templates: packs.some((rule) => [rule.predicate, ...readBy(rule)].some((key) => templateReaders.has(key))),
  };
}
