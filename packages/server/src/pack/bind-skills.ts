import type { FactInput, PredicateKey, Program, Rule, Source, Span } from '@manglecp/mangle';
import { suggestName } from '@manglecp/protocol';
import { type Origin, packOrigins } from './origin.js';
import type { PackSkill, SkillGate } from './pack.js';
import { createTextFinder, isGivenLater, type TextFinder, type Texts } from './possible-texts.js';
import { fileProblem, placedProblem, type Problem, warning } from './problem.js';
import type { WrittenSkill } from './read-skill.js';
import { createGateReader, needsSkill } from './skill-gate.js';

export interface SkillScope {
  readonly program: Program;
  /** The facts of the pack's tables. */
  readonly tables: readonly FactInput[];
  readonly originOf: (source: Source) => Origin;
  readonly report: (problem: Problem) => void;
}

export interface BoundSkills {
  readonly skills: ReadonlyMap<string, PackSkill>;
  /** Ids that rules name and no folder has. */
  readonly missingSkills: ReadonlySet<string>;
}

/**
 * Binds the skills of a pack to the rules that can require them (MACRO-026). It warns of skills that no rule can require,
 * of ids that no folder has, and of rules that have changed since the skill was reviewed (Spec 06 §4.5).
 */
export function bindSkills(written: readonly WrittenSkill[], scope: SkillScope): BoundSkills {
  const { program, originOf, report } = scope;
  const ids = written.map(({ id }) => id);
  const { texts, isOpen, canMean } = findNeeded(scope);
  const missing = [...texts].filter(([id]) => !ids.includes(id));
  for (const [id, span] of missing.slice(0, maxMissing)) report(unknownSkill(id, span, ids, originOf));
  const gateOf = createGateReader({ program, originOf, canMean });
  const skills = written.map((skill) => {
    const gate = gateOf(skill.id);
    if (!isOpen && !texts.has(skill.id)) report(unusedSkill(skill, missing));
    else if (skill.reviewedGate !== undefined) reportChange(skill, skill.reviewedGate, gate, report);
    const { file: _, front: _front, gateEntry: _entry, ...rest } = skill;
    return [skill.id, { ...rest, gate }] as const;
  });
  return { skills: new Map(skills), missingSkills: new Set(missing.map(([id]) => id)) };
}

/** The skills that rules can require. */
interface Needed {
  /** The ids that can be seen, with the places where they are written. */
  readonly texts: Texts;
  /** Whether there can be others. */
  readonly isOpen: boolean;
  readonly canMean: (rule: Rule, skill: string) => boolean;
}

function findNeeded({ program, tables, originOf }: SkillScope): Needed {
  const isKernel = (key: PredicateKey): boolean => {
    const span = program.predicates.get(key)?.span;
    return span === undefined || originOf(span.source).isKernel;
  };
  const finder = createTextFinder({
    program,
    tables,
    isOpen: (key) => isKernel(key) || isGivenLater(program, key),
  });
  const rules = program.rules.filter(({ predicate }) => predicate === needsSkill);
  const ofRules = new Map(rules.map((rule) => [rule, skillsOf(finder, rule)]));
  const found = [finder.ofFacts(needsSkill, 1), ...ofRules.values()];
  return {
    texts: new Map(found.flatMap((texts) => [...(texts ?? [])])),
    isOpen: found.includes(undefined),
    canMean: (rule, skill) => ofRules.get(rule)?.has(skill) ?? true,
  };
}

/** What a rule can require. Where a table says it, the rule that reads the table is the place. */
function skillsOf(finder: TextFinder, rule: Rule): Texts | undefined {
  const [, term] = rule.args;
  const texts = term === undefined ? undefined : finder.ofTerm(rule, term);
  return texts && new Map([...texts].map(([id, span]) => [id, span ?? rule.clause.head.span]));
}

/** Told at most; a pack that misses so many skills has another problem. */
const maxMissing = 50;

/** In policy nothing may count for nothing. */
function unknownSkill(
  id: string,
  span: Span | undefined,
  ids: readonly string[],
  originOf: (source: Source) => Origin,
): Problem {
  const near = suggestName(id, ids);
  const shown = id.slice(0, 100);
  const help = near === undefined ? `Write \`skills/${shown}/SKILL.md\`.` : `Did you mean "${near}"?`;
  const message = `\`${shown}\` is no skill of this pack; nothing is sent for it`;
  const problem =
    span === undefined
      ? fileProblem('unknown-skill', 'facts', message, help)
      : placedProblem('unknown-skill', span, message, help);
  return span !== undefined && originOf(span.source) === packOrigins.policy ? problem : warning(problem);
}

function unusedSkill({ id, file }: WrittenSkill, missing: readonly (readonly [string, unknown])[]): Problem {
  const near = suggestName(
    id,
    missing.map(([name]) => name),
  );
  const help =
    near === undefined
      ? `Add a rule \`needs_skill(Tool, "${id}") :- …\` to the domain, or remove the folder.`
      : `The rules ask for "${near}", which no folder has. Is it this one?`;
  return { ...fileProblem('unused-skill', file, 'no rule can require this skill', help), severity: 'warning' };
}

function reportChange(
  { id, gateEntry, front }: WrittenSkill,
  reviewed: SkillGate,
  gate: SkillGate,
  report: (problem: Problem) => void,
): void {
  const changes = [
    ...listed(
      [...gate.keys()].filter((key) => reviewed.has(key) && reviewed.get(key) !== gate.get(key)),
      'changed',
    ),
    ...listed(
      [...gate.keys()].filter((key) => !reviewed.has(key)),
      'came in',
    ),
    ...listed(
      [...reviewed.keys()].filter((key) => !gate.has(key)),
      'fell out',
    ),
  ];
  if (changes.length === 0) return;
  const span = gateEntry?.keySpan ?? { source: front.source, start: 0, end: 0 };
  const message = `the rules that require this skill are not those it was reviewed with: ${changes.join(', ')}`;
  const help = `Read the skill beside these rules, then run \`manglecp check\` with \`--reviewed ${id}\`.`;
  report({ ...placedProblem('skill-unreviewed', span, message, help), severity: 'warning' });
}

const maxListed = 10;

function listed(keys: readonly string[], what: string): readonly string[] {
  if (keys.length === 0) return [];
  const shown = keys.slice(0, maxListed).map((key) => `\`${key.slice(0, 100)}\``);
  const rest = keys.length > maxListed ? ` and ${keys.length - maxListed} more` : '';
  return [`${shown.join(', ')}${rest} ${what}`];
}
