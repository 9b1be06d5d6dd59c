import { describe, expect, it } from 'vitest';
import { loadTiny } from './tiny-pack.suite.js';

const actions = `export const actions = {
  act: { description: 'Acts.', input: { type: 'object' }, effects: ['none'], run: () => ({}) },
};`;

async function warnings(domain: string, policy = ''): Promise<readonly string[]> {
  const files = { 'domain.mg': domain, 'policy.mg': policy, 'actions.js': actions };
  const { warnings: found } = await loadTiny(files);
  return found
    .filter(({ code }) => code === 'unknown-tool' || code === 'unknown-action')
    .map(({ code, message, help }) => `${code}: ${message} ${help}`);
}

const tool = 'macro_tool("read_log", "full"). macro_step("read_log", 1, "act", {}).';

describe('a name that nothing makes a tool', () => {
  it.each([
    'tool_requires("read_log", "red_log").',
    'conflicts_with("red_log", "read_log").',
    'needs_skill("red_log", "x").',
    'macro_param("red_log", "a", "string", /true).',
    'macro_description("red_log", "Reads.") :- intent_type(_, _).',
  ])('is a warning with a suggestion: %s', async (text) => {
    expect(await warnings(`${tool} ${text}`)).toEqual([
      'unknown-tool: there is no tool `red_log` Did you mean "read_log"?',
    ]);
  });

  it('is a warning in policy, too', async () => {
    expect(await warnings(tool, 'requires_confirmation("red_log"). prohibited("read_log", "no").')).toHaveLength(1);
  });

  it('is none where rules make tools of data, or where there are no tools yet', async () => {
    const open = 'macro_tool(Name, "full") :- intent_text("tool", Name).';
    expect(await warnings(`${tool} ${open} tool_requires("read_log", "other").`)).toEqual([]);
    expect(await warnings('needs_skill("later", "x").')).toEqual([]);
  });
});

describe('an action that policy speaks of', () => {
  it('has to be there', async () => {
    expect(await warnings(tool, 'safe_action("actt").')).toEqual([
      'unknown-action: there is no action `actt` Did you mean "act"?',
    ]);
    expect(await warnings(tool, 'safe_action("act").')).toEqual([]);
  });
});
