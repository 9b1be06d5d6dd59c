import type { Span } from '../text/source.js';
import { join, meet } from './subtype.js';
import { anyType, botType, type Type, typeText } from './type.js';

/** What is known about a variable, and where it was last narrowed. */
export interface Known {
  readonly type: Type;
  readonly origin?: Span;
}

/**
 * One way to type the variables of a rule. A rule is checked with several at once, since a premise over alternative
 * rows of types leaves one state for each row that fits. A variable that is not there has not been met yet.
 */
export interface State {
  readonly known: Map<string, Known>;
}

/** More states than this are joined. */
const maxStates = 64;

export function emptyState(): State {
  return { known: new Map() };
}

export function copyState({ known }: State): State {
  return { known: new Map(known) };
}

export function typeOfVariable(state: State, name: string): Type {
  return state.known.get(name)?.type ?? anyType;
}

/** Narrows a variable. False, and no change, if that leaves nothing although both types have values. */
export function refine(state: State, name: string, type: Type, origin: Span): boolean {
  const before = state.known.get(name);
  if (before === undefined) {
    state.known.set(name, { type, origin });
    return true;
  }
  const narrowed = meet(before.type, type);
  if (narrowed === before.type) return true;
  if (narrowed.kind === 'bot' && before.type.kind !== 'bot' && type.kind !== 'bot') return false;
  if (typeText(narrowed) !== typeText(before.type)) state.known.set(name, { type: narrowed, origin });
  return true;
}

/** Says that a variable has no value here, because a condition before never holds. */
export function setImpossible(state: State, name: string, origin: Span): void {
  state.known.set(name, { type: botType, origin });
}

/**
 * Forgets the variables that are not needed any more and merges states that have become the same. Too many states are
 * joined into one, variable by variable.
 */
export function compact(states: readonly State[], isNeeded: (name: string) => boolean): readonly State[] {
  if (states.length < 2) return states;
  const byText = new Map<string, State>();
  for (const state of states) {
    const known = new Map([...state.known].filter(([name]) => isNeeded(name)));
    const text = stateText(known);
    if (!byText.has(text)) byText.set(text, { known });
  }
  const distinct = [...byText.values()];
  return distinct.length > maxStates ? [joinStates(distinct)] : distinct;
}

function stateText(known: ReadonlyMap<string, Known>): string {
  return [...known].map(([name, { type }]) => `${name}:${typeText(type)}`).join(' ');
}

/** States of one rule at one place know the same variables. */
function joinStates(states: readonly State[]): State {
  const names = new Set(states.flatMap(({ known }) => [...known.keys()]));
  const known = new Map(
    [...names].map((name) => [name, joinKnown(states.flatMap((each) => each.known.get(name) ?? []))]),
  );
  return { known };
}

/** Many states share few types, so each is joined once. INVARIANT: there is at least one. */
function joinKnown(all: readonly Known[]): Known {
  return { ...all[0], type: join([...new Set(all.map(({ type }) => type))]) };
}
