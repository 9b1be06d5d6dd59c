import {
  compile,
  createSource,
  type Diagnostic,
  EvaluationError,
  evaluateSync,
  hasErrors,
  parseClause,
  type Program,
} from '@manglecp/mangle';
import { toWireFact, type WireFactBody } from '../facts/to-wire.js';

/** What is wrong with a text that should be a fact. */
export interface FactFault {
  readonly message: string;
  readonly help?: string;
}

export interface FactContext {
  /** Whose declarations say how values are written on the wire. */
  readonly program: Program;
  /** What `now` means, in nanoseconds since 1970. */
  readonly now: bigint;
}

/** One text must not be able to keep the runner busy. */
const limits = { maxFacts: 10, timeoutMs: 1_000 };

/**
 * A fact as rule files write it, such as `shipment_event("S-881", "missed_slot")@[2026-03-01T09:12:00Z]`, in the form of
 * the wire; the final period may be left out. Whether the pack takes such a fact is for the server to say.
 */
export function readFactText(text: string, context: FactContext): { readonly fact: WireFactBody } | FactFault {
  const trimmed = text.trim();
  const source = createSource('fact', trimmed.endsWith('.') ? trimmed : `${trimmed}.`);
  const { node: clause, diagnostics } = parseClause(source);
  if (clause === undefined || hasErrors(diagnostics)) return faultOf(diagnostics);
  if (clause.arrow !== undefined || clause.transforms.length > 0) return { message: 'it is a rule', help: example };
  const { predicate, args } = clause.head;
  const variables = args.map((_, at) => `A${at}`).join(', ');
  const declaration = `Decl ${predicate}(${variables})${clause.annotation === undefined ? '' : ' temporal'}.`;
  const compiled = compile([createSource('declaration', declaration), source]);
  if (compiled.program === undefined) return faultOf(compiled.diagnostics);
  try {
    const [fact] = evaluateSync(compiled.program, { now: context.now, limits }).facts();
    if (fact === undefined) return { message: 'it says nothing', help: example };
    return { fact: toWireFact(fact, context.program) };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { message: error.message };
  }
}

const example = 'Write one fact, such as `active_site("HAM-2")` or `seen("S-1")@[2026-03-01T09:12:00Z]`.';

function faultOf(diagnostics: readonly Diagnostic[]): FactFault {
  const first = diagnostics.find(({ severity }) => severity === 'error');
  return { message: `it is no fact: ${first?.message ?? 'it cannot be read'}`, help: first?.help ?? example };
}
