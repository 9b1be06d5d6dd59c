import type { Evaluation, FactInput, Profile } from '@manglecp/mangle';
import type { DisclosureLevel, DisclosurePreference, JsonObject, ProtocolError } from '@manglecp/protocol';
import type { Plan } from '../macro/plan.js';
import type { Principal } from '../security/principal.js';

/** The rules of a pack over its base facts, ready to answer. Questions never see each other. */
export interface RuleSet {
  /**
   * Layer 2 (Spec 08 §2.2): may this principal ask this, and assert these facts? Throws a `ProtocolError` if not (C-50).
   * Evaluates only the rules that this depends on, so that a refused client cannot make the server work.
   */
  authorize(question: Question): Promise<void>;
  /** The macro-tools proven for the intent. Throws a `ProtocolError` past a limit, on failure and when cancelled. */
  select(question: Question): Promise<Selection>;
  /**
   * May this principal run this plan, as the principal, the rules and the facts of the pack are now (INV-044)? Throws a
   * `ProtocolError` if the rules fail.
   */
  reconsider(invocation: Invocation): Promise<Verdict>;
  close(): Promise<void>;
}

export interface Invocation extends Pick<Question, 'principal' | 'canLogIn' | 'signal' | 'turn'> {
  readonly plan: Plan;
  /** On the timeline of the plan, in nanoseconds since 1970. */
  readonly evalTime: bigint;
}

/** What policy says of an invocation. */
export interface Verdict {
  /** Policy keeps the tool from this principal, and it was not this principal, as it is now, who was told of it. */
  readonly isHidden: boolean;
  /** Policy would not offer the tool any more, or cannot tell without another evaluation. */
  readonly isOutdated: boolean;
  /** Why the principal may not ask the intent any more; absent: it may (C-50). */
  readonly refusedIntent?: ProtocolError;
  /** Whether the plan needed consent when it was made, or needs it now. */
  readonly needsConfirmation: boolean;
  /** What the plan does, by what was known when it was made and by what is known now. */
  readonly effects: readonly string[];
}

export interface Question {
  readonly principal: Principal;
  /** Whether logging in could change the answer for an anonymous principal. */
  readonly canLogIn: boolean;
  readonly intent: string;
  readonly params: JsonObject;
  /** The client's facts, converted and checked. */
  readonly facts: readonly FactInput[];
  /** Of each fact its place in the request, for what is told about it; absent: the same as here. */
  readonly places?: readonly number[];
  /** In nanoseconds since 1970. */
  readonly evalTime: bigint;
  readonly preference: DisclosurePreference;
  readonly limits: QuestionLimits;
  /** For plans: when they are issued, in milliseconds of the server's clock. */
  readonly issuedAtMs: number;
  readonly signal: AbortSignal;
  /** When its time is over, by `performance.now()`; absent: `limits.timeoutMs` from when its evaluation begins. */
  readonly deadline?: number;
  /** Asked by evaluations before they go on; absent: they take turns by themselves. */
  readonly turn?: () => Promise<void>;
  /** Counts what rules do; absent: nobody asks. */
  readonly profile?: Profile;
}

/** The stricter of what the client asked for and what the server allows. */
export interface QuestionLimits {
  readonly maxFacts: number;
  /** Where evaluations stop, whatever they derive; absent: at `maxFacts`. */
  readonly hardFacts?: number;
  readonly maxIntervals: number;
  readonly timeoutMs: number;
  /** What the values that rules make may take; only the server limits it. */
  readonly maxBytes?: number;
}

export interface Selection {
  /** By score descending, then name by code point (C-30). */
  readonly tools: readonly SelectedTool[];
  /** Those of the tools that are there in their own right, in the same order, each with itself and all that it needs. */
  readonly groups: readonly ToolGroup[];
  /** Everything the rules derived, for what is told about the tools. */
  readonly evaluation: Evaluation;
  /** Distinct base and client facts at the start. */
  readonly factsEvaluated: number;
  readonly factsDerived: number;
}

export interface SelectedTool {
  readonly score: number;
  readonly phase: 'skeleton' | 'flesh' | 'dependency';
  /** How much the rules want to be told of it. */
  readonly level: DisclosureLevel;
  readonly plan: Plan;
  /** When it lapses, as it is told; absent: it does not. In nanoseconds since 1970. */
  readonly expiresAt?: bigint;
}

/** Tools that stay or leave together (C-27). */
export interface ToolGroup {
  readonly root: string;
  readonly tools: readonly string[];
}
