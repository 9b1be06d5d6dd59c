import { createHash } from 'node:crypto';
import { type ast, compareText, formatUnit, type Source } from '@manglecp/mangle';
import type { Origin } from './origin.js';

/**
 * A digest of what the schema layer says, whatever its files, order, layout and comments. Clients and other layers rely on
 * it for as long as the server runs (ARCH-007).
 */
export function schemaDigest(units: readonly ast.Unit[], originOf: (source: Source) => Origin): string {
  return layerDigest(units, (source) => originOf(source).layer === 'schema');
}

/** The same for what policy says. Tools that were issued under another policy are not invoked any more (INV-044). */
export function policyDigest(units: readonly ast.Unit[], originOf: (source: Source) => Origin): string {
  return layerDigest(units, (source) => originOf(source).layer === 'policy');
}

function layerDigest(units: readonly ast.Unit[], isOfLayer: (source: Source) => boolean): string {
  const texts = units.filter(({ source }) => isOfLayer(source)).flatMap(itemTexts);
  return createHash('sha256').update(texts.sort(compareText).join('\n')).digest('hex');
}

function itemTexts({ source, packageDecl, uses, items, batches = [] }: ast.Unit): readonly string[] {
  const inBulk = batches.flatMap(({ count, clauseAt }) => Array.from({ length: count }, (_, row) => clauseAt(row)));
  const header = { source, uses, comments: [], ...(packageDecl === undefined ? {} : { packageDecl }) };
  return [...items, ...inBulk].map((item) => formatUnit({ ...header, items: [item] }));
}
