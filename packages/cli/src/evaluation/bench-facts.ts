import { CompileError, createSource, type Evaluation, exact, type FactInput, hasErrors, parse } from '@manglecp/mangle';
import { UsageError } from '../terminal/terminal.js';

/**
 * Reads a text of facts whose arguments are names, numbers and strings. Throws a `CompileError` for syntax errors and a
 * `UsageError` for what else is no such fact.
 */
export function readRequest(name: string, text: string): FactInput[] {
  const { unit, diagnostics } = parse(createSource(name, text));
  if (hasErrors(diagnostics)) throw new CompileError(diagnostics);
  return unit.items.map((item) => {
    if (item.kind !== 'clause' || item.arrow !== undefined) throw new UsageError(`${name}: a request has only facts`);
    const args = item.head.args.map((term) => {
      if (term.kind === 'constant') return exact(term.value);
      throw new UsageError(`${name}: the facts of a request have names, numbers and strings as arguments`);
    });
    return { predicate: item.head.predicate, args };
  });
}

/** Facts by the name of their predicate, whatever its arity. */
export function countByName(evaluation: Evaluation): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { key, name } of evaluation.predicates()) {
    counts.set(name, (counts.get(name) ?? 0) + evaluation.count(key));
  }
  return Object.fromEntries(counts);
}
