import type { Evaluation } from '@manglecp/mangle';
import type { ContextResource, DisclosureLevel } from '@manglecp/protocol';
import { integerOf, relation, textOf } from '../facts/relation.js';
import type { Pack, PackSkill } from '../pack/pack.js';
import type { SelectedTool } from '../rules/rule-set.js';
import { clipWords } from './one-line.js';
import type { TokenEstimator } from './token-estimator.js';

/** A selected tool with all that could be told of it; texts are read when they are needed. */
export interface Offer {
  readonly tool: SelectedTool;
  /** How much should be told of it. */
  readonly level: DisclosureLevel;
  /** Whether the client asked for this one in full. */
  readonly isUpgraded: boolean;
  readonly description: string;
  /** What rules prove that it needs, by id. */
  readonly skills: readonly PackSkill[];
  readonly context: OfferContext;
}

/** What only a tool in full has. */
export interface OfferContext {
  readonly instructions: string | undefined;
  /** By priority, highest first, then by address. */
  readonly resources: readonly ContextResource[];
  readonly isReversible: boolean;
  readonly isIdempotent: boolean;
  /** The names of predicates that selected it and gave it its context. */
  readonly sourceRules: readonly string[];
}

export interface OfferOptions {
  readonly pack: Pack;
  readonly estimate: TokenEstimator;
  /** The ids of tools that the client asked for in full. */
  readonly upgrades: ReadonlySet<string>;
  readonly sourceRulesOf: (name: string) => readonly string[];
  /** Told of a skill that rules ask for and the pack does not have. */
  readonly onUnknownSkill: (id: string) => void;
}

const texts = relation('macro_text', 3);
const skills = relation('required_skill', 2);
const instructions = relation('macro_instruction', 3);
const resources = relation('context_resource', 4);
const reversible = relation('macro_reversible', 1);
const idempotent = relation('macro_idempotent', 1);

export function readOffer(evaluation: Evaluation, tool: SelectedTool, options: OfferOptions): Offer {
  const { macroId, name } = tool.plan;
  const isUpgraded = options.upgrades.has(macroId);
  let context: OfferContext | undefined;
  return {
    tool,
    level: isUpgraded ? 'full' : tool.level,
    isUpgraded,
    description: joinTexts(texts.of(evaluation, name).map(([, , text]) => text)) ?? name.replaceAll('_', ' '),
    skills: readSkills(evaluation, name, options),
    get context(): OfferContext {
      return (context ??= readContext(evaluation, name, options));
    },
  };
}

/** Rows come sorted: by their order, then by text. */
function joinTexts(values: readonly Parameters<typeof textOf>[0][]): string | undefined {
  const found = values.flatMap((value) => textOf(value) ?? []).filter((text) => text !== '');
  return found.length === 0 ? undefined : found.join(' ');
}

function readSkills(
  evaluation: Evaluation,
  name: string,
  { pack, onUnknownSkill }: OfferOptions,
): readonly PackSkill[] {
  return skills.of(evaluation, name).flatMap(([, value]) => {
    const id = textOf(value) ?? '';
    const skill = pack.skills.get(id);
    if (skill === undefined) onUnknownSkill(id);
    return skill ?? [];
  });
}

function readContext(evaluation: Evaluation, name: string, options: OfferOptions): OfferContext {
  return {
    instructions: readInstructions(evaluation, name, options),
    resources: readResources(evaluation, name).slice(0, options.pack.config.context.resources_max),
    isReversible: reversible.of(evaluation, name).length > 0,
    isIdempotent: idempotent.of(evaluation, name).length > 0,
    sourceRules: options.sourceRulesOf(name),
  };
}

/** The first texts that fit together: instructions are short whatever the budget (Spec 06 §5.3). */
function readInstructions(
  evaluation: Evaluation,
  name: string,
  { estimate, pack: { config } }: OfferOptions,
): string | undefined {
  const fits = (text: string): boolean => estimate(text) < config.context.instructions_max_tokens;
  let joined: string | undefined;
  for (const [, , value] of instructions.of(evaluation, name)) {
    const text = textOf(value);
    if (text === undefined || text === '') continue;
    const longer: string = joined === undefined ? text : `${joined} ${text}`;
    if (!fits(longer)) return joined ?? clipWords(text, fits);
    joined = longer;
  }
  return joined;
}

/** An address that rules give for several reasons is there once, for the best one. */
function readResources(evaluation: Evaluation, name: string): readonly ContextResource[] {
  const best = new Map<string, ContextResource & { readonly priority: number }>();
  for (const [, address, why, rank] of resources.of(evaluation, name)) {
    const [uri, relevance, priority] = [textOf(address) ?? '', textOf(why) ?? '', integerOf(rank) ?? 0];
    if (uri === '' || priority <= (best.get(uri)?.priority ?? -1)) continue;
    best.set(uri, { uri, relevance, priority });
  }
  // Rows come sorted by address, and sorting keeps that order among equals.
  return [...best.values()].sort((a, b) => b.priority - a.priority);
}
