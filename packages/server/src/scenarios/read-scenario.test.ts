import { describe, expect, it } from 'vitest';
import { readScenario } from './read-scenario.js';

function read(text: string) {
  return readScenario({ file: 'tests/a.json', text });
}

/** The messages of all that is wrong. */
function faults(content: unknown): readonly string[] {
  const found = read(typeof content === 'string' ? content : JSON.stringify(content));
  if (!('problems' in found)) return [];
  return found.problems.map(({ message }) => message);
}

const intent = { name: 'find_late' };

describe('a scenario', () => {
  it('has defaults for everything but its name and its intents', () => {
    expect(read(JSON.stringify({ name: 'late', rounds: [{ intent, invoke: { tool: 'trace' } }] }))).toEqual({
      scenario: {
        name: 'late',
        rounds: [
          {
            intent,
            facts: [],
            as: null,
            expect: { only: true },
            invoke: { tool: 'trace', args: {}, confirm: false, expect: {} },
            apply_delta: false,
          },
        ],
      },
    });
  });

  it('keeps every digit of what goes to the server, and keys such as `__proto__`', () => {
    const text =
      '{"name":"a","rounds":[{"intent":{"name":"a","params":{"n":9007199254740993,"f":5.0,"__proto__":1}}}]}';
    const found = read(text);
    const params = 'scenario' in found ? found.scenario.rounds[0]?.intent.params : undefined;
    expect(Object.keys(params ?? {})).toEqual(['n', 'f', '__proto__']);
    expect(params).toMatchObject({ n: { text: '9007199254740993' }, f: { text: '5.0' } });
  });

  it('may have keys of its own', () => {
    expect(faults({ $schema: 'x', name: 'a', 'x-note': 1, rounds: [{ intent, 'x-why': 'because' }] })).toEqual([]);
  });

  it.each<[string, unknown, readonly string[]]>([
    ['broken JSON', '{"name":\n"a",}', ['it is no JSON: expected a key in quotes']],
    ['nothing', '', ['it is no JSON: expected a value, but the text ends']],
    ['a list', '[]', ['expected an object']],
    ['depth', '['.repeat(100_000), ['it is no JSON: lists and objects are nested more than 128 deep']],
    ['no rounds', { name: 'a', rounds: [] }, ['`/rounds`: there is no round']],
    [
      'an unknown key',
      { name: 'a', rounds: [{ intent, expct: {} }] },
      ['`/rounds/0/expct`: `expct` is not a key of this file'],
    ],
    ['no intent', { name: 'a', rounds: [{}] }, ['`/rounds/0/intent`: it is missing']],
    [
      'a level that is none',
      { name: 'a', rounds: [{ intent, expect: { tools: [{ name: 'b', level: 'big' }] } }] },
      ['`/rounds/0/expect/tools/0/level`: expected `full`, `condensed`, `minimal`, got `big`'],
    ],
    [
      'a tool twice',
      { name: 'a', rounds: [{ intent, expect: { tools: [{ name: 'b' }, { name: 'b' }] } }] },
      ['`/rounds/0/expect/tools/1`: `b` is there twice'],
    ],
    [
      'tools beside an error',
      { name: 'a', rounds: [{ intent, expect: { error: 'x', tools: [] } }] },
      ['`/rounds/0/expect/tools`: beside an expected error, `tools` cannot be checked'],
    ],
    [
      'an invocation behind an error',
      { name: 'a', rounds: [{ intent, expect: { error: 'x' }, invoke: { tool: 'b' } }] },
      ['`/rounds/0/invoke`: where an error is expected there is no tool to use'],
    ],
  ])('is refused with %s', (_, content, expected) => {
    expect(faults(content)).toEqual(expected);
  });

  it.each([
    ['{"name":"a","rounds":[{"intent":{"name":"a"},\n"facts":7}]}', '2:9'],
    ['{"name":"a","rounds":[\n {"facts":[]}]}', '2:2'],
    ['{"name":\n"a",}', '2:5'],
  ])('has the place of what is wrong: %j', (text, place) => {
    const found = read(text);
    const [first] = 'problems' in found ? found.problems : [];
    expect(`${first?.line}:${first?.column}`).toBe(place);
  });

  it('suggests what was probably meant', () => {
    const found = read(JSON.stringify({ name: 'a', rounds: [{ intent, expct: {} }] }));
    const help = 'problems' in found ? found.problems[0]?.help : undefined;
    expect(help).toBe('Did you mean `expect`? Keys of your own begin with `x-`.');
  });

  it('tells no endless list', () => {
    const keys = Array.from({ length: 500 }, (_, at) => [`k${at}`, at]);
    expect(faults({ name: 'a', rounds: [{ intent, ...Object.fromEntries(keys) }] })).toHaveLength(20);
  });
});
