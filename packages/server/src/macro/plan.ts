import type { Value } from '@manglecp/mangle';

/**
 * What was promised with a macro-tool: everything an invocation needs, bound when the intent was evaluated. It never
 * changes, holds no facts for later evaluations (C-34), and belongs to the principal it was issued to.
 */
export interface Plan {
  readonly macroId: string;
  readonly name: string;
  /** The intent it was selected for; policy is asked about it again when it is invoked. */
  readonly intent: string;
  /** In the order of execution. */
  readonly steps: readonly PlanStep[];
  /** JSON Schema 2020-12 of the arguments. */
  readonly inputSchema: object;
  readonly outputSchema?: object;
  /** Sorted categories of Spec 06 §2.3; `['none']` for a plan without effects. */
  readonly effects: readonly string[];
  readonly needsConfirmation: boolean;
  /** The evaluation time, in nanoseconds since 1970: the tool's own timeline starts here (C-31). */
  readonly evalTime: bigint;
  /** On the tool's timeline, in nanoseconds: the first instant at which it may be used; absent: from its evaluation on. */
  readonly notBefore?: bigint;
  /** On the tool's timeline, in nanoseconds: the first instant without it; absent: it does not lapse. */
  readonly expiresAt?: bigint;
  /** What policy was asked about when it was selected, and is asked about again. */
  readonly asked: PolicySubject;
  /** What the principal was when it was issued, as `standingOf` tells it. */
  readonly standing: string;
  /** The policy it was selected under; it is not run under another one (INV-044). */
  readonly policyDigest: string;
  /** When the server issued it, in milliseconds of the server's clock. */
  readonly issuedAtMs: number;
}

/** No facts of the client are among it (C-34), and of what can be large only what policy reads. */
export interface PolicySubject {
  /** How the domain offered it. */
  readonly levels: readonly string[];
  /** All actions that it includes, also those without a step. */
  readonly actions: readonly string[];
  /** The templates of its steps as rules made them; absent: policy does not look at them. */
  readonly templates?: readonly Value[];
  /** The parameters of the intent, as JSON; absent: policy does not look at them. */
  readonly params?: string;
}

export interface PlanStep {
  readonly position: number;
  readonly action: string;
  readonly template: Template;
  /** Whether the plan goes on if this step fails. */
  readonly isOptional: boolean;
}

/** How the arguments of a step are made. Facts are bound already, so only arguments and earlier results are open. */
export type Template =
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'arg'; readonly name: string }
  | { readonly kind: 'step'; readonly position: number; readonly path: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly Template[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Template])[] };
