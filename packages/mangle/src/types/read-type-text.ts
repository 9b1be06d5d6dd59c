import type { TypeText } from '../builtins/define.js';
import type { Term } from '../syntax/ast.js';
import { createSource, type Source, type Span } from '../text/source.js';
import { nameValue } from '../value/make.js';
import { readType } from './read-type.js';
import type { Type } from './type.js';

const known = new Map<TypeText, Type>();

/**
 * The type that the text of a signature stands for. Signatures are written by builtin tables and not by users, so a
 * text that is no type is a bug and throws. Each text is read once.
 */
export function readTypeText(text: TypeText): Type {
  let type = known.get(text);
  if (type === undefined) {
    type = parse(text);
    known.set(text, type);
  }
  return type;
}

function parse(text: TypeText): Type {
  const reader: Reader = { source: createSource('signature', text), tokens: tokensOf(text), at: 0 };
  const term = readTerm(reader);
  const read = readType(term);
  if ('problem' in read) throw new Error(`bad type in a signature: ${read.problem}`);
  if (reader.at !== reader.tokens.length) throw new Error(`unexpected text after a type in \`${text}\``);
  return read.type;
}

interface Token {
  readonly text: string;
  readonly start: number;
}

interface Reader {
  readonly source: Source;
  readonly tokens: readonly Token[];
  at: number;
}

function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(/[(),]|[^(),\s]+/g)].map((match) => ({ text: match[0], start: match.index }));
}

function readTerm(reader: Reader): Term {
  const token = next(reader);
  const end = token.start + token.text.length;
  const span: Span = { source: reader.source, start: token.start, end };
  if (token.text.startsWith('/')) return { kind: 'constant', value: nameValue(token.text), span };
  if (!token.text.startsWith('fn:')) return { kind: 'variable', name: token.text, span };
  const args = readArguments(reader);
  return { kind: 'apply', name: token.text, nameSpan: span, args, form: 'call', span };
}

function readArguments(reader: Reader): readonly Term[] {
  const args: Term[] = [];
  if (next(reader).text !== '(') throw new Error(`expected \`(\` in the type \`${reader.source.text}\``);
  if (reader.tokens[reader.at]?.text === ')') {
    reader.at++;
    return args;
  }
  for (let separator = ','; separator !== ')'; separator = next(reader).text) args.push(readTerm(reader));
  return args;
}

function next(reader: Reader): Token {
  const token = reader.tokens[reader.at++];
  if (token === undefined) throw new Error(`the type \`${reader.source.text}\` ends too early`);
  return token;
}
