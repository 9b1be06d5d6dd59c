import { analyze, type AnalyzeOptions } from '../analysis/analyze.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../diagnostics/diagnostic.js';
import type { Program } from '../program/program.js';
import { standardRegistry } from '../builtins/registry.js';
import { ValueTable } from '../store/value-table.js';
import { parse, type ParsedUnit, parseInBulk } from '../syntax/parser.js';
import { createSource, isSource, sizeOf, type Source } from '../text/source.js';

/** Program text, or its UTF-8 bytes: alone, or with the name that diagnostics show. */
export type SourceInput = string | Uint8Array | Source;

export interface CompileOptions extends AnalyzeOptions {
  /**
   * Whether simple facts are read in bulk, in all texts or in each. That is much faster and says nothing else, so it
   * matters only to tests, and to those who need the same ids again; by default long texts are.
   */
  readonly bulk?: boolean | readonly boolean[];
}

export interface CompileResult {
  /** Absent if there is an error. */
  readonly program?: Program;
  /** Errors, warnings and hints in source order. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses and checks one or many texts as one program. Never throws because of what the texts say. */
export function compile(sources: SourceInput | readonly SourceInput[], options: CompileOptions = {}): CompileResult {
  const texts = toSources(sources);
  const parsed = parseAll(texts, options);
  const syntax = parsed.flatMap((each) => each.diagnostics);
  const analyzed = analyze(
    parsed.map((each) => each.unit),
    options,
  );
  if (!hasErrors(syntax)) {
    return { ...analyzed, diagnostics: sortDiagnostics([...syntax, ...analyzed.diagnostics], texts) };
  }
  return { diagnostics: sortDiagnostics([...syntax, ...analyzed.diagnostics.filter(standsAlone)], texts) };
}

/** The texts with names. Throws a TypeError for what is no text; callers may be plain JavaScript. */
export function toSources(sources: SourceInput | readonly SourceInput[]): Source[] {
  return (isList(sources) ? sources : [sources]).map(toSource);
}

/** Shorter texts are parsed in no time anyway. */
const minBulkSize = 1 << 12;

function parseAll(texts: readonly Source[], { bulk, registry = standardRegistry }: CompileOptions): ParsedUnit[] {
  const values = new ValueTable();
  const hasStructures = ['fn:list', 'fn:struct'].every(
    (name) => registry.functions.get(name) === standardRegistry.functions.get(name),
  );
  return texts.map((source, at) => {
    const isBulk = (typeof bulk === 'object' ? bulk[at] : bulk) ?? sizeOf(source) >= minBulkSize;
    return isBulk ? parseInBulk(source, { values, hasStructures }) : parse(source);
  });
}

/** Thrown by `compileOrThrow`; holds all diagnostics. */
export class CompileError extends Error {
  override readonly name = 'CompileError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter((each) => each.severity === 'error');
    super(
      `${errors[0]?.message ?? 'the program has errors'}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}`,
    );
    this.diagnostics = diagnostics;
  }
}

/** `compile` for programs that are known to be right: gives the program or throws a `CompileError`. */
export function compileOrThrow(sources: SourceInput | readonly SourceInput[], options: CompileOptions = {}): Program {
  const { program, diagnostics } = compile(sources, options);
  if (program === undefined) throw new CompileError(diagnostics);
  return program;
}

/**
 * Beside syntax errors only errors about what is written are worth telling: a missing predicate may be defined by the
 * very text that could not be read, and hints wait until the text is right.
 */
function standsAlone({ severity, code }: Diagnostic): boolean {
  return severity === 'error' && code !== 'unknown-predicate';
}

function isList(sources: SourceInput | readonly SourceInput[]): sources is readonly SourceInput[] {
  return Array.isArray(sources);
}

function toSource(input: SourceInput, at: number): Source {
  if (typeof input === 'string' || input instanceof Uint8Array) {
    return createSource(at === 0 ? 'program.mg' : `program-${at + 1}.mg`, input);
  }
  if (!isSource(input)) throw new TypeError('a program is text, or an object with `name` and `text`');
  return input;
}
