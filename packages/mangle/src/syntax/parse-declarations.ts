import type { Atom, BoundRow, Decl, PackageDecl, UseDecl } from './ast.js';
import { parseAtoms } from './parse-atoms.js';
import { takePeriod } from './parse-clauses.js';
import { parseDeclaredAtom, reportTypedArguments, takeTypeWord, type TypedArgument } from './parse-declared-atom.js';
import { type ParseState, quoted } from './parse-state.js';
import { parseValue } from './parse-terms.js';
import { parseSequence } from './sequence.js';
import { token, type TokenKind } from './tokens.js';

/** The parts after the declared atom, filled in as they are read. */
interface Blocks {
  isTemporal: boolean;
  descr: readonly Atom[] | undefined;
  readonly bounds: BoundRow[];
  inclusion: readonly Atom[] | undefined;
  readonly places: Place[];
}

interface Place {
  readonly rank: number;
  readonly start: number;
  readonly end: number;
}

/** The order in which the parts must stand. */
const blockOrder = [token.temporal, token.descr, token.bound, token.inclusion] as const;
type BlockKind = (typeof blockOrder)[number];

/** Reads a declaration with its final period. */
export function parseDecl(p: ParseState): Decl | undefined {
  const start = p.start;
  p.advance();
  const typed: TypedArgument[] = [];
  const atom = parseDeclaredAtom(p, typed);
  if (atom === undefined) return undefined;
  const blocks: Blocks = { isTemporal: false, descr: undefined, bounds: [], inclusion: undefined, places: [] };
  for (let kind = blockKind(p); kind !== undefined; kind = blockKind(p))
    if (!parseBlock(p, kind, blocks)) return undefined;
  reportOrder(p, blocks.places);
  if (typed.length > 0) {
    const row = reportTypedArguments(p, typed, blocks.bounds.length === 0 ? boundsPlace(atom, blocks) : undefined);
    if (row !== undefined) blocks.bounds.push(row);
  }
  if (!takePeriod(p, '`temporal`, `descr`, `bound`, `inclusion` or `.`')) return undefined;
  const { isTemporal, descr, bounds, inclusion } = blocks;
  return {
    kind: 'decl',
    atom,
    isTemporal,
    ...(descr === undefined ? {} : { descr }),
    bounds,
    ...(inclusion === undefined ? {} : { inclusion }),
    span: p.span(start),
  };
}

/** Where a `bound` block can be inserted. */
function boundsPlace(atom: Atom, { places }: Blocks): number {
  const before = places.filter(({ rank }) => rank < blockOrder.indexOf(token.bound));
  return before.at(-1)?.end ?? atom.span.end;
}

/** Words that users write for the words of a declaration. */
const misspelledBlocks: ReadonlyMap<string, { readonly kind: BlockKind; readonly word: string }> = new Map([
  ['bounds', { kind: token.bound, word: 'bound' }],
  ['type', { kind: token.bound, word: 'bound' }],
  ['types', { kind: token.bound, word: 'bound' }],
  ['desc', { kind: token.descr, word: 'descr' }],
  ['describe', { kind: token.descr, word: 'descr' }],
  ['description', { kind: token.descr, word: 'descr' }],
  ['inclusions', { kind: token.inclusion, word: 'inclusion' }],
]);

/** Kind of the block that begins here, after mending its word. */
function blockKind(p: ParseState): BlockKind | undefined {
  const kind = blockOrder.find((each) => each === p.kind);
  if (kind !== undefined || p.kind !== token.name) return kind;
  const meant = misspelledBlocks.get(p.tokenText());
  if (meant === undefined || p.peek() !== token.leftBracket) return undefined;
  p.report('decl-keyword', p.span(p.start, p.end), `${quoted(p.tokenText())} is written \`${meant.word}\``, {
    help: 'After the atom a declaration has `temporal`, `descr […]`, `bound […]` and `inclusion […]`.',
    fix: p.replace(`write \`${meant.word}\``, p.start, p.end, meant.word),
  });
  return meant.kind;
}

function parseBlock(p: ParseState, kind: BlockKind, blocks: Blocks): boolean {
  const start = p.start;
  const rank = blockOrder.indexOf(kind);
  if (kind !== token.bound && blocks.places.some((place) => place.rank === rank)) {
    return p.unexpected('`.`', { help: `A declaration has one ${quoted(p.tokenText())} at most.` }) ?? false;
  }
  p.advance();
  const isRead = blockParsers[kind](p, blocks);
  if (isRead) blocks.places.push({ rank, start, end: p.previousEnd });
  return isRead;
}

const blockParsers: Readonly<Record<BlockKind, (p: ParseState, blocks: Blocks) => boolean>> = {
  [token.temporal]: (_, blocks) => (blocks.isTemporal = true),
  [token.descr]: (p, blocks) => (blocks.descr = parseAtoms(p)) !== undefined,
  [token.bound]: parseBounds,
  [token.inclusion]: (p, blocks) => (blocks.inclusion = parseAtoms(p)) !== undefined,
};

function parseBounds(p: ParseState, { bounds }: Blocks): boolean {
  const open = p.start;
  const wordStart = p.previousStart;
  // `bound [-1` is nonsense, so a joined bracket needs no mending here.
  if (!p.take(token.leftBracket))
    return (
      p.unexpected('`[` after `bound`', {
        help: 'Types stand between brackets, one for each argument: `bound [/name, /number]`.',
      }) ?? false
    );
  const types = parseSequence(p, token.rightBracket, open, (each) => takeTypeWord(each) ?? parseValue(each));
  if (types === undefined) return false;
  bounds.push({ types, span: p.span(wordStart) });
  return true;
}

function reportOrder(p: ParseState, places: readonly Place[]): void {
  const misplaced = places.find(({ rank }, at) => rank < (places[at - 1]?.rank ?? 0));
  const [first] = places;
  const last = places.at(-1);
  if (misplaced === undefined || first === undefined || last === undefined) return;
  const hasComments = p.lexer.comments.some(({ span }) => span.start > first.start && span.start < last.end);
  const sorted = places.toSorted((a, b) => a.rank - b.rank).map(({ start, end }) => p.text.slice(start, end));
  p.report(
    'decl-order',
    p.span(misplaced.start, misplaced.end),
    'the parts of this declaration are in the wrong order',
    {
      help: 'The order is `temporal`, `descr`, `bound`, `inclusion`.',
      fix: hasComments ? undefined : p.replace('put them in order', first.start, last.end, sorted.join(' ')),
    },
  );
}

/** Reads a `Package` or `Use` line. */
export function parseHeader(p: ParseState): PackageDecl | UseDecl | undefined {
  const start = p.start;
  const kind = p.kind === token.package ? 'package' : 'use';
  const word = p.tokenText();
  p.advance();
  const name = takePackageName(p, kind, word);
  if (name === undefined) return undefined;
  const nameSpan = p.span(p.previousStart);
  const descr = p.kind === token.leftBracket ? parseAtoms(p) : [];
  if (descr === undefined || !takeBang(p, word)) return undefined;
  return { kind, name, nameSpan, descr, span: p.span(start) };
}

function takePackageName(p: ParseState, kind: 'package' | 'use', word: string): string | undefined {
  const isName = p.kind === token.name;
  if (!isName && p.kind !== token.variable && p.kind !== token.typeName)
    return p.unexpected(`a name after \`${word}\``);
  const text = p.tokenText();
  const name = text.toLowerCase();
  if (name !== text && (!isName || kind === 'package')) {
    p.report('package-name-case', p.span(p.start, p.end), `the package name ${quoted(text)} has an upper-case letter`, {
      help: `Package names are lower case: \`${word} ${name}!\`.`,
      fix: p.replace(`write \`${name}\``, p.start, p.end, name),
    });
  }
  p.advance();
  return isName && kind === 'use' ? text : name;
}

const headerEnds: readonly TokenKind[] = [token.period, token.end];

function takeBang(p: ParseState, word: string): boolean {
  if (p.take(token.bang)) return true;
  if (!headerEnds.includes(p.kind) && !p.isFirstOnLine()) return p.unexpected('`!`') ?? false;
  const isPeriod = p.kind === token.period;
  const [start, end] = isPeriod ? [p.start, p.end] : [p.previousEnd, p.previousEnd];
  p.report('package-terminator', p.span(p.itemStart), `this \`${word}\` does not end in \`!\``, {
    help: `Write \`${word} name!\`.`,
    fix: p.replace(isPeriod ? 'write `!`' : 'insert `!`', start, end, '!'),
  });
  if (isPeriod) p.advance();
  return true;
}
