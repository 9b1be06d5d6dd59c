/** One row of a predicate of the pack `graphs`. */
export type Row = readonly (string | number)[];

/**
 * A set of tools and what is between them: for each predicate of the pack `graphs` its rows, in the order of its
 * arguments. `schema.mg` of the pack says what they mean.
 */
export interface Graph {
  readonly relevant: readonly (readonly [tool: string, intent: string, score: number])[];
  readonly vector: readonly (readonly [tool: string, intent: string, score: number])[];
  readonly mandatory: readonly (readonly [intent: string, tool: string])[];
  readonly macro: readonly (readonly [tool: string, level: string])[];
  readonly serves: readonly (readonly [tool: string, intent: string])[];
  readonly constraint: readonly (readonly [tool: string, key: string, value: string])[];
  readonly context: readonly (readonly [key: string, value: string])[];
  readonly requires: readonly (readonly [tool: string, other: string])[];
  readonly conflicts: readonly (readonly [tool: string, other: string])[];
  readonly incompatible: readonly (readonly [tool: string, other: string])[];
  readonly needs: readonly (readonly [tool: string, capability: string])[];
  readonly step: readonly (readonly [tool: string, position: number, action: string])[];
  readonly prohibited: readonly (readonly [tool: string])[];
  readonly privilege: readonly (readonly [tool: string, privilege: string])[];
}

/** What tools say of themselves. It decides nothing about which are selected, only how much there is to send. */
export interface Contents {
  readonly about: readonly (readonly [tool: string, text: string])[];
  readonly param: readonly (readonly [tool: string, name: string])[];
  readonly hint: readonly (readonly [tool: string, position: number, text: string])[];
  readonly skill: readonly (readonly [tool: string, skill: string])[];
  readonly resource: readonly (readonly [tool: string, uri: string, priority: number])[];
}

/** What is asked about a graph, and by whom. */
export interface Query {
  readonly intent: string;
  readonly params: Readonly<Record<string, string | readonly (string | null)[]>>;
  readonly privileges: readonly string[];
}

/** How much may be returned, and how it should be shown. */
export interface Wishes {
  readonly preference?: Preference;
  readonly maxTools?: number;
  readonly maxTokens?: number;
  /** The ids of tools that should be shown in full. */
  readonly upgrades?: readonly string[];
  readonly hints?: boolean;
}

export const levels = ['full', 'condensed', 'minimal'] as const;
export type Level = (typeof levels)[number];
export type Preference = Level | 'adaptive';

/** The scores from which on tools are shown at a level (`disclosure` of `manglecp.json`). */
export type Bands = Readonly<Record<Level, number>>;

export const defaultBands: Bands = { full: 70, condensed: 40, minimal: 20 };

/** What the pack has beside the rows of a graph: `actions.js`, `policy.mg`, and what every server can. */
export const actionEffects: Readonly<Record<string, readonly string[]>> = {
  look: [],
  fetch: ['network'],
  write: ['filesystem'],
  wipe: ['filesystem', 'destructive'],
  burn: ['destructive'],
  pour: ['network'],
};
export const refusedActions: readonly string[] = ['burn', 'pour'];
export const capabilities: readonly string[] = ['temporal'];

/** A fact as clients send it. */
export interface ClientFact {
  readonly pred: string;
  readonly args: Row;
}

export function factsOf(rows: Graph | Contents): readonly ClientFact[] {
  return Object.entries(rows as unknown as Record<string, readonly Row[]>).flatMap(([name, list]) => {
    return list.map((args) => ({ pred: `g_${name}`, args }));
  });
}

/** The facts as a person would write them. */
export function mangleText(facts: readonly ClientFact[]): string {
  return facts.map(({ pred, args }) => `${pred}(${args.map((each) => JSON.stringify(each)).join(', ')}).`).join('\n');
}
