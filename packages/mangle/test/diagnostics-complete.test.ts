import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyFixesToAll } from '../src/diagnostics/apply-fix.js';
import { diagnosticSpecs, type DiagnosticSpec } from '../src/diagnostics/codes.js';
import type { Diagnostic, Fix } from '../src/diagnostics/diagnostic.js';
import { renderDiagnostic } from '../src/diagnostics/render.js';
import { createSource, type Source } from '../src/text/source.js';
import { checkProgram } from './support/check-program.js';
import { caseNames, joinFiles, pathOf, readCase, splitFiles } from './support/diagnostic-cases.js';

/**
 * Each code has a folder `testdata/diagnostics/<code>` with
 *   fires.mg      a program that gives the code,
 *   near-miss.mg  a correct program that looks alike and does not give it,
 *   expected.txt  what people read about fires.mg, of this code only,
 *   fixed.mg      fires.mg after the fixes of this code, if it has any; it does not give the code.
 * `UPDATE_GOLDENS=1` writes the last two.
 */
const isUpdating = process.env['UPDATE_GOLDENS'] === '1';

function findings(code: string, sources: readonly Source[]): Diagnostic[] {
  return checkProgram(sources).filter((each) => each.code === code);
}

function programOf(code: string, file: string): Source[] {
  return splitFiles(file, readCase(code, file) ?? '');
}

function rendered(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((each) => `${renderDiagnostic(each)}\n`).join('\n');
}

function fixed(sources: readonly Source[], diagnostics: readonly Diagnostic[]): Source[] {
  const fixes = diagnostics.map(({ fix }) => fix).filter((fix): fix is Fix => fix !== undefined);
  const changed = applyFixesToAll(fixes);
  return sources.map((source) => createSource(source.name, changed.get(source) ?? source.text));
}

/** Compares with a golden file, or writes it; `undefined` means that there must be no such file. */
function checkGolden(code: string, file: string, actual: string | undefined): void {
  if (isUpdating && actual === undefined) rmSync(pathOf(code, file), { force: true });
  else if (isUpdating && actual !== undefined) writeFileSync(pathOf(code, file), actual);
  expect(readCase(code, file)).toBe(actual);
}

describe.each(caseNames())('%s', (code) => {
  it('is given for fires.mg, in the expected words', () => {
    const found = findings(code, programOf(code, 'fires.mg'));
    expect(found.length).toBeGreaterThan(0);
    checkGolden(code, 'expected.txt', rendered(found));
  });

  it('is not given for near-miss.mg, which has no error of any kind', () => {
    expect(readCase(code, 'near-miss.mg')).toBeDefined();
    const found = checkProgram(programOf(code, 'near-miss.mg'));
    expect(rendered(found.filter((each) => each.code === code || each.severity === 'error'))).toBe('');
  });

  it('is gone after its fix', () => {
    const sources = programOf(code, 'fires.mg');
    const found = findings(code, sources);
    if (found.every(({ fix }) => fix === undefined)) {
      checkGolden(code, 'fixed.mg', undefined);
      return;
    }
    const after = fixed(sources, found);
    checkGolden(code, 'fixed.mg', joinFiles(after));
    const left = findings(code, after);
    expect(left.filter(({ fix }) => fix !== undefined)).toEqual([]);
    expect(left.length).toBe(found.filter(({ fix }) => fix === undefined).length);
  });
});

describe('the table of codes', () => {
  const specs = Object.entries<DiagnosticSpec>(diagnosticSpecs);

  it('has a case for each code that can be given before evaluation', () => {
    const checked = specs.filter(([, { stage }]) => stage !== 'eval').map(([code]) => code);
    expect(caseNames()).toEqual(checked.toSorted());
  });
});
