import { applyFixesToAll } from '../diagnostics/apply-fix.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Program } from '../program/program.js';
import { parse } from '../syntax/parser.js';
import { createSource, type Source, textOf } from '../text/source.js';
import { analyze, type AnalyzeOptions } from './analyze.js';

export interface Checked {
  readonly program?: Program;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses and analyzes a program; lines `#! unit` begin a new file. Without lints and types unless asked for. */
export function check(text: string, options: AnalyzeOptions = {}): Checked {
  return checkSources(sourcesOf(text), options);
}

export function checkSources(sources: readonly Source[], options: AnalyzeOptions = {}): Checked {
  const parsed = sources.map((source) => parse(source));
  const syntax = parsed.flatMap(({ diagnostics }) => diagnostics);
  if (syntax.some(({ severity }) => severity === 'error')) return { diagnostics: syntax };
  return analyze(
    parsed.map(({ unit }) => unit),
    { bounds: 'off', lints: false, ...options },
  );
}

export function sourcesOf(text: string): Source[] {
  return text.split(/^#! unit$/m).map((part, at) => createSource(`${'abc'[at] ?? at}.mg`, part));
}

/** `code marked text` of each diagnostic, in source order. */
export function findings(text: string, options: AnalyzeOptions = {}): string[] {
  return check(text, options).diagnostics.map(({ code, span }) => `${code} ${textOf(span)}`);
}

/** The sources after the fixes of all diagnostics of one code. */
export function fixed(sources: readonly Source[], diagnostics: readonly Diagnostic[]): Source[] {
  const texts = applyFixesToAll(diagnostics.flatMap(({ fix }) => (fix === undefined ? [] : [fix])));
  return sources.map((source) => createSource(source.name, texts.get(source) ?? source.text));
}

/** The program of a text that must be without errors. */
export function programOf(text: string, options: AnalyzeOptions = {}): Program {
  const { program, diagnostics } = check(text, options);
  if (program === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return program;
}
