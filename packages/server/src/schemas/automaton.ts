import type { PatternNode } from './parse-pattern.js';

/** A state of an automaton: reads a character, goes on to others without reading, asks something, or is the end. */
export type State =
  | { readonly kind: 'character'; readonly fits: (character: string) => boolean; readonly next: number }
  | { readonly kind: 'fork'; readonly next: readonly number[] }
  | { readonly kind: 'assertion'; readonly sign: '^' | '$' | '\\b' | '\\B'; readonly next: number }
  | { readonly kind: 'end' };

/** The states of an automaton; the last one is where it begins. */
export type Automaton = readonly State[];

/** An automaton with more states takes too long for each character. */
const maxStates = 1_000;

/** The automaton of a pattern, after Thompson; undefined if it would be too large. */
export function automatonOf(pattern: PatternNode): Automaton | undefined {
  if (sizeOf(pattern) > maxStates) return undefined;
  const builder = new Builder();
  builder.build(pattern, builder.add({ kind: 'end' }));
  return builder.states;
}

/** How many states a pattern takes at the most. */
function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case 'character':
    case 'assertion':
      return 1;
    case 'sequence':
    case 'choice':
      return node.parts.reduce((sum, part) => sum + sizeOf(part), 1);
    case 'repeat':
      return (sizeOf(node.part) + 1) * Math.max(1, node.max === Infinity ? node.min + 1 : node.max);
  }
}

/** States are built from the end of a pattern to its beginning. */
class Builder {
  readonly states: State[] = [];

  add(state: State): number {
    this.states.push(state);
    return this.states.length - 1;
  }

  /** Gives the state from which the pattern leads to `next`. INVARIANT: it is the last one, unless nothing is read. */
  build(node: PatternNode, next: number): number {
    switch (node.kind) {
      case 'character':
        return this.add({ kind: 'character', fits: characterTest(node.text), next });
      case 'assertion':
        return this.add({ kind: 'assertion', sign: node.sign, next });
      case 'sequence':
        return this.add({ kind: 'fork', next: [node.parts.reduceRight((at, part) => this.build(part, at), next)] });
      case 'choice':
        return this.add({ kind: 'fork', next: node.parts.map((part) => this.build(part, next)) });
      case 'repeat':
        return this.#repeat(node, next);
    }
  }

  #repeat({ part, min, max }: Extract<PatternNode, { readonly kind: 'repeat' }>, next: number): number {
    let at = next;
    if (max === Infinity) {
      // The fork leads into the part, which leads back to it.
      const ways = [next];
      const fork = this.add({ kind: 'fork', next: ways });
      ways.push(this.build(part, fork));
      at = fork;
    } else {
      for (let count = min; count < max; count += 1) {
        at = this.add({ kind: 'fork', next: [next, this.build(part, at)] });
      }
    }
    for (let count = 0; count < min; count += 1) at = this.build(part, at);
    return this.add({ kind: 'fork', next: [at] });
  }
}

/** What the host makes of the pattern for one character: classes, escapes and properties mean what they always mean. */
function characterTest(text: string): (character: string) => boolean {
  const pattern = new RegExp(`^(?:${text})$`, 'u');
  return (character) => pattern.test(character);
}
