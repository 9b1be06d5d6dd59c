import {
  compileOrThrow,
  type Evaluation,
  evaluateSync,
  fact,
  factDuring,
  type FactInput,
  float,
  name,
} from '@manglecp/mangle';
import { ProtocolError } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import type { Plan } from './plan.js';
import { type PlanOrigin, readPlan } from './read-plan.js';

const schema = `
  Decl macro_step(M, N, A, T) bound [/string, /number, /string, /any].
  Decl macro_step_optional(M, N) bound [/string, /number].
  Decl macro_param(M, N, T, R) bound [/string, /string, /string, /any].
  Decl macro_param_doc(M, N, T) bound [/string, /string, /string].
  Decl macro_output(M, T) bound [/string, /string].
  Decl macro_effect_label(M, E) bound [/string, /string].
  Decl requires_confirmation(M) bound [/string].
  Decl site(Name, Size) bound [/string, /float64].
  Decl open_at(Gate) temporal bound [/name].
  Decl ask(A, B) descr [external(), mode("+", "-")] bound [/string, /string].
`;

const origin: PlanOrigin = {
  intent: 'go',
  evalTime: 1_000n,
  issuedAtMs: 7,
  standing: 's',
  keepsTemplates: false,
  policyDigest: 'p',
  actions: new Map(),
};

function evaluation(text: string, facts: readonly FactInput[] = []): Evaluation {
  return evaluateSync(compileOrThrow(schema + text, { lints: false }), { facts, now: 1_000n });
}

function plan(text: string, facts: readonly FactInput[] = []): Plan {
  return readPlan(evaluation(text, facts), 'm', origin);
}

/** The template of the first step. */
function template(text: string, facts: readonly FactInput[] = []): unknown {
  return plan(`macro_step("m", 0, "earlier", {}). macro_step("m", 1, "act", ${text}).`, facts).steps[1]?.template;
}

const constant = (value: unknown) => ({ kind: 'constant', value });
const object = (...members: [string, unknown][]) => ({ kind: 'object', members });

describe('a plan', () => {
  it('MACRO-022 is what the rules say of the macro-tool', () => {
    const made = plan(`
      macro_step("m", 20, "write", {/text : {/step : 10, /path : "log.0"}}).
      macro_step("m", 10, "read", {/id : {/arg : "shipment"}}).
      macro_step("other", 1, "read", {}).
      macro_step_optional("m", 20).
      macro_param("m", "shipment", "string", /true).
      macro_param_doc("m", "shipment", "which one").
      macro_output("m", "{\\"type\\": \\"object\\", \\"maxProperties\\": 5.0}").
      macro_effect_label("m", "network"). macro_effect_label("m", "filesystem").
      requires_confirmation("m").`);
    expect(made).toEqual({
      macroId: expect.stringMatching(/^mt_[0-9a-f]{32}$/),
      name: 'm',
      intent: 'go',
      steps: [
        {
          position: 10,
          action: 'read',
          template: object(['id', { kind: 'arg', name: 'shipment' }]),
          isOptional: false,
        },
        {
          position: 20,
          action: 'write',
          template: object(['text', { kind: 'step', position: 10, path: ['log', '0'] }]),
          isOptional: true,
        },
      ],
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { shipment: { type: 'string', description: 'which one' } },
        required: ['shipment'],
        additionalProperties: false,
      },
      outputSchema: { type: 'object', maxProperties: 5 },
      effects: ['filesystem', 'network'],
      needsConfirmation: true,
      evalTime: 1_000n,
      issuedAtMs: 7,
      asked: { levels: [], actions: [] },
      standing: 's',
      policyDigest: 'p',
    });
  });

  it('MACRO-037 is empty and without effects where the rules say nothing', () => {
    expect(plan('')).toMatchObject({ steps: [], effects: ['none'], needsConfirmation: false });
    expect(plan('')).not.toHaveProperty('outputSchema');
    expect(plan('').inputSchema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  it.each([
    ['macro_effect_label("m", "none").', ['none']],
    ['macro_effect_label("m", "none"). macro_effect_label("m", "network").', ['network']],
  ])('MACRO-037 never mixes `none` with other effects: %s', (text, effects) => {
    expect(plan(text).effects).toEqual(effects);
  });

  it('MACRO-008 exposes each parameter once, required if one rule says so', () => {
    const { inputSchema } = plan(`
      macro_param("m", "b", "integer", /false). macro_param("m", "b", "integer", /true).
      macro_param("m", "a", "any", /false). macro_param("m", "__proto__", "array", /false).`);
    expect(JSON.stringify(inputSchema)).toContain(
      '"properties":{"__proto__":{"type":"array"},"a":{},"b":{"type":"integer"}},"required":["b"]',
    );
  });
});

describe('a template', () => {
  it.each([
    ['{}', object()],
    [
      '{/a : 1, /b : "x", /c : /true, /d : /n/m}',
      object(['a', constant(1)], ['b', constant('x')], ['c', constant(true)], ['d', constant('/n/m')]),
    ],
    [
      '{/a : 5.0, /b : 9007199254740993}',
      object(['a', constant(5)], ['b', constant({ _type: 'int64', value: '9007199254740993' })]),
    ],
    ['{/a : [1, {/arg : "x"}]}', object(['a', { kind: 'list', items: [constant(1), { kind: 'arg', name: 'x' }] }])],
    ['{/a : {/b : {/arg : "x"}}}', object(['a', object(['b', { kind: 'arg', name: 'x' }])])],
    ['{/a : ["k v" : {/arg : "x"}]}', object(['a', object(['k v', { kind: 'arg', name: 'x' }])])],
    ['["k v" : 1]', object(['k v', constant(1)])],
    ['{/a : fn:pair(1, 2)}', object(['a', { kind: 'list', items: [constant(1), constant(2)] }])],
    ['{/a : {/step : 0}}', object(['a', { kind: 'step', position: 0, path: [] }])],
    ['{/arg : "x"}', object(['arg', constant('x')])],
    ['{/a : {/arg : "x", /more : 1}}', object(['a', object(['arg', constant('x')], ['more', constant(1)])])],
  ])('%s', (text, expected) => {
    expect(template(text)).toEqual(expected);
  });

  it('binds facts now: of several values of the column the smallest', () => {
    const sites = [fact('site', 'b', float(1)), fact('site', 'a', float(2))];
    expect(template('{/s : {/fact : "site", /column : 0}}', sites)).toEqual(object(['s', constant('a')]));
    expect(template('{/s : {/fact : "site", /column : 1}}', sites)).toEqual(object(['s', constant(1)]));
  });

  it('binds only facts that hold at the evaluation time', () => {
    const facts = [
      factDuring('open_at', [name('/a')], { end: 999n }),
      factDuring('open_at', [name('/b')], { start: 1_000n, end: 1_000n }),
      factDuring('open_at', [name('/c')], {}),
    ];
    expect(template('{/g : {/fact : "open_at", /column : 0}}', facts)).toEqual(object(['g', constant('/b')]));
  });
});

describe('a plan that nobody could carry out', () => {
  it.each([
    [
      'two steps at one position',
      'macro_step("m", 1, "a", {}). macro_step("m", 1, "b", {}).',
      'two steps at position 1',
    ],
    ['no struct', 'macro_step("m", 1, "a", "x").', 'no struct but "x"'],
    ['a key that is no text', 'macro_step("m", 1, "a", {/x : [1 : 2]}).', 'the key 1 is no text'],
    ['a key twice', 'macro_step("m", 1, "a", ["x" : 1, /x : 2]).', 'the key `x` is there twice'],
    ['no name of an argument', 'macro_step("m", 1, "a", {/x : {/arg : 1}}).', 'does not name an argument'],
    ['a result of its own', 'macro_step("m", 1, "a", {/x : {/step : 1}}).', 'names no earlier step'],
    ['a result that is not there', 'macro_step("m", 1, "a", {/x : {/step : "one"}}).', 'names no earlier step'],
    ['no path', 'macro_step("m", 0, "a", {}). macro_step("m", 1, "a", {/x : {/step : 0, /path : "a..b"}}).', '`/path`'],
    ['no fact', 'macro_step("m", 1, "a", {/x : {/fact : "site", /column : 0}}).', 'there is no fact of `site/2`'],
    ['no column', 'macro_step("m", 1, "a", {/x : {/fact : "site", /column : 2}}).', 'names no column of `site/2`'],
    ['no predicate', 'macro_step("m", 1, "a", {/x : {/fact : "zite", /column : 0}}).', 'names no predicate'],
    ['a predicate of the host', 'macro_step("m", 1, "a", {/x : {/fact : "ask", /column : 0}}).', 'names no predicate'],
    ['no JSON type', 'macro_param("m", "x", "text", /true).', 'has no JSON type'],
    ['neither required nor optional', 'macro_param("m", "x", "string", "yes").', 'has no JSON type'],
    ['two types', 'macro_param("m", "x", "string", /true). macro_param("m", "x", "number", /true).', 'has two types'],
    ['no schema', 'macro_output("m", "{").', 'its output schema is no JSON'],
    ['another schema', 'macro_output("m", "[]").', 'its output schema is no JSON Schema: it is no object'],
    ['a schema without meaning', 'macro_output("m", "{\\"type\\": \\"strin\\"}").', 'no JSON Schema: `/type`'],
    ['a schema without end', 'macro_output("m", "{\\"allOf\\": [{\\"$ref\\": \\"#\\"}]}").', 'refers to itself'],
    ['two schemas', 'macro_output("m", "{}"). macro_output("m", "{ }").', 'two output schemas'],
  ])('ERR-020 has %s', (_, text, reason) => {
    try {
      plan(text);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      expect(error.toPayload()).toEqual({
        code: 'evaluation_failed',
        message: 'the rules made a plan that cannot be carried out',
        recoverable: false,
      });
      expect((error.cause as Error).message).toContain('the plan of `m`');
      expect((error.cause as Error).message).toContain(reason);
    }
  });
});
