import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../src/api/compile.js';
import { applicableFixes, applyFixes } from '../src/diagnostics/apply-fix.js';
import { type Diagnostic, type Fix, hasErrors } from '../src/diagnostics/diagnostic.js';
import { variablesOfAll } from '../src/program/variables.js';
import { parse } from '../src/syntax/parser.js';
import { printUnit } from '../src/syntax/print-source.js';
import { createSource, textOf } from '../src/text/source.js';
import { isLong, longTimeout } from './support/long.js';

/** Programs to spoil: the goldens, the examples, and what the diagnostics are tested with. */
function programs(): string[] {
  const roots = ['../testdata/golden', '../testdata/diagnostics', '../../../examples'];
  return roots.flatMap((root) => {
    const folder = fileURLToPath(new URL(root, import.meta.url));
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.mg'))
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .filter((text) => text.length < 2000 && !text.includes('#! unit'));
  });
}

/** What slips in: signs of the language, and words and signs of others. */
const pieces = [
  ...'( ) [ ] { } , . :- = < |> @ ! <- : X _ p fn:plus( /a "s" 1 -1 1.5 let do now Decl 7d .List< My_V # * + - % ; | & ? == <> =<'.split(
    ' ',
  ),
  ...[
    ' not ',
    ' NOT ',
    ' and ',
    ' AND ',
    ' or ',
    ' in ',
    ' like ',
    ' is ',
    ' null ',
    ' SELECT ',
    ' where ',
    ' -- ',
    ' // ',
  ],
  ...[' -> ', ' => ', ' X % 2 = 0', ' X // 2 = 0', ' https://x.de/y', '/*', ' True ', ' null', 'x, y'],
  ...['\n', ' ', 'foo', ' int ', '5min', ' + 1', '(*)', 'age/2'],
];

interface Slip {
  readonly place: number;
  readonly removed: number;
  readonly inserted: string;
}

const slip: fc.Arbitrary<Slip> = fc.record({
  place: fc.nat(),
  removed: fc.nat(2),
  inserted: fc.constantFrom('', ...pieces),
});

function spoiled(text: string, slips: readonly Slip[]): string {
  return slips.reduce((result, { place, removed, inserted }) => {
    const at = place % (result.length + 1);
    return result.slice(0, at) + inserted + result.slice(at + removed);
  }, text);
}

function check(text: string): readonly Diagnostic[] {
  return compile(createSource('spoiled.mg', text)).diagnostics;
}

/** Syntax errors hide others, so only those of the first stage that has any are compared. */
function errorsOf(diagnostics: readonly Diagnostic[]): { readonly isSyntax: boolean; readonly count: number } {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const syntax = errors.filter(({ stage }) => stage === 'parse');
  return { isSyntax: syntax.length > 0, count: syntax.length > 0 ? syntax.length : errors.length };
}

function expectNoWorse(text: string, before: readonly Diagnostic[], fixes: readonly Fix[]): void {
  const [first] = before;
  if (first === undefined || fixes.length === 0) return;
  const fixed = applyFixes(first.span.source, fixes);
  const [had, has] = [errorsOf(before), errorsOf(check(fixed))];
  const titles = fixes.map(({ title }) => title).join('; ');
  // Without syntax errors more is looked at; that may show what was wrong before.
  const isWorse = had.isSyntax ? has.isSyntax && has.count > had.count : has.isSyntax || has.count > had.count;
  expect(isWorse, `${titles}\n--- before\n${text}\n--- after\n${fixed}`).toBe(false);
}

/** Applying a fix removes its diagnostic; another with the same words elsewhere may stay. */
function expectGone(text: string, before: readonly Diagnostic[], { code, message, span, fix }: Diagnostic): void {
  if (fix === undefined) return;
  const count = (all: readonly Diagnostic[]): number =>
    all.filter((each) => each.code === code && each.message === message).length;
  const fixed = applyFixes(span.source, [fix]);
  expect(count(check(fixed)), `${code}: ${fix.title}\n--- before\n${text}\n--- after\n${fixed}`).toBeLessThan(
    count(before),
  );
}

/** A mistake whose right repair is known. */
interface Mistake {
  /** What was meant. */
  readonly meant: string;
  readonly written: string;
}

const nearly = (name: string): string => name.slice(0, -2) + name.slice(-1) + name.slice(-2, -1);

/** Every way to write a rule of a program as people do who think of another language, or mistype a variable. */
function mistakesIn(text: string): Mistake[] {
  const { unit, diagnostics } = parse(createSource('meant.mg', text));
  if (hasErrors(diagnostics)) return [];
  return unit.items.flatMap((item): Mistake[] => {
    if (item.kind !== 'clause' || item.arrow === undefined || item.transforms.length > 0) return [];
    const around = (clause: string): string => `${text.slice(0, item.span.start)}${clause}${text.slice(item.span.end)}`;
    const rule = textOf(item.span).replace(/\s*\.$/, '');
    return [
      ...otherArrows(item, rule, (clause) => ({ meant: text, written: around(clause) })),
      ...otherOperators(item, (call, infix) => ({
        meant: around(`${rule}, ${call}.`),
        written: around(`${rule}, ${infix}.`),
      })),
      ...otherVariables(item, text),
    ];
  });
}

type WrittenRule = Extract<ReturnType<typeof parse>['unit']['items'][number], { kind: 'clause' }>;

function otherArrows(item: WrittenRule, rule: string, mistake: (clause: string) => Mistake): Mistake[] {
  if (item.annotation !== undefined || item.arrow !== ':-') return [];
  const [head, body] = [textOf(item.head.span), rule.slice(rule.indexOf(':-') + 2).trim()];
  return [
    ...['->', '=>', '→'].map((arrow) => mistake(`${body} ${arrow} ${head}.`)),
    ...['<-', '←', ' if '].map((arrow) => mistake(`${head} ${arrow} ${body}.`)),
  ];
}

function otherOperators(item: WrittenRule, mistake: (call: string, infix: string) => Mistake): Mistake[] {
  return variablesOfAll(item.head.args).flatMap(({ name }) => [
    mistake(`fn:mod(${name}, 2) = 0`, `${name} % 2 = 0`),
    mistake(`fn:div(${name}, 2) > 1`, `${name} // 2 > 1`),
    mistake(`${name} != "https://x.de/y"`, `${name} != https://x.de/y`),
  ]);
}

function otherVariables(item: WrittenRule, text: string): Mistake[] {
  return item.premises
    .flatMap((literal) => (literal.kind === 'atom' ? variablesOfAll(literal.atom.args) : []))
    .filter(({ name }) => name.length >= 3 && nearly(name) !== name)
    .map(({ name, span }) => ({
      meant: text,
      written: text.slice(0, span.start) + nearly(name) + text.slice(span.end),
    }));
}

/** The program that automatic fixes make of a text, applied again as long as there are some. */
function fixedUnseen(text: string): string {
  for (let round = 0; round < 5; round++) {
    const diagnostics = check(text);
    const fixes = diagnostics.flatMap(({ fix }) => (fix === undefined || fix.needsJudgment === true ? [] : [fix]));
    const [first] = diagnostics;
    if (first === undefined || fixes.length === 0) return text;
    text = applyFixes(first.span.source, fixes);
  }
  return text;
}

/** A program without comments and layout. */
function clausesOf(text: string): string {
  return printUnit(parse(createSource('clauses.mg', text)).unit);
}

/** Whether there is something to say about the first program that there is not about the second. */
function complainsMore(text: string, other: string): boolean {
  const known = check(other).map(({ code }) => code);
  const count = (codes: readonly string[], code: string): number => codes.filter((each) => each === code).length;
  const found = check(text).map(({ code }) => code);
  return found.some((code) => count(found, code) > count(known, code));
}

describe('a fix', { timeout: longTimeout }, () => {
  it('never makes a program worse, alone or together with all others', () => {
    let count = 0;
    fc.assert(
      fc.property(fc.constantFrom(...programs()), fc.array(slip, { minLength: 1, maxLength: 3 }), (program, slips) => {
        const text = spoiled(program, slips);
        const before = check(text);
        // What a comment hid is read afterwards, with the mistakes that it has.
        const shown = before.filter(({ code }) => code !== 'comment-line-end');
        const fixes = shown.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
        for (const each of before) expectGone(text, before, each);
        for (const fix of fixes) expectNoWorse(text, before, [fix]);
        expectNoWorse(text, before, applicableFixes(fixes));
        count += fixes.length;
      }),
      { numRuns: isLong ? 1000 : 60 },
    );
    expect(count).toBeGreaterThan(20);
  });

  it('that is applied unseen leaves what was meant, or something to complain about', () => {
    // What a program has besides would be fixed as well.
    const mistakes = programs()
      .filter((text) => check(text).length === 0)
      .flatMap(mistakesIn);
    let silent = 0;
    fc.assert(
      fc.property(fc.constantFrom(...mistakes), ({ meant, written }) => {
        const fixed = fixedUnseen(written);
        if (complainsMore(fixed, meant)) return;
        silent++;
        expect(clausesOf(fixed), `--- written\n${written}\n--- fixed\n${fixed}`).toBe(clausesOf(meant));
      }),
      { numRuns: isLong ? 2000 : 100 },
    );
    expect(silent).toBeGreaterThan(10);
  });
});
