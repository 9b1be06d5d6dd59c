import { compareText } from '@manglecp/mangle';
import type { ContextResource, DisclosureLevel, MacroTool, Skill } from '@manglecp/protocol';
import type { PackSkill } from '../pack/pack.js';
import type { Offer } from './offer.js';
import { renderSkill, type SkillDelivery } from './render-skill.js';
import { renderTool, type SentContext } from './render-tool.js';
import type { TokenEstimator } from './token-estimator.js';

/** What drafts need to know about the request and its server. */
export interface DraftOptions {
  readonly estimate: TokenEstimator;
  /** Skills are sent whole below this number of tokens. */
  readonly inlineMaxTokens: number;
  /** Skills that the client asked for and gets whole, whatever they cost. */
  readonly upgradedSkills: ReadonlySet<string>;
  /** Where the text of a skill can be fetched. */
  readonly skillUri: (id: string) => string;
}

/** A tool of the answer as far as it is decided what is told of it. */
export class DraftTool {
  readonly offer: Offer;
  #level: DisclosureLevel;
  /** The skills whose texts are in this tool. */
  #inline: ReadonlySet<string> = new Set();
  #resources: readonly ContextResource[];
  /** What it takes; unknown after a change. */
  tokens: number | undefined;

  constructor(offer: Offer) {
    this.offer = offer;
    this.#level = offer.level;
    this.#resources = offer.level === 'full' ? offer.context.resources : [];
  }

  get name(): string {
    return this.offer.tool.plan.name;
  }

  get level(): DisclosureLevel {
    return this.#level;
  }

  get inline(): ReadonlySet<string> {
    return this.#level === 'full' ? this.#inline : none;
  }

  /** By priority, highest first. */
  get resources(): readonly ContextResource[] {
    return this.#level === 'full' ? this.#resources : [];
  }

  show(level: DisclosureLevel): void {
    this.#level = level;
    this.tokens = undefined;
  }

  /** The text of a skill is in this tool. */
  embed(id: string): void {
    this.#inline = new Set([...this.#inline, id]);
    this.tokens = undefined;
  }

  /** The text of a skill is no longer in this tool. */
  reference(id: string): void {
    this.#inline = new Set([...this.#inline].filter((each) => each !== id));
    this.tokens = undefined;
  }

  drop(resource: ContextResource): void {
    this.#resources = this.#resources.filter((each) => each !== resource);
    this.tokens = undefined;
  }
}

const none: ReadonlySet<string> = new Set();

/**
 * An answer while it is decided how much of it is sent. It says at any time how many tokens it would take: the sum of
 * its parts, each with what separates it from the next, so that the whole never takes more.
 */
export class Draft {
  /** Best first. */
  tools: readonly DraftTool[];
  /** Whether skills are listed that only tools below full need. */
  #isListingAll = true;
  readonly #options: DraftOptions;
  /** Skills that are sent whole wherever there is room, because the client asked for them. */
  #upgradedSkills: ReadonlySet<string>;
  /** What skills take, by id and form. */
  readonly #skillTokens = new Map<string, number>();

  constructor(offers: readonly Offer[], options: DraftOptions) {
    this.#options = options;
    this.#upgradedSkills = options.upgradedSkills;
    this.tools = offers.map((offer) => new DraftTool(offer));
    this.#assignSkills();
  }

  /** The text of a skill is in the answer once: in the best tool that needs it and is sent in full. */
  #assignSkills(): void {
    const { estimate, inlineMaxTokens, upgradedSkills } = this.#options;
    const assigned = new Set<string>();
    for (const tool of this.tools) {
      if (tool.level !== 'full') continue;
      for (const { id, content } of tool.offer.skills) {
        if (assigned.has(id)) continue;
        if (!upgradedSkills.has(id) && estimate(content) >= inlineMaxTokens) continue;
        assigned.add(id);
        tool.embed(id);
      }
    }
  }

  get tokens(): number {
    const tools = this.tools.reduce((sum, tool) => sum + this.#toolTokens(tool), 0);
    const skills = this.#listedSkills().reduce((sum, each) => sum + this.#tokensOfSkill(each), 0);
    // The brackets of the two lists.
    return tools + skills + this.#options.estimate('[][]');
  }

  /** Whether the client asked for a skill, and gets it whole so far. */
  isUpgraded(skill: string): boolean {
    return this.#upgradedSkills.has(skill);
  }

  /** Skills that the client asked for become references, too. */
  referenceUpgrades(): void {
    for (const tool of this.tools) for (const id of this.#upgradedSkills) if (tool.inline.has(id)) tool.reference(id);
    this.#upgradedSkills = new Set();
  }

  /** Leaves out skills that only tools below full need, or lists them again. */
  listAll(isListingAll: boolean): void {
    this.#isListingAll = isListingAll;
  }

  /** What a tool takes if only its name is sent. */
  minimalTokens({ offer }: DraftTool): number {
    return this.#partTokens(renderTool.minimal(offer, nothing));
  }

  render(): { readonly tools: readonly MacroTool[]; readonly skills: readonly Skill[] } {
    return {
      tools: this.tools.map((tool) => this.#renderTool(tool)),
      skills: this.#listedSkills().map(({ skill, delivery }) => renderSkill(skill, delivery)),
    };
  }

  #toolTokens(tool: DraftTool): number {
    return (tool.tokens ??= this.#partTokens(this.#renderTool(tool)));
  }

  #renderTool({ offer, level, inline, resources }: DraftTool): MacroTool {
    const { skillUri } = this.#options;
    const skills = offer.skills.map(({ id, content }) =>
      inline.has(id) ? { skill_id: id, inline: true, content } : { skill_id: id, inline: false, 'x-uri': skillUri(id) },
    );
    return renderTool[level](offer, { resources, skills });
  }

  /** The skills that the tools need, by id, and how each is delivered. */
  #listedSkills(): readonly ListedSkill[] {
    const { skillUri } = this.#options;
    const listed = new Map<string, PackSkill>();
    const inTools = new Set<string>();
    for (const { offer, level, inline } of this.tools) {
      if (this.#isListingAll || level === 'full') for (const skill of offer.skills) listed.set(skill.id, skill);
      for (const id of inline) inTools.add(id);
    }
    return [...listed.values()]
      .sort((a, b) => compareText(a.id, b.id))
      .map((skill) => {
        const isWhole = !inTools.has(skill.id) && this.#upgradedSkills.has(skill.id);
        return { skill, delivery: { uri: isWhole ? undefined : skillUri(skill.id) } };
      });
  }

  #tokensOfSkill({ skill, delivery }: ListedSkill): number {
    const key = `${skill.id} ${delivery.uri ?? ''}`;
    const known = this.#skillTokens.get(key) ?? this.#partTokens(renderSkill(skill, delivery));
    this.#skillTokens.set(key, known);
    return known;
  }

  #partTokens(part: object): number {
    return this.#options.estimate(`${JSON.stringify(part)},`);
  }
}

interface ListedSkill {
  readonly skill: PackSkill;
  readonly delivery: SkillDelivery;
}

const nothing: SentContext = { skills: [], resources: [] };
