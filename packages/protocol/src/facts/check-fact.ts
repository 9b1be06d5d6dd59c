import { clip, quote } from '../errors/clip.js';
import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/kinds.js';
import type { PredicateDeclaration } from '../messages/manifest.js';
import { categories, type Provenance } from '../messages/wire-fact.js';
import { reservedPrefix, reservedViolation } from './check-reserved.js';
import type { FactsProfile } from './facts-profile.js';
import { type DeclaredArguments, readArguments } from './read-arguments.js';
import { type Interval, readInterval } from './read-interval.js';
import { ProvenanceError, readProvenance } from './read-provenance.js';
import { fromStructured, isStructured, StructureError } from './structured.js';
import { suggestName } from './suggest-name.js';
import { type TimeContext, TimeError } from './time.js';
import type { Refuse, Violation } from './violation.js';

/** A fact that passed, with its arguments by position. */
export interface CheckedFact {
  /** Its place in the request, from 0. */
  readonly index: number;
  readonly pred: string;
  readonly args: readonly Json[];
  /** Absent: it holds always. */
  readonly interval?: Interval;
  /** What the client claims; nothing is decided by it (C-71, C-72). */
  readonly source?: Provenance;
}

/** What the facts of one request share. */
export interface FactContext {
  readonly profile: FactsProfile;
  readonly times: TimeContext;
  /** By unknown predicate. Bounded, because comparing names costs more than sending them. */
  readonly suggestions: Map<string, string | undefined>;
}

/** The fact in the form that the server works with. What is wrong with it is added to `violations`. */
export function checkFact(
  json: Json,
  index: number,
  context: FactContext,
  violations: Violation[],
): CheckedFact | undefined {
  const predicate = clip(nameOf(json));
  const refuse: Refuse = (issue, message, more = {}) => {
    violations.push({ fact_index: index, predicate, issue, message, ...more });
  };
  const fact = ordinaryForm(json, context, refuse);
  if (fact === undefined) return undefined;
  if (nameOf(fact).startsWith(reservedPrefix)) {
    violations.push(reservedViolation(index, predicate));
    return undefined;
  }
  checkMembers(fact, refuse);
  const declaration = declarationOf(fact['pred'], context, refuse);
  if (declaration === undefined) return undefined;
  const args = readArguments(fact, declaration, refuse);
  const interval = intervalOf(fact['t'], declaration, context, refuse);
  const source = sourceOf(fact['source'], context, refuse);
  checkCategory(fact['category'], refuse);
  return {
    index,
    pred: declaration.predicate,
    args: args ?? [],
    ...(interval === undefined ? {} : { interval }),
    ...(source === undefined ? {} : { source }),
  };
}

/** The name as far as there is one; empty if not. */
function nameOf(fact: Json): string {
  if (!isObject(fact)) return '';
  const name = isObject(fact['head']) ? fact['head']['predicate'] : fact['pred'];
  return typeof name === 'string' ? name : '';
}

function ordinaryForm(json: Json, { profile }: FactContext, refuse: Refuse): JsonObject | undefined {
  if (!isObject(json)) return refuse('invalid_fact', 'expected a fact to be an object');
  if (!isStructured(json)) return json;
  if (!profile.structured) return refuse('invalid_structure', 'the structured form is not taken here');
  try {
    return fromStructured(json);
  } catch (error) {
    if (!(error instanceof StructureError)) throw error;
    const { message, argumentIndex } = error;
    return refuse('invalid_structure', message, argumentIndex === undefined ? {} : { argument_index: argumentIndex });
  }
}

const members = ['pred', 'args', 'named_args', 't', 'source', 'category'];

function checkMembers(fact: JsonObject, refuse: Refuse): void {
  const unknown = Object.keys(fact).find((key) => !members.includes(key) && !key.startsWith('x-'));
  if (unknown === undefined) return;
  const suggestion = suggestName(clip(unknown), members);
  const message = `a fact has no member ${quote(unknown)}`;
  refuse('unknown_member', message, suggestion === undefined ? {} : { suggestion });
}

/** What is known about a predicate. */
interface Declared extends DeclaredArguments {
  readonly predicate: string;
  readonly isTemporal: boolean;
}

/** Spec 03 §2.3. */
const predicateName = /^[a-z][a-z0-9_]*$/;
const maxNameLength = 128;

function declarationOf(pred: Json | undefined, context: FactContext, refuse: Refuse): Declared | undefined {
  if (typeof pred !== 'string') return refuse('invalid_predicate', '`pred` must be a string');
  if (pred.length > maxNameLength || !predicateName.test(pred)) {
    const expected = `lower-case letters, digits and \`_\`, a letter first, at most ${maxNameLength} characters`;
    return refuse('invalid_predicate', `expected a name of ${expected}, got ${quote(pred)}`);
  }
  const declaration = context.profile.predicates.get(pred);
  if (declaration === undefined) return undeclared(pred, context, refuse);
  if (declaration.direction === 'output') {
    refuse('direction_violation', `\`${pred}\` is derived by the server; clients cannot assert it`);
  }
  return declared(declaration, context.profile);
}

function declared(declaration: PredicateDeclaration, profile: FactsProfile): Declared {
  const { predicate, arity, temporal, arg_types: types = [], arg_names: names } = declaration;
  return {
    predicate,
    arity,
    types,
    isTemporal: temporal === true,
    ...(names === undefined ? {} : { names }),
    takesNames: profile.namedArgs && names !== undefined,
  };
}

/** Lenient servers take facts of which they know nothing (C-18). */
function undeclared(pred: string, context: FactContext, refuse: Refuse): Declared | undefined {
  if (!context.profile.strict) return { predicate: pred, types: [], takesNames: false, isTemporal: false };
  const suggestion = suggestionFor(pred, context);
  const more = suggestion === undefined ? {} : { suggestion };
  return refuse('unknown_predicate', `\`${pred}\` is not part of the facts profile`, more);
}

/** For so many different names of a request a better one is looked for. */
const maxSuggestions = 20;

function suggestionFor(pred: string, { suggestions, profile }: FactContext): string | undefined {
  if (suggestions.has(pred) || suggestions.size >= maxSuggestions) return suggestions.get(pred);
  const declarations = [...profile.predicates.values()].filter(({ direction }) => direction !== 'output');
  const names = declarations.map(({ predicate }) => predicate);
  const suggestion = suggestName(pred, names);
  suggestions.set(pred, suggestion);
  return suggestion;
}

function intervalOf(
  t: Json | undefined,
  { predicate, isTemporal }: Declared,
  { profile, times }: FactContext,
  refuse: Refuse,
): Interval | undefined {
  if (t === undefined || t === null) return undefined;
  if (!profile.temporal) return refuse('temporal_not_allowed', 'there is no reasoning about time here; leave out `t`');
  if (!isTemporal) {
    return refuse('temporal_not_allowed', `\`${predicate}\` is not declared temporal, so its facts have no \`t\``);
  }
  try {
    return readInterval(t, times);
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    return refuse('invalid_temporal', error.message);
  }
}

function sourceOf(source: Json | undefined, { times }: FactContext, refuse: Refuse): Provenance | undefined {
  if (source === undefined || source === null) return undefined;
  try {
    return readProvenance(source, times);
  } catch (error) {
    if (!(error instanceof ProvenanceError)) throw error;
    return refuse('invalid_provenance', error.message);
  }
}

/** Client facts are of the session, whatever they claim (Spec 03 §6.2); but the claim must be one. */
function checkCategory(category: Json | undefined, refuse: Refuse): void {
  if (category === undefined || category === null || categories.some((known) => known === category)) return;
  refuse('invalid_category', `\`category\` must be one of ${categories.join(', ')}`);
}
