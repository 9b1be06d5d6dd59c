import {
  anyType,
  type ast,
  compareValues,
  type Evaluation,
  type PredicateInfo,
  sourceText,
  type Type,
  type Value,
} from '@manglecp/mangle';
import { plainJson } from '@manglecp/protocol';
import { integerOf, openGoal, textOf } from '../facts/relation.js';
import { valueToJson } from '../facts/to-wire.js';
import { columnType } from '../facts/wire-types.js';
import {
  areReferenceLabels,
  isMark,
  isMarked,
  labelsOf,
  type ReferenceLabels,
  withoutMarks,
} from '../pack/template-constants.js';
import type { Template } from './plan.js';
import { type Lack, unusable } from './unusable.js';

/** The step whose arguments a template makes. */
export interface TemplatePlace {
  readonly evaluation: Evaluation;
  readonly macro: string;
  readonly position: number;
  /** The positions of the steps before it; only their results can be used. */
  readonly earlier: ReadonlySet<number>;
}

/**
 * The arguments of a step: a struct, or a map with text as keys, with a member for each argument. Inside, `{/arg: "a"}`
 * stands for an argument of the macro-tool, `{/step: 1, /path: "user.id"}` for a part of an earlier result and
 * `{/fact: "p", /column: 0}` for a value of a fact, which is bound here and now: the smallest one if there are several.
 * Everything else is a constant. The outermost struct is never a reference, so an action may have an argument `arg`.
 * Structs from outside that look like references bear a mark (`pack/guard-templates.ts`) and are constants.
 */
export function readTemplate(value: Value, place: TemplatePlace): Template {
  if (value.kind === 'struct' || value.kind === 'map') return readObject(value.entries, place);
  throw unfit(place, `its arguments are no struct but ${sourceText(value)}`);
}

function unfit({ macro, position }: TemplatePlace, reason: string, lacks?: Lack): Error {
  return unusable(macro, `step ${position}: ${reason}`, lacks);
}

function readPart(value: Value, place: TemplatePlace): Template {
  switch (value.kind) {
    case 'struct':
      if (isMarked(value.entries)) return constant(value);
      return readReference(value.entries, place) ?? readObject(value.entries, place);
    case 'map':
      return readObject(value.entries, place);
    case 'list':
      return { kind: 'list', items: value.items.map((item) => readPart(item, place)) };
    case 'pair':
      return { kind: 'list', items: [readPart(value.first, place), readPart(value.second, place)] };
    default:
      return constant(value);
  }
}

type Entries = readonly (readonly [key: Value, value: Value])[];

/** In the order of the keys, so that equal plans are equal texts. */
function readObject(entries: Entries, place: TemplatePlace): Template {
  const members = new Map<string, Template>();
  for (const [key, value] of entries) {
    if (isMark(key)) continue;
    const name = key.kind === 'name' ? key.text.slice(1) : textOf(key);
    if (name === undefined) throw unfit(place, `the key ${sourceText(key)} is no text`);
    if (members.has(name)) throw unfit(place, `the key \`${name}\` is there twice`);
    members.set(name, readPart(value, place));
  }
  return { kind: 'object', members: [...members] };
}

/** Actions are ordinary JavaScript: `5.0` is 5 for them. */
function constant(value: Value, type: Type = anyType): Template {
  return { kind: 'constant', value: plainJson(valueToJson(withoutMarks(value), type)) };
}

/** References by their labels, in the order of the labels. */
const references: Readonly<Record<ReferenceLabels, (values: readonly Value[], place: TemplatePlace) => Template>> = {
  '/arg': ([name], place) => readArg(name, place),
  '/step': ([position], place) => readStep(position, { kind: 'string', text: '' }, place),
  '/path /step': ([path, position], place) => readStep(position, path, place),
  '/column /fact': ([column, name], place) => readFact(name, column, place),
};

/** Undefined for a struct that is no reference. */
function readReference(entries: Entries, place: TemplatePlace): Template | undefined {
  const labels = labelsOf(entries);
  if (!areReferenceLabels(labels)) return undefined;
  return references[labels](
    entries.map(([, value]) => value),
    place,
  );
}

function readArg(name: Value | undefined, place: TemplatePlace): Template {
  const text = textOf(name);
  if (text === undefined) throw unfit(place, 'an `/arg` reference does not name an argument');
  return { kind: 'arg', name: text };
}

function readStep(at: Value | undefined, path: Value | undefined, place: TemplatePlace): Template {
  const [position, text] = [integerOf(at), textOf(path)];
  if (position === undefined || !place.earlier.has(position))
    throw unfit(place, 'a `/step` reference names no earlier step', 'step');
  const parts = text === '' ? [] : text?.split('.');
  if (parts === undefined || parts.includes('')) throw unfit(place, 'the `/path` of a `/step` reference is none');
  return { kind: 'step', position, path: parts };
}

function readFact(name: Value | undefined, at: Value | undefined, place: TemplatePlace): Template {
  const [text, column] = [textOf(name), integerOf(at)];
  const info = predicateOf(text, place.evaluation);
  if (info === undefined) throw unfit(place, 'a `/fact` reference names no predicate that can be read');
  if (column === undefined || column < 0 || column >= info.arity) {
    throw unfit(place, `a \`/fact\` reference names no column of \`${info.key}\``);
  }
  const value = smallestValue(info, column, place.evaluation);
  if (value === undefined) throw unfit(place, `there is no fact of \`${info.key}\` to bind`, 'fact');
  return constant(value, columnType(info, column));
}

/** A predicate that has its facts by itself. A name has one arity where clients see it (C-81); else the first counts. */
function predicateOf(name: string | undefined, { program }: Evaluation): PredicateInfo | undefined {
  if (name === undefined) return undefined;
  for (const info of program.predicates.values()) {
    if (info.name === name && !info.isDeferred && !info.isExternal) return info;
  }
  return undefined;
}

const goals = new WeakMap<PredicateInfo, ast.Atom>();

/** The smallest value that a column has in the facts that hold at the evaluation time. */
function smallestValue(info: PredicateInfo, column: number, evaluation: Evaluation): Value | undefined {
  const goal = goals.get(info) ?? openGoal(info.name, info.arity);
  goals.set(info, goal);
  let smallest: Value | undefined;
  for (const { args, interval } of evaluation.query(goal)) {
    const value = args[column];
    if (value === undefined) continue;
    if (interval !== undefined && (interval.start > evaluation.now || interval.end < evaluation.now)) continue;
    if (smallest === undefined || compareValues(value, smallest) < 0) smallest = value;
  }
  return smallest;
}
