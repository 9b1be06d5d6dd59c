import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IntentResponse, InvokeResponse } from '@manglecp/protocol';
import { afterAll, expect, it } from 'vitest';
import { errorOf } from '../harness/answers.js';
import { intentRequest, invokeRequest } from '../harness/messages.js';
import { copyPack, type PackCopy } from '../harness/pack-copy.js';
import type { Peer } from '../harness/peer.js';
import { startSubject, type Subject } from '../harness/subject.js';
import { until } from '../harness/until.js';
import type { Tool } from './arena.js';

/** A pack that is served while its rules change. */
interface Scene {
  readonly pack: PackCopy;
  readonly peer: Peer;
  /** Resolves with the answer as soon as it is what it should become. */
  readonly become: (fits: (payload: IntentResponse) => boolean) => Promise<IntentResponse>;
}

const scenes: { readonly pack: PackCopy; readonly subject: Subject; readonly code: string }[] = [];
afterAll(async () => {
  for (const { pack, subject, code } of scenes) {
    // Nothing but rules was touched.
    expect(digestOfCode(pack.folder)).toBe(code);
    await subject.stop();
    pack.dispose();
  }
});

async function serve(name: string, question: object): Promise<Scene> {
  const pack = copyPack(name);
  const subject = await startSubject('memory', { pack: pack.folder, isWatched: true });
  scenes.push({ pack, subject, code: digestOfCode(pack.folder) });
  const peer = await subject.connect();
  const ask = async (): Promise<IntentResponse> => {
    const { message } = await peer.ask(intentRequest(question));
    expect(message).toMatchObject({ type: 'intent_response' });
    return message.payload as IntentResponse;
  };
  return {
    pack,
    peer,
    become: async (fits) => {
      let answer = await ask();
      await until(async () => fits(answer) || fits((answer = await ask())));
      return answer;
    },
  };
}

function digestOfCode(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = files.map((file) => path.join(file.parentPath, file.name)).filter((file) => !file.endsWith('.mg'));
  for (const file of paths.sort()) hash.update(path.relative(folder, file)).update(readFileSync(file));
  return hash.digest('hex');
}

const lateShipments = {
  intent: { name: 'find_late_shipments' },
  facts: [
    { pred: 'active_site', args: ['HAM-2'] },
    { pred: 'shipment_event', args: ['S-881', 'missed_slot'], t: { at: '2026-03-01T09:12:00Z' } },
  ],
  eval_time: '2026-03-01T09:15:00Z',
};

it('ARCH-016 MACRO-022 a rule makes a tool, and says how relevant it is', async () => {
  const { pack, become } = await serve('warehouse', lateShipments);
  const names = namesOf(await become(() => true));
  expect(names).toEqual(['trace_missed_slot', 'compare_carrier_delay']);
  const domain = pack.read('domain.mg');
  const tool = (score: number): string => `
tool_relevant_to_intent("look_at_gate", "find_late_shipments", ${score}) :- recent_miss(_).
macro_description("look_at_gate", "Look whether a gate is open.").
macro_param("look_at_gate", "gate", "string", /true).
macro_step("look_at_gate", 1, "read_gate_state", {/gate : {/arg : "gate"}}).
`;
  pack.write('domain.mg', domain + tool(60));
  const between = await become(hasTool('look_at_gate'));
  expect(namesOf(between)).toEqual(['trace_missed_slot', 'look_at_gate', 'compare_carrier_delay']);
  pack.write('domain.mg', domain + tool(25));
  const last = await become((payload) => namesOf(payload).at(-1) === 'look_at_gate');
  expect(namesOf(last)).toEqual(['trace_missed_slot', 'compare_carrier_delay', 'look_at_gate']);
  pack.write('domain.mg', domain);
  expect(namesOf(await become((payload) => !hasTool('look_at_gate')(payload)))).toEqual(names);
});

it('ARCH-016 rules say what is in conflict and who wins', async () => {
  const { pack, become } = await serve('warehouse', lateShipments);
  const conflict = '\nconflicts_with("trace_missed_slot", "compare_carrier_delay").\n';
  pack.write('domain.mg', pack.read('domain.mg') + conflict);
  expect(namesOf(await become(({ macro_tools: { length } }) => length === 1))).toEqual(['trace_missed_slot']);
  pack.edit('domain.mg', 'macro_tool("trace_missed_slot", "full")', 'macro_tool("trace_missed_slot", "minimal")');
  expect(namesOf(await become((payload) => !hasTool('trace_missed_slot')(payload)))).toEqual(['compare_carrier_delay']);
});

it('ARCH-016 MACRO-022 rules say what a tool is made of', async () => {
  const { pack, peer, become } = await serve('warehouse', lateShipments);
  const stepsOf = async (payload: IntentResponse): Promise<readonly string[]> => {
    const { macro_id: id } = toolOf(payload, 'trace_missed_slot');
    const { message } = await peer.ask(
      invokeRequest(id, { shipment: 'S-881' }, { eval_time: lateShipments.eval_time }),
    );
    expect(message).toMatchObject({ type: 'invoke_response' });
    const { observability } = message.payload as InvokeResponse;
    return (observability?.events ?? []).map((event) => JSON.stringify(event));
  };
  const first = await become(() => true);
  const both = await stepsOf(first);
  expect(both.join()).toContain('read_dock_log');
  expect(both.join()).toContain('read_gate_state');
  const step = 'macro_step("trace_missed_slot", 2, "read_gate_state", {/gate : {/step : 1, /path : "gate"}}).';
  pack.edit(
    'domain.mg',
    step,
    step.replace('"read_gate_state", {/gate : {/step : 1, /path : "gate"}}', '"list_bins", {/site : "HAM-2"}'),
  );
  const { macro_id: oldId } = toolOf(first, 'trace_missed_slot');
  const second = await become((payload) => toolOf(payload, 'trace_missed_slot').macro_id !== oldId);
  const others = await stepsOf(second);
  expect(others.join()).toContain('list_bins');
  expect(others.join()).not.toContain('read_gate_state');
});

it('ARCH-016 rules say which skill comes with a tool', async () => {
  const { pack, become } = await serve('graphs', {
    intent: { name: 'go' },
    facts: [
      { pred: 'g_mandatory', args: ['go', 'a'] },
      { pred: 'g_about', args: ['a', 'The only one.'] },
      { pred: 'g_skill', args: ['a', 'short'] },
    ],
  });
  expect(skillsOf(await become(() => true))).toEqual(['short']);
  pack.edit(
    'domain.mg',
    'needs_skill(Tool, Skill) :- g_skill(Tool, Skill).',
    'needs_skill(Tool, "other") :- g_skill(Tool, _).',
  );
  expect(skillsOf(await become((payload) => skillsOf(payload).join() !== 'short'))).toEqual(['other']);
  pack.edit(
    'domain.mg',
    'needs_skill(Tool, "other") :- g_skill(Tool, _).',
    'needs_skill(Tool, "other") :- g_skill(Tool, "none").',
  );
  expect(skillsOf(await become((payload) => skillsOf(payload).length === 0))).toEqual([]);
});

it('ARCH-016 rules say what needs confirmation and what may not be done at all', async () => {
  const { pack, peer, become } = await serve('warehouse', lateShipments);
  const isConfirmed = (payload: IntentResponse): boolean | undefined =>
    toolOf(payload, 'trace_missed_slot').safety?.requires_user_confirmation;
  const before = await become(() => true);
  expect(isConfirmed(before)).toBe(false);
  const policy = pack.read('policy.mg');
  const confirmed = `${policy}\nrequires_confirmation("trace_missed_slot").\n`;
  pack.write('policy.mg', confirmed);
  const after = await become((payload) => isConfirmed(payload) === true);
  const { macro_id: id } = toolOf(after, 'trace_missed_slot');
  errorOf(
    await peer.ask(invokeRequest(id, { shipment: 'S-881' }, { eval_time: lateShipments.eval_time })),
    'confirmation_required',
  );
  pack.write('policy.mg', confirmed.replace('safe_action("read_dock_log").\n', ''));
  expect(namesOf(await become((payload) => !hasTool('trace_missed_slot')(payload)))).toEqual(['compare_carrier_delay']);
});

function namesOf({ macro_tools: tools }: IntentResponse): readonly string[] {
  return tools.map(({ name }) => name);
}

function hasTool(wanted: string): (payload: IntentResponse) => boolean {
  return (payload) => namesOf(payload).includes(wanted);
}

function toolOf({ macro_tools: tools }: IntentResponse, wanted: string): Tool {
  const tool = tools.find(({ name }) => name === wanted);
  if (tool === undefined) throw new Error(`${wanted} is not among ${JSON.stringify(tools)}`);
  return tool;
}

function skillsOf({ required_skills: skills = [] }: IntentResponse): readonly string[] {
  return skills.map(({ skill_id: id }) => id);
}
