import type { IntentResponse, MacroTool } from '@manglecp/protocol';
import type { ExpectedAnswer, ExpectedTool } from './scenario-schema.js';

/** What differs from what was expected of an answer, a line each. `details` has the tools in full, where that was asked. */
export function checkAnswer(
  expected: ExpectedAnswer,
  response: IntentResponse,
  details: ReadonlyMap<string, MacroTool>,
): readonly string[] {
  const { only } = expected;
  const skills = (response.required_skills ?? []).map(({ skill_id: id }) => id);
  const resources = response.macro_tools.flatMap(({ context_injection: context }) => {
    return (context?.context_resources ?? []).map(({ uri }) => uri);
  });
  return [
    ...checkTools(expected, response.macro_tools, details),
    ...checkExcluded(expected.excluded ?? [], response),
    ...checkNames('skill', expected.skills, skills, only),
    ...checkNames('resource', expected.resources, resources, only),
  ];
}

/** The tools that were expected and are not there. */
export function missingTools(
  { tools = [] }: ExpectedAnswer,
  { macro_tools: shown }: IntentResponse,
): readonly string[] {
  return tools.map(({ name }) => name).filter((name) => !shown.some((tool) => tool.name === name));
}

/** Whether what is expected of a tool may be hidden at the level it is shown at. */
export function wantsDetails({ tools = [] }: ExpectedAnswer, shown: readonly MacroTool[]): boolean {
  return tools.some(({ name, score, confirm }) => {
    const tool = shown.find((each) => each.name === name);
    if (tool === undefined) return false;
    return (score !== undefined && scoreOf(tool) === undefined) || (confirm !== undefined && tool.safety === undefined);
  });
}

function* checkTools(
  { tools, only }: ExpectedAnswer,
  shown: readonly MacroTool[],
  details: ReadonlyMap<string, MacroTool>,
): Generator<string> {
  if (tools === undefined) return;
  for (const expected of tools) {
    const tool = shown.find(({ name }) => name === expected.name);
    const found = tool === undefined ? undefined : describe(tool, details.get(tool.name), expected);
    const wanted = textOf(expected);
    if (found !== wanted) yield `expected tool ${wanted}, got ${found ?? listTools(shown)}`;
  }
  const further = shown.filter(({ name }) => !tools.some((expected) => expected.name === name));
  if (only && further.length > 0) {
    yield `expected no ${tools.length === 0 ? '' : 'further '}tool, got ${listTools(further)}`;
  }
}

/** The tool in the words of the expectation, so that only what was asked for is compared. */
function describe(tool: MacroTool, detailed: MacroTool | undefined, { level, score, confirm }: ExpectedTool): string {
  return textOf({
    name: tool.name,
    ...(level === undefined ? {} : { level: tool.disclosure_level }),
    ...(score === undefined ? {} : { score: scoreOf(tool) ?? scoreOf(detailed) ?? 'no score' }),
    ...(confirm === undefined ? {} : { confirm: confirmOf(tool) ?? confirmOf(detailed) ?? 'no safety' }),
  });
}

interface ToolText {
  readonly name: string;
  readonly level?: string;
  readonly score?: number | string;
  readonly confirm?: boolean | string;
}

function textOf({ name, level, score, confirm }: ToolText): string {
  const consent = confirm === true ? 'confirm' : confirm === false ? 'no confirm' : confirm;
  const parts = [level, score, consent].filter((part) => part !== undefined);
  return parts.length === 0 ? name : `${name} (${parts.join(', ')})`;
}

function listTools(tools: readonly MacroTool[]): string {
  if (tools.length === 0) return 'no tools';
  return tools
    .map((tool) => textOf({ name: tool.name, level: tool.disclosure_level, ...withScore(scoreOf(tool)) }))
    .join(', ');
}

function withScore(score: number | undefined): { readonly score?: number } {
  return score === undefined ? {} : { score };
}

function scoreOf(tool: MacroTool | undefined): number | undefined {
  return tool?.metadata?.score;
}

function confirmOf(tool: MacroTool | undefined): boolean | undefined {
  return tool?.safety?.requires_user_confirmation;
}

function* checkExcluded(
  expected: NonNullable<ExpectedAnswer['excluded']>,
  { proof_hints: hints }: IntentResponse,
): Generator<string> {
  const excluded = hints?.excluded ?? [];
  for (const { candidate, reason } of expected) {
    const same = excluded.filter((each) => each.candidate === candidate);
    if (same.some((each) => reason === undefined || each.reason === reason)) continue;
    const got = same.length === 0 ? excluded.map((each) => each.candidate) : same.map((each) => quote(each.reason));
    const wanted = reason === undefined ? candidate : `${candidate} (${quote(reason)})`;
    yield `expected exclusion of ${wanted}, got ${got.length === 0 ? 'none' : got.join(', ')}`;
  }
}

/** What is listed must be there, and with `only` nothing else. */
export function* checkNames(
  kind: string,
  expected: readonly string[] | undefined,
  actual: readonly string[],
  only: boolean,
): Generator<string> {
  if (expected === undefined) return;
  const missing = expected.filter((name) => !actual.includes(name));
  if (missing.length > 0) yield `expected ${kind} ${missing.join(', ')}, got ${listOr(actual)}`;
  const further = [...new Set(actual)].filter((name) => !expected.includes(name));
  if (only && further.length > 0) {
    yield `expected no ${expected.length === 0 ? '' : 'further '}${kind}, got ${further.join(', ')}`;
  }
}

export function listOr(names: readonly string[]): string {
  return names.length === 0 ? 'none' : [...new Set(names)].join(', ');
}

export function quote(text: string): string {
  return JSON.stringify(text);
}
