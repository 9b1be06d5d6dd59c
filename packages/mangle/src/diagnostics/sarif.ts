import { compareText } from '../text/order.js';
import { lineStartsOf, positionAt, type Source, type Span } from '../text/source.js';
import { type DiagnosticCode, diagnosticSpecs, type DiagnosticSpec, type Severity } from './codes.js';
import type { Diagnostic, Fix, RelatedPlace } from './diagnostic.js';

type Level = 'error' | 'warning' | 'note';

/** The part of a SARIF 2.1.0 log that this package writes. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly [SarifRun];
}

export interface SarifRun {
  readonly tool: { readonly driver: SarifDriver };
  /** Columns of regions count UTF-16 units, from 1. */
  readonly columnKind: 'utf16CodeUnits';
  readonly results: readonly SarifResult[];
}

export interface SarifDriver {
  readonly name: string;
  readonly version: string;
  readonly rules: readonly SarifRule[];
}

export interface SarifRule {
  readonly id: DiagnosticCode;
  readonly shortDescription: SarifText;
  readonly defaultConfiguration: { readonly level: Level };
  readonly properties: { readonly stage: string };
}

export interface SarifText {
  readonly text: string;
}

export interface SarifRegion {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface SarifLocation {
  readonly id?: number;
  readonly message?: SarifText;
  readonly physicalLocation: { readonly artifactLocation: SarifArtifact; readonly region: SarifRegion };
}

export interface SarifArtifact {
  readonly uri: string;
}

export interface SarifFix {
  readonly description: SarifText;
  readonly artifactChanges: readonly {
    readonly artifactLocation: SarifArtifact;
    readonly replacements: readonly {
      readonly deletedRegion: SarifRegion;
      readonly insertedContent: SarifText;
    }[];
  }[];
}

export interface SarifResult {
  readonly ruleId: DiagnosticCode;
  readonly ruleIndex: number;
  readonly level: Level;
  readonly message: SarifText;
  readonly locations: readonly SarifLocation[];
  readonly relatedLocations?: readonly SarifLocation[];
  readonly fixes?: readonly SarifFix[];
}

const levels: Record<Severity, Level> = { error: 'error', warning: 'warning', hint: 'note' };

const rules: readonly SarifRule[] = (Object.entries(diagnosticSpecs) as [DiagnosticCode, DiagnosticSpec][])
  .sort(([a], [b]) => compareText(a, b))
  .map(([id, { severity, stage, summary }]) => ({
    id,
    shortDescription: { text: summary },
    defaultConfiguration: { level: levels[severity] },
    properties: { stage },
  }));

const ruleIndexes = new Map(rules.map(({ id }, index) => [id, index]));

/** A SARIF 2.1.0 log with one run, for code scanners. The rules are the whole table of codes, used or not. */
export function toSarif(diagnostics: readonly Diagnostic[], { version }: { readonly version: string }): SarifLog {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'mangle', version, rules } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map(resultOf),
      },
    ],
  };
}

function resultOf({ code, severity, message, help, span, related, fix }: Diagnostic): SarifResult {
  return {
    ruleId: code,
    ruleIndex: ruleIndexes.get(code) ?? -1,
    level: levels[severity],
    message: { text: help === undefined ? message : `${message}\n${help}` },
    locations: [locationOf(span)],
    ...(related.length === 0 ? {} : { relatedLocations: related.map(relatedLocation) }),
    ...(fix === undefined ? {} : { fixes: [fixOf(fix)] }),
  };
}

function relatedLocation({ span, message }: RelatedPlace, index: number): SarifLocation {
  return { id: index + 1, message: { text: message }, ...locationOf(span) };
}

function locationOf(span: Span): SarifLocation {
  return { physicalLocation: { artifactLocation: artifactOf(span.source), region: regionOf(span) } };
}

function fixOf({ title, edits }: Fix): SarifFix {
  const sources = new Set(edits.map(({ span }) => span.source));
  return {
    description: { text: title },
    artifactChanges: Array.from(sources, (source) => ({
      artifactLocation: artifactOf(source),
      replacements: edits
        .filter(({ span }) => span.source === source)
        .map(({ span, text }) => ({ deletedRegion: regionOf(span), insertedContent: { text } })),
    })),
  };
}

function regionOf({ source, start, end }: Span): SarifRegion {
  const [startLine, startColumn] = utf16Position(source, start);
  const [endLine, endColumn] = utf16Position(source, end);
  return { startLine, startColumn, endLine, endColumn };
}

function utf16Position(source: Source, offset: number): [line: number, column: number] {
  const { line } = positionAt(source, offset);
  return [line, offset - (lineStartsOf(source)[line - 1] ?? 0) + 1];
}

function artifactOf(source: Source): SarifArtifact {
  return { uri: uriOf(source.name) };
}

/** A file name as a URI reference: relative names stay relative, absolute ones become `file:` URIs. */
function uriOf(name: string): string {
  const path = name.replaceAll('\\', '/');
  const wellFormed = path.replace(/\p{Surrogate}/gu, '\ufffd');
  const encoded = encodeURI(wellFormed).replace(/[?#]/g, encodeURIComponent);
  if (/^[A-Za-z]:\//.test(path)) return `file:///${encoded}`;
  if (path.startsWith('/')) return `file://${encoded}`;
  return /^[^/]*:/.test(encoded) ? `./${encoded}` : encoded;
}
