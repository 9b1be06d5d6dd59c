import type { Externals, FactInput, PredicateKey, Program, Source } from '@manglecp/mangle';
import type { ExternalPredicate, PredicateDeclaration } from '@manglecp/protocol';
import type { PackConfig } from '../config/config.js';
import type { ImportedModule } from './import-module.js';
import type { Origin } from './origin.js';
import type { PolicyLayer } from './policy-layer.js';
import type { Problem } from './problem.js';

/** A domain pack that was read, checked and compiled, not yet evaluated. It never changes. */
export interface Pack {
  /** The absolute path. */
  readonly folder: string;
  /** A file that was laid over `manglecp.json`. */
  readonly configFile?: string;
  readonly config: PackConfig;
  /** The kernel's rules and those of the pack as one program. */
  readonly program: Program;
  /** Who wrote a file of the program. */
  readonly originOf: (source: Source) => Origin;
  /** Facts of the pack's `facts/`, and what the host knows: actions, their effects, capabilities, what policy defines. */
  readonly baseFacts: readonly FactInput[];
  /** Predicates with a `direction`, by name. One arity a name (C-81). */
  readonly declarations: readonly PredicateDeclaration[];
  readonly actions: ReadonlyMap<string, Action>;
  /** The modules of the pack that were imported, by their names in it. */
  readonly modules: ReadonlyMap<string, ImportedModule>;
  /** By id, sorted. */
  readonly skills: ReadonlyMap<string, PackSkill>;
  /** Ids of skills that rules name and no folder has. */
  readonly missingSkills: ReadonlySet<string>;
  /** The functions behind the pack's external predicates; those of the kernel are not among them. */
  readonly externals: Externals;
  /** Ends the connections that answering them has opened; absent if there are none to end. From then on questions fail. */
  readonly closeExternals?: () => Promise<void>;
  /** What the manifest says of the external predicates. */
  readonly externalPredicates: readonly ExternalPredicate[];
  /** A digest of all declarations of the schema layer: if it changes, only a restart takes the change. */
  readonly schemaDigest: string;
  /** A digest of the policy layer: plans that were made under another one are no longer run (INV-044). */
  readonly policyDigest: string;
  /** What of it is policy, and what that rests on: a reload that would take it away is refused. */
  readonly policy: PolicyLayer;
  /**
   * Predicates whose rules extend their own intervals without end and that the pack wants refused, sorted: what depends
   * on them is not evaluated, the answer to it is `invalid_temporal_pattern` (C-90, C-134).
   */
  readonly refusedTemporal: readonly PredicateKey[];
  /** What is doubtful in rules and configuration; the pack serves nevertheless. */
  readonly warnings: readonly Problem[];
  /** Parts that could not be loaded and without which the rest works; makes the server `degraded` (C-60). */
  readonly degraded: readonly Degradation[];
}

export interface Degradation {
  readonly component: string;
  readonly reason: string;
}

/** Instructions that go along with a tool when a rule proves that it needs them (Spec 06 §4). */
export interface PackSkill {
  /** The name of its folder, by which rules know it. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly description: string;
  /** One sentence: what is told of a skill whose content is not sent along (C-85). */
  readonly summary: string;
  readonly content: string;
  /** The media type of the content, without parameters. */
  readonly contentType: string;
  readonly resources: readonly SkillResource[];
  /** The rules that can require it. */
  readonly gate: SkillGate;
  /** Those rules as they were when somebody last reviewed the skill beside them; absent if nobody has. */
  readonly reviewedGate?: SkillGate;
}

export interface SkillResource {
  readonly uri: string;
  readonly type?: string;
  readonly description?: string;
}

/** The predicates whose rules decide whether a skill is required, sorted, each with a digest of these rules. */
export type SkillGate = ReadonlyMap<PredicateKey, string>;

/** One atomic step that plans are made of. */
export interface Action {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly input: object;
  readonly output?: object;
  readonly effects: readonly string[];
  readonly idempotent: boolean;
  readonly reversible: boolean;
  readonly run: (args: Readonly<Record<string, unknown>>, context: ActionContext) => unknown;
}

export interface ActionContext {
  readonly signal: AbortSignal;
  /** Tells the client how far the action is; does nothing where the transport has no progress. */
  readonly progress: (detail: string, percent?: number) => void;
  /** The evaluation time, in milliseconds since 1970. */
  readonly now: number;
}
