import { june2024 } from '../../test/support.js';
import { diagnosticToJson } from '../diagnostics/json.js';
import { evaluateSync } from '../engine/evaluate.js';
import { EvaluationError } from '../engine/evaluation-error.js';
import { factText } from '../provenance/render.js';
import { ValueTable } from '../store/value-table.js';
import type { Clause, Item } from '../syntax/ast.js';
import { parse, parseInBulk } from '../syntax/parser.js';
import { createSource } from '../text/source.js';
import { columnTypes } from '../types/infer.js';
import { typeText } from '../types/type.js';
import { argsAt } from '../value/fact-batch.js';
import { sourceText } from '../value/format.js';
import { compile } from './compile.js';

/** Everything that compiling tells about some texts, whether their facts were read in bulk or not. */
export function compiled(texts: readonly string[], bulk: boolean): object {
  const { program, diagnostics } = compile(texts, { bulk });
  const told = diagnostics.map((each) => diagnosticToJson(each));
  if (program === undefined) return { told };
  const facts = [
    ...program.facts.map(({ predicate, args }) => ({ predicate, args })),
    ...program.batches.flatMap(({ predicate, facts: batch }) =>
      Array.from({ length: batch.count }, (_, row) => ({ predicate, args: argsAt(batch, row) })),
    ),
  ];
  return {
    told,
    facts: facts.map(({ predicate, args }) => `${predicate}(${args.map(sourceText).join()})`).sort(),
    types: Array.from(columnTypes(program), ([key, columns]) => [key, columns.map(typeText)]),
    predicates: [...program.predicates.keys()],
    rules: program.rules.length,
  };
}

/** The facts that follow from some texts, or the code of the error that stops the evaluation. */
export function evaluated(texts: readonly string[], bulk: boolean): readonly string[] {
  const { program } = compile(texts, { bulk, lints: false });
  if (program === undefined) return [];
  try {
    const evaluation = evaluateSync(program, { now: june2024, limits: { maxFacts: 20_000 } });
    return evaluation.facts().map(factText);
  } catch (error) {
    if (error instanceof EvaluationError) return [error.code];
    throw error;
  }
}

/** The items of a text in order. */
export function parsedItems(text: string): readonly Item[] {
  return parse(createSource('a.mg', text)).unit.items;
}

/** The same from a unit whose facts were read in bulk: these are read again, one by one, from where they begin. */
export function parsedInBulk(text: string): readonly Item[] {
  const source = createSource('a.mg', text);
  const { unit } = parseInBulk(source, { values: new ValueTable(), hasStructures: true });
  const again = (unit.batches ?? []).flatMap(({ count, clauseAt }): Clause[] =>
    Array.from({ length: count }, (_, row) => clauseAt(row)),
  );
  return [...unit.items, ...again].sort((a, b) => a.span.start - b.span.start);
}
