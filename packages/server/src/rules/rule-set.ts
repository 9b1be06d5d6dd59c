import type { Evaluation, FactInput, Profile } from '@manglecp/mangle';
import type { DisclosureLevel, DisclosurePreference, JsonObject } from '@manglecp/protocol';
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
  close(): Promise<void>;
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
  /** Counts what rules do; absent: nobody asks. */
  readonly profile?: Profile;
}

/** The stricter of what the client asked for and what the server allows. */
export interface QuestionLimits {
  readonly maxFacts: number;
  readonly maxIntervals: number;
  readonly timeoutMs: number;
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
