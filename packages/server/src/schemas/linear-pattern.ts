import { TextCache } from '../bounds/text-cache.js';
import { type Automaton, automatonOf } from './automaton.js';
import { parsePattern } from './parse-pattern.js';

/** By text: many schemas have the same patterns, and what one has learned of texts is good for all. */
const known = new TextCache<LinearPattern | 'none'>({ maxEntries: 500, maxChars: 500_000 });

/** The pattern as one that takes time in proportion to the text; undefined if there is none. */
export function linearPattern(text: string): LinearPattern | undefined {
  const pattern = known.get(text, () => makePattern(text) ?? 'none');
  return pattern === 'none' ? undefined : pattern;
}

function makePattern(text: string): LinearPattern | undefined {
  const tree = parsePattern(text);
  const automaton = tree === undefined ? undefined : automatonOf(tree);
  return automaton === undefined ? undefined : new LinearPattern(text, automaton);
}

/** What was read last: nothing yet, a character of a word, or another one. */
type Before = 'start' | 'word' | 'other';

/** Where an automaton may be after it has read some characters. */
interface Situation {
  readonly before: Before;
  /** States whose ways on were not looked at yet, sorted. */
  readonly states: readonly number[];
  /** By the next character, or the empty text for the end. */
  readonly next: Map<string, Situation | 'match' | 'none'>;
}

/** Beyond that many known ways and states all are forgotten: texts could have one for each character. */
const maxKnown = 20_000;

/**
 * A regular expression that never goes back: it follows all ways through its automaton at once, and remembers where a
 * character leads. Only `test` is different from that of the host; for the rest it is an ordinary one.
 */
export class LinearPattern extends RegExp {
  /** How many states it has, which is what a character costs at the most. */
  readonly size: number;
  readonly #automaton: Automaton;
  readonly #start: Situation;
  /** Whether a match may begin after the first character. */
  readonly #canBeginLater: boolean;
  #situations = new Map<string, Situation>();
  #known = 0;

  constructor(text: string, automaton: Automaton) {
    super(text, 'u');
    this.size = automaton.length;
    this.#automaton = automaton;
    this.#start = { before: 'start', states: [automaton.length - 1], next: new Map() };
    this.#canBeginLater = beginsLater(automaton);
  }

  override test(text: string): boolean {
    let at = this.#start;
    for (const character of text) {
      const next = this.#next(at, character);
      if (typeof next === 'string') return next === 'match';
      at = next;
    }
    return this.#next(at, '') === 'match';
  }

  /** As schemas have it. */
  override toString(): string {
    return this.source;
  }

  #next(at: Situation, character: string): Situation | 'match' | 'none' {
    const known = at.next.get(character);
    if (known !== undefined) return known;
    const found = this.#step(at, character);
    if (this.#known >= maxKnown) this.#forget();
    this.#known += 1 + (typeof found === 'string' ? 0 : found.states.length);
    at.next.set(character, found);
    return found;
  }

  #step({ before, states }: Situation, character: string): Situation | 'match' | 'none' {
    const isWord = isWordCharacter(character);
    const reached = reachedBy(this.#automaton, states, (sign) => {
      if (sign === '^') return before === 'start';
      if (sign === '$') return character === '';
      return (sign === '\\b') === ((before === 'word') !== isWord);
    });
    if (reached === 'end') return 'match';
    const next = new Set<number>(this.#canBeginLater ? [this.#automaton.length - 1] : []);
    for (const state of reached) if (character !== '' && state.fits(character)) next.add(state.next);
    return character === '' || next.size === 0 ? 'none' : this.#situation(isWord ? 'word' : 'other', next);
  }

  #situation(before: Before, states: ReadonlySet<number>): Situation {
    const sorted = [...states].sort((a, b) => a - b);
    const key = `${before} ${sorted.join()}`;
    const situation = this.#situations.get(key) ?? { before, states: sorted, next: new Map() };
    this.#situations.set(key, situation);
    return situation;
  }

  #forget(): void {
    this.#start.next.clear();
    for (const { next } of this.#situations.values()) next.clear();
    this.#situations = new Map();
    this.#known = 0;
  }
}

type Reading = Extract<Automaton[number], { readonly kind: 'character' }>;

/** The states that read a character and can be reached without reading one; `end` if the end can. */
function reachedBy(
  automaton: Automaton,
  from: Iterable<number>,
  holds: (sign: '^' | '$' | '\\b' | '\\B') => boolean,
): readonly Reading[] | 'end' {
  const seen = new Set(from);
  const reading: Reading[] = [];
  // A set that grows is walked to its end.
  for (const at of seen) {
    const state = automaton[at];
    if (state?.kind === 'end') return 'end';
    if (state?.kind === 'character') reading.push(state);
    if (state?.kind === 'fork') for (const next of state.next) seen.add(next);
    if (state?.kind === 'assertion' && holds(state.sign)) seen.add(state.next);
  }
  return reading;
}

function beginsLater(automaton: Automaton): boolean {
  const reached = reachedBy(automaton, [automaton.length - 1], (sign) => sign !== '^');
  return reached === 'end' || reached.length > 0;
}

function isWordCharacter(character: string): boolean {
  return /^\w$/.test(character);
}
