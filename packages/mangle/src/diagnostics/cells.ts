/** One code point as it stands on a terminal: what to print, and how many columns it takes. */
export interface Cell {
  readonly text: string;
  readonly width: number;
  /** UTF-16 offset within the line. */
  readonly offset: number;
}

const tabWidth = 4;

/**
 * A line of source as terminal cells: tabs become spaces up to the next stop, wide characters take two columns,
 * and characters that would move the cursor or reorder the text are replaced, since source text is not trusted.
 */
export function cellsOf(line: string): Cell[] {
  const cells: Cell[] = [];
  let column = 0;
  let offset = 0;
  for (const character of line) {
    const cell = character === '\t' ? tabCell(column) : plainCell(character);
    cells.push({ ...cell, offset });
    column += cell.width;
    offset += character.length;
  }
  return cells;
}

/** Text of a message, a name or a path with everything replaced that a terminal would not show as it stands. */
export function printable(text: string): string {
  return text.replace(unprintable, '\ufffd');
}

export function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}

function tabCell(column: number): Omit<Cell, 'offset'> {
  const width = tabWidth - (column % tabWidth);
  return { text: ' '.repeat(width), width };
}

function plainCell(character: string): Omit<Cell, 'offset'> {
  if (zeroWidth.test(character)) return { text: character === '\ufeff' ? '' : character, width: 0 };
  if (isUnprintable.test(character)) return { text: '\ufffd', width: 1 };
  return { text: character, width: wide.test(character) ? 2 : 1 };
}

/** Control characters, lone surrogates, line separators and the marks that change the direction of text. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;
const isUnprintable = new RegExp(`^(?:${unprintable.source})$`, 'u');
const zeroWidth = /^[\p{Mn}\p{Me}\u200b-\u200d\u2060\ufeff]$/u;
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}])$/u;
