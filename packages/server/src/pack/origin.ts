/** Trust falls from left to right (Spec 01 §4.4). `pipeline` is the server's own, `facts` are base facts of a pack. */
export type Layer = 'schema' | 'pipeline' | 'policy' | 'domain' | 'facts';

/** Who wrote a rule file. */
export interface Origin {
  readonly layer: Layer;
  /** Whether the file is one of the server's own. */
  readonly isKernel: boolean;
  /** 0 is trusted most. */
  readonly rank: number;
}

/** A pack's schema stands below the server's policy: it declares what is its own and cannot touch what is not. */
export const kernelOrigins = {
  schema: { layer: 'schema', isKernel: true, rank: 0 },
  pipeline: { layer: 'pipeline', isKernel: true, rank: 1 },
  policy: { layer: 'policy', isKernel: true, rank: 2 },
} as const satisfies Record<string, Origin>;

export const packOrigins = {
  schema: { layer: 'schema', isKernel: false, rank: 3 },
  policy: { layer: 'policy', isKernel: false, rank: 4 },
  domain: { layer: 'domain', isKernel: false, rank: 5 },
  facts: { layer: 'facts', isKernel: false, rank: 6 },
} as const satisfies Record<string, Origin>;

/** How far down the words of `open("…")` reach: who stands there or above may write clauses. */
export const openRanks: Readonly<Record<string, number>> = {
  pipeline: kernelOrigins.pipeline.rank,
  policy: packOrigins.policy.rank,
  domain: packOrigins.domain.rank,
};

/** The owner in words, for messages. */
export function originText({ layer, isKernel }: Origin): string {
  if (isKernel) return 'the server';
  return layer === 'facts' ? 'the facts of the pack' : `the ${layer} of the pack`;
}
