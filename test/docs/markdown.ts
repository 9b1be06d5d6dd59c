/** A fenced block of a Markdown file. Lines count from 0. */
export interface Block {
  /** The first word after the fence. */
  readonly language: string;
  readonly text: string;
  /** The line of the opening fence. */
  readonly line: number;
}

/** What a document says about one program. */
export interface Example {
  /** The line of the program in the document, counting from 1. */
  readonly line: number;
  readonly program: string;
  readonly facts?: Block;
  readonly diagnostics?: Block;
}

const fence = /^```([\w-]*)/;

/** The fenced blocks of a document in order. Blocks inside lists and quotes are not looked for. */
export function blocksOf(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const blocks: Block[] = [];
  for (let line = 0; line < lines.length; line++) {
    const [, language] = fence.exec(lines[line] ?? '') ?? [];
    if (language === undefined) continue;
    const length = lines.slice(line + 1).indexOf('```');
    if (length === -1) throw new Error(`the block in line ${line + 1} has no end`);
    blocks.push({ language, text: lines.slice(line + 1, line + 1 + length).join('\n'), line });
    line += length + 1;
  }
  return blocks;
}

/** Each `mangle` block with the `facts` and `diagnostics` blocks that come right after it. */
export function examplesOf(markdown: string): Example[] {
  const blocks = blocksOf(markdown);
  return blocks.flatMap((block, at) => {
    if (block.language !== 'mangle') return [];
    const rest = blocks.slice(at + 1);
    const end = rest.findIndex(({ language }) => language !== 'facts' && language !== 'diagnostics');
    const expectations = end === -1 ? rest : rest.slice(0, end);
    const facts = expectations.find(({ language }) => language === 'facts');
    const diagnostics = expectations.find(({ language }) => language === 'diagnostics');
    return [
      {
        line: block.line + 1,
        program: `${block.text}\n`,
        ...(facts === undefined ? {} : { facts }),
        ...(diagnostics === undefined ? {} : { diagnostics }),
      },
    ];
  });
}

/** The document with other text in some of its blocks. */
export function replaceBlocks(markdown: string, changes: ReadonlyMap<Block, string>): string {
  const lines = markdown.split('\n');
  const fromLast = [...changes].toSorted(([a], [b]) => b.line - a.line);
  for (const [{ line, text }, wanted] of fromLast) {
    const oldLength = text === '' ? lines.slice(line + 1).indexOf('```') : text.split('\n').length;
    lines.splice(line + 1, oldLength, ...(wanted === '' ? [] : wanted.split('\n')));
  }
  return lines.join('\n');
}
