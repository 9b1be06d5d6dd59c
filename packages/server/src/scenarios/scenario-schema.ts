import Type, { type Static, type TProperties, type TReadonly, type TSchema, type TUnsafe } from 'typebox';
import type { Json, JsonObject } from '@manglecp/protocol';

/**
 * The shape of `tests/*.json`. A member with a `default` may be absent from the file; an optional one that is absent is
 * not checked. What goes to the server as it is (facts, parameters, constraints, …) is not looked into here: a scenario
 * may be about messages that a server has to refuse.
 */

type ReadonlyMembers<Properties extends TProperties> = { [Key in keyof Properties]: TReadonly<Properties[Key]> };

/** Members that are not named here are mistakes. */
function section<Properties extends TProperties>(properties: Properties, options: object = {}) {
  return Type.Object(properties as ReadonlyMembers<Properties>, { additionalProperties: false, ...options });
}

const optional = Type.Optional;

function listOf<Item extends TSchema>(items: Item, options: object = {}): TUnsafe<readonly Static<Item>[]> {
  return Type.Unsafe({ type: 'array', items, ...options });
}

const name = (): TUnsafe<string> => Type.Unsafe({ type: 'string', minLength: 1 });
const nameOrNull = (options: object = {}): TUnsafe<string | null> =>
  Type.Unsafe({ type: ['string', 'null'], minLength: 1, ...options });
const flag = (options: object = {}): TUnsafe<boolean> => Type.Unsafe({ type: 'boolean', ...options });
const object = (options: object = {}): TUnsafe<JsonObject> => Type.Unsafe({ type: 'object', ...options });
const json = (): TUnsafe<Json> => Type.Unsafe({});
/** As on the wire, or as a rule file writes it. */
const fact = (): TUnsafe<JsonObject | string> => Type.Unsafe({ type: ['object', 'string'], minLength: 1 });

const expectedTool = section({
  name: name(),
  level: optional(Type.Unsafe<string>({ type: 'string', enum: ['full', 'condensed', 'minimal'] })),
  score: optional(Type.Unsafe<number>({ type: 'number' })),
  confirm: optional(flag()),
});

const expectedAnswer = section(
  {
    tools: optional(listOf(expectedTool)),
    only: flag({ default: true }),
    excluded: optional(listOf(section({ candidate: name(), reason: optional(name()) }))),
    skills: optional(listOf(name())),
    resources: optional(listOf(name())),
    error: optional(nameOrNull()),
  },
  { default: {} },
);

const expectedOutcome = section(
  {
    result: optional(object()),
    assert: optional(listOf(fact())),
    retract: optional(listOf(fact())),
    events: optional(listOf(name())),
    suggested: optional(listOf(name())),
    error: optional(nameOrNull()),
  },
  { default: {} },
);

const round = section({
  intent: section({ name: name(), params: optional(object()) }),
  facts: listOf(fact(), { default: [] }),
  eval_time: optional(json()),
  constraints: optional(object()),
  options: optional(object()),
  as: nameOrNull({ default: null }),
  expect: expectedAnswer,
  invoke: optional(
    section({
      tool: name(),
      args: object({ default: {} }),
      confirm: flag({ default: false }),
      expect: expectedOutcome,
    }),
  ),
  apply_delta: flag({ default: false }),
});

export const scenarioSchema = section({ name: name(), rounds: listOf(round) });

/** What somebody asks, one round after the other, and what should come of it. */
export type Scenario = Static<typeof scenarioSchema>;
/** One question, and one tool that is used, if there is an `invoke`. */
export type Round = Static<typeof round>;
export type ExpectedAnswer = Round['expect'];
export type ExpectedTool = Static<typeof expectedTool>;
export type Invocation = NonNullable<Round['invoke']>;
export type ExpectedOutcome = Invocation['expect'];
