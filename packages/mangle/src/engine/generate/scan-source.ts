import type { CoverStep, Range, ScanStep } from '../../plan/plan.js';
import type { InputSpec } from './operand-source.js';

/*
 * The variables of generated code, each followed by the number of its step:
 * - `v` the view, `o` its own relation, `z` the base's relation, `h` whether the base is read
 * - `p` the position, `g` the part it is in (0 base, 1 own), `P` and `G` where they were at a pause
 * - `n` the chain, `x` and `j` the indexes of base and own rows, `H` the newest rows by value from `L` on, `T` a place
 *   in it
 * - `a` and `b` the bounds of own rows, `m` and `i` the end of the base's rows, `s` whether own rows are few
 * - `d` and `y` when own rows and those of the base died, `e` rows taken from the base, `u` own rows that only moved
 * - `c` the columns being read, of the base (`q`) or own (`w`); `l` and `k` a list of rows and the row; `K` a key
 * - `r` the registers, `C` constants, `f` functions, `t` temporary values
 */

/** A loop over rows, ready to be filled: everything is text of generated code. */
export interface LoopSource {
  /** What is fetched once, before the loop is first entered. */
  readonly setup: string;
  /** The variables that `setup` gives values to. */
  readonly names: readonly string[];
  /** Opens the loop; the body sees the columns through `column`. */
  readonly open: string;
  /** Closes it. */
  readonly close: string;
  /** The value of a column in the current row. */
  readonly column: (column: number) => string;
  /** The number of the current row in its view. */
  readonly row: string;
}

/** What a loop needs to know about its surroundings. */
export interface LoopContext {
  /** The number of the step; it makes names unique. */
  readonly at: number;
  /** The place of the loop among the loops. */
  readonly level: number;
  /** Whether there may be a base. */
  readonly isLayered: boolean;
  /** Whether rows may die while there is no base. */
  readonly canDie: boolean;
  /** The expressions of the key. */
  readonly key: readonly string[];
  /** The columns that the body or the key reads. */
  readonly columns: readonly number[];
  /** `rows` or `atoms`. */
  readonly side: 'rows' | 'atoms';
  /** Counts a row; leaves if that was one too many. */
  readonly tick: string;
  /** Notes which rows a loop without a base reads, to be fetched before the function is entered. */
  readonly addInput: (input: InputSpec) => void;
}

type Scan = Pick<ScanStep | CoverStep, 'range' | 'key'>;

/**
 * Writes the loop of a scan. The position is in `pN`. In a layered one `gN` tells rows of the base (0) from own rows
 * that are found along their chain (1) or walked one by one (2).
 */
export function loopSource(scan: Scan, context: LoopContext): LoopSource {
  if (scan.range === 'gone' || scan.range === 'doomed') return listLoop(scan, context);
  return context.isLayered ? layeredLoop(scan, context) : flatLoop(scan, context);
}

/** Statements that take up the position where the function was left, or begin at `first`. */
export function resumeAt(level: number, taken: string, first: string): string {
  return `if (resume > ${level}) { ${taken} if (resume === ${level + 1}) resume = 0; } else { ${first} }\n`;
}

/**
 * What each loop does on its way to another row: inner loops then begin at their first. The row where the function was
 * left may have died in the meantime, before the way back has come to the loops inside.
 */
export const fresh = 'resume = 0';

function lookup(index: string, key: readonly string[], at: number): string {
  if (key.length === 1) return `${index}.first1(${key[0]})`;
  if (key.length === 2) return `${index}.first2(${key.join(', ')})`;
  return `(${key.map((value, place) => `K${at}[${place}] = ${value}`).join(', ')}, ${index}.first(K${at}))`;
}

function keyArray(key: readonly string[], at: number): string {
  return key.length > 2 ? `K${at} = new Int32Array(${key.length});\n` : '';
}

function keyNames(key: readonly string[], at: number): string[] {
  return key.length > 2 ? [`K${at}`] : [];
}

/** The call that gives the index for the key of a scan. */
function indexCall({ key }: Scan): string {
  if (key.length === 1) return `index1(${key[0]?.column})`;
  return `index([${key.map(({ column }) => column).join()}])`;
}

/** The bounds of the own rows that a range has, where there is a base. */
const ownBounds: Readonly<Partial<Record<Range, (own: string, view: string) => readonly [from: string, to: string]>>> =
  {
    stable: (own) => ['0', `${own}.stable`],
    recent: (own) => [`${own}.stable`, `${own}.recent`],
    known: (own) => ['0', `${own}.recent`],
    all: (own) => ['0', `${own}.size`],
    added: (own, view) => ['0', `Math.min(${own}.size, ${view}.addedEnd)`],
  };

function flatLoop(scan: Scan, { at, level, canDie, key, columns, side, tick, addInput }: LoopContext): LoopSource {
  addInput({ side, range: scan.range, key: scan.key.map(({ column }) => column) });
  const fetched = columns.map((column) => `c${at}_${column} = i${at}.columns[${column}];\n`).join('');
  const death = canDie ? ` d${at} = i${at}.death;` : '';
  const setup = `i${at} = cx.inputs[${at}]; a${at} = i${at}.from; b${at} = i${at}.to;${death}\n${fetched}`;
  const letters = [...(canDie ? 'iabd' : 'iab')];
  const names = letters.map((letter) => letter + at).concat(columns.map((column) => `c${at}_${column}`));
  const alive = canDie ? `if (d${at} !== undefined && d${at}[p${at}] !== 0) continue;\n` : '';
  const shared = { column: (column: number) => `c${at}_${column}[p${at}]`, row: `p${at}`, close: '}\n' };
  const resumed = `p${at} = P${at};`;
  if (key.length === 0) {
    const open = `${resumeAt(level, resumed, `p${at} = a${at};`)}for (; p${at} < b${at}; p${at}++, ${fresh}) {\n${tick}${alive}`;
    return { setup, names, open, ...shared };
  }
  const indexed = `x${at} = i${at}.index; n${at} = i${at}.older; H${at} = i${at}.heads; L${at} = i${at}.low;\n${keyArray(key, at)}`;
  // The chain may begin with rows that came after the range.
  const inRange = scan.range === 'all' ? '' : `if (p${at} >= b${at}) continue;\n`;
  const open =
    resumeAt(level, resumed, `p${at} = ${flatLookup(key, at)};`) +
    `for (; p${at} >= a${at}; p${at} = n${at}[p${at}] - 1, ${fresh}) {\n${tick}${inRange}${alive}`;
  const indexNames = [...'xnHLT'].map((letter) => letter + at);
  return { setup: setup + indexed, names: [...names, ...indexNames, ...keyNames(key, at)], open, ...shared };
}

/** Most indexes by one column are addressed by the value itself; the others, and values out of range, are looked up. */
function flatLookup(key: readonly string[], at: number): string {
  const [value] = key;
  if (key.length !== 1) return lookup(`x${at}`, key, at);
  return `(T${at} = (${value} - L${at}) >>> 0) < H${at}.length ? H${at}[T${at}] - 1 : x${at}.first1(${value})`;
}

/** Rows of the base, then own ones, from the last to the first. */
function layeredLoop(scan: Scan, context: LoopContext): LoopSource {
  const { at, level, key, columns, tick } = context;
  const isOld = scan.range === 'old';
  const isKeyed = key.length > 0;
  const baseFirst = isKeyed ? lookup(`x${at}`, key, at) : `m${at} - 1`;
  const ownFirst = isKeyed ? `(s${at} ? b${at} - 1 : ${lookup(`j${at}`, key, at)})` : `b${at} - 1`;
  const ownPart = `s${at} ? 2 : 1`;
  const begin = `g${at} = h${at} ? 0 : ${ownPart}; p${at} = h${at} ? ${baseFirst} : ${isOld ? '-1' : ownFirst};`;
  const select = (source: string): string =>
    columns.map((column) => `c${at}_${column} = ${source}${at}_${column};`).join(' ');
  // Few own rows are walked one by one, many along their chain, past those that came after the range.
  const skip = `if (!s${at}) while (p${at} >= b${at}) p${at} = n${at}[p${at}] - 1;`;
  const next = isKeyed ? `(n${at} === cx.nothing ? p${at} - 1 : n${at}[p${at}] - 1)` : `p${at} - 1`;
  const open =
    resumeAt(level, `g${at} = G${at}; p${at} = P${at};`, begin) +
    // Rows that were walked one by one before a pause are so after it, even if there are many by now.
    `if (g${at} === 2) s${at} = true;\nfor (;;) {\n` +
    `if (g${at} === 0) { ${select('q')} ${isKeyed ? `n${at} = x${at}.older;` : ''} }\n` +
    `else { ${select('w')} ${isKeyed ? `n${at} = s${at} ? cx.nothing : j${at}.older; ${skip}` : ''} }\n` +
    `for (; p${at} >= 0; p${at} = ${next}, ${fresh}) {\n${tick}${layeredTests(scan, context)}`;
  const close =
    `}\n` + (isOld ? 'break;\n' : `if (g${at} !== 0) break;\ng${at} = ${ownPart}; p${at} = ${ownFirst};\n`) + `}\n`;
  const letters = isKeyed ? 'vodabhzmyeiusnxj' : 'vodabhzmyeius';
  const names = [
    ...[...letters].map((letter) => letter + at),
    ...columns.flatMap((column) => ['q', 'w', 'c'].map((letter) => `${letter}${at}_${column}`)),
    ...keyNames(key, at),
  ];
  return {
    setup: layeredSetup(scan, context),
    names,
    open,
    close,
    column: (column) => `c${at}_${column}[p${at}]`,
    row: `(g${at} === 0 ? p${at} : p${at} + i${at})`,
  };
}

function layeredSetup(scan: Scan, { at, key, columns, side }: LoopContext): string {
  const isOld = scan.range === 'old';
  const [from, to] = ownBounds[scan.range]?.(`o${at}`, `v${at}`) ?? ['0', '0'];
  const isBaseRead = scan.range !== 'recent' && scan.range !== 'added';
  const hasBase = `v${at}.base !== undefined${isOld ? '' : ` && !v${at}.hidesBase`}`;
  const indexes = `x${at} = h${at} ? z${at}.${indexCall(scan)} : undefined; j${at} = s${at} ? undefined : o${at}.${indexCall(scan)};\n`;
  return [
    `v${at} = cx.facts(${at}).${side}; o${at} = v${at}.own; d${at} = o${at}.death; a${at} = ${from}; b${at} = ${to};\n`,
    `h${at} = ${isBaseRead ? hasBase : 'false'}; z${at} = h${at} ? v${at}.base.relation : undefined;\n`,
    `m${at} = h${at} ? v${at}.base.limit : 0; y${at} = h${at} ? z${at}.death : undefined; i${at} = v${at}.limit;\n`,
    `e${at} = ${isOld ? 'undefined' : `v${at}.removed`}; u${at} = v${at}.moved; s${at} = o${at}.size <= cx.fewRows;\n`,
    ...columns.map((column) => `q${at}_${column} = h${at} ? z${at}.columns[${column}] : cx.nothing;\n`),
    ...columns.map((column) => `w${at}_${column} = o${at}.columns[${column}];\n`),
    key.length > 0 ? indexes : '',
    keyArray(key, at),
  ].join('');
}

/** Skips rows that do not count: those of the base that died or were taken away, own ones outside the range. */
function layeredTests(scan: Scan, { at, key }: LoopContext): string {
  const agrees = scan.key.map((each, place) => `c${at}_${each.column}[p${at}] !== ${key[place]}`).join(' || ');
  return [
    `if (g${at} === 0) {\n`,
    `if (p${at} >= m${at} || (y${at} !== undefined && y${at}[p${at}] !== 0 && y${at}[p${at}] <= v${at}.base.version)) continue;\n`,
    `if (e${at} !== undefined && e${at}.has(p${at})) continue;\n`,
    `} else {\n`,
    `if (p${at} < a${at}) break;\n`,
    `if (d${at} !== undefined && d${at}[p${at}] !== 0) continue;\n`,
    scan.range === 'added' ? `if (u${at} !== undefined && u${at}.has(p${at})) continue;\n` : '',
    key.length > 0 ? `if (s${at} && (${agrees})) continue;\n` : '',
    `}\n`,
  ].join('');
}

/** Rows of the base from a list. */
function listLoop(scan: Scan, { at, level, key, side, tick }: LoopContext): LoopSource {
  const [list, from, to] =
    scan.range === 'gone'
      ? [`v${at}.gone`, '0', `(l${at} === undefined ? 0 : l${at}.size)`]
      : [`v${at}.removed`, `v${at}.doomedFrom`, `v${at}.doomedTo`];
  const setup =
    `v${at} = cx.facts(${at}).${side}; l${at} = ${list}; ` +
    `z${at} = v${at}.base === undefined ? undefined : v${at}.base.relation; b${at} = ${to};\n`;
  const names = [...'vlzbk'].map((letter) => letter + at);
  const agrees = scan.key.map((each, place) => `z${at}.at(k${at}, ${each.column}) !== ${key[place]}`).join(' || ');
  const open =
    resumeAt(level, `p${at} = P${at};`, `p${at} = ${from};`) +
    `for (; p${at} < b${at}; p${at}++, ${fresh}) {\n${tick}` +
    `k${at} = l${at}.at(p${at});\n` +
    (key.length > 0 ? `if (${agrees}) continue;\n` : '');
  return { setup, names, open, close: '}\n', column: (column) => `z${at}.at(k${at}, ${column})`, row: `k${at}` };
}
