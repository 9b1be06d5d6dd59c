import { expect } from 'vitest';
import type { MacroTool, Skill } from '@manglecp/protocol';
import { intentRequest } from '../harness/messages.js';
import type { Answer, Peer } from '../harness/peer.js';

/** A fact as it is sent. */
export function fact(pred: string, ...args: unknown[]): object {
  return { pred, args };
}

/** A fact that holds for a time. */
export function during(pred: string, arg: string, start: string, end: string): object {
  return { pred, args: [arg], t: { start, end } };
}

/** Asks an intent. */
export function ask(peer: Peer, intent: string, facts: readonly object[] = [], payload: object = {}): Promise<Answer> {
  return peer.ask(intentRequest({ intent: { name: intent }, facts, ...payload }));
}

/** The payload of an answer to an intent. Fails unless it is one. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into whatever was sent
export function payloadOf({ message }: Answer): any {
  expect(message, JSON.stringify(message).slice(0, 2000)).toMatchObject({ type: 'intent_response' });
  return message.payload;
}

/** The macro-tools of an answer, in their order. */
export function toolList(answer: Answer): readonly MacroTool[] {
  return (payloadOf(answer) as { readonly macro_tools: readonly MacroTool[] }).macro_tools;
}

/** Their names, in their order. */
export function namesIn(answer: Answer): readonly string[] {
  return toolList(answer).map(({ name }) => name);
}

export function toolNamed(answer: Answer, wanted: string): MacroTool {
  const tool = toolList(answer).find(({ name }) => name === wanted);
  if (tool === undefined) throw new Error(`${wanted} is not among ${namesIn(answer).join(', ')}`);
  return tool;
}

/** How much is told of each tool, in their order. */
export function levelsIn(answer: Answer): readonly string[] {
  return toolList(answer).map(({ name, disclosure_level: level }) => `${name} ${level}`);
}

export function skillList(answer: Answer): readonly Skill[] {
  return (payloadOf(answer) as { readonly required_skills: readonly Skill[] }).required_skills;
}

/** The tokens of a value by the estimate that manifests name `bytes/4` (C-83). */
export function estimate(value: unknown): number {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** What counts against a budget: the tools and the skills (C-86). */
export function tokensIn(answer: Answer): number {
  return estimate(JSON.stringify(toolList(answer)) + JSON.stringify(skillList(answer)));
}
