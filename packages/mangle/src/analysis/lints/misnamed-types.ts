import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Program } from '../../program/program.js';
import type { Term } from '../../syntax/ast.js';
import { typeNames } from '../../syntax/parse-declared-atom.js';

/**
 * `bound [/int]` is legal and means names below `/int`. In a program whose text has no such name it was meant as the
 * type of that name in another language.
 */
export function misnamedTypes(program: Program): Diagnostic[] {
  return namesInBounds(program).flatMap(({ text, span }) => {
    const instead = typeNames.get(text.slice(1).toLowerCase());
    if (instead === undefined || instead === text || hasNamesBelow(program, text)) return [];
    const message = `\`${text}\` is no type of its own: it stands for names such as \`${text}/a\``;
    return [
      diagnostic('misnamed-type', span, message, {
        help: `Did you mean \`${instead}\`?`,
        fix: { title: `write \`${instead}\``, edits: [{ span, text: instead }] },
      }),
    ];
  });
}

interface NamedType {
  readonly text: string;
  readonly span: Term['span'];
}

function namesInBounds({ predicates }: Program): NamedType[] {
  return Array.from(predicates.values()).flatMap(({ decl }) =>
    (decl?.bounds ?? []).flatMap(({ types }) => types.flatMap(namesIn)),
  );
}

/** The names that stand for types inside a type; the labels of structs and single values do not. */
function namesIn(type: Term): NamedType[] {
  if (type.kind === 'constant') return type.value.kind === 'name' ? [{ text: type.value.text, span: type.span }] : [];
  if (type.kind !== 'apply') return [];
  const { name, args } = type;
  if (name === 'fn:Struct' || name === 'fn:opt') return args.filter((_, at) => isFieldType(args, at)).flatMap(namesIn);
  return name === 'fn:Singleton' || name === 'fn:TaggedUnion' ? [] : args.flatMap(namesIn);
}

/** Whether an argument of a struct type is no label: labels and types alternate, but `opt` has both in itself. */
function isFieldType(args: readonly Term[], at: number): boolean {
  const isOptional = (arg: Term | undefined): boolean => arg?.kind === 'apply' && arg.name === 'fn:opt';
  if (isOptional(args[at])) return true;
  return args.slice(0, at).filter((arg) => !isOptional(arg)).length % 2 === 1;
}

function hasNamesBelow({ units }: Program, prefix: string): boolean {
  return units.some(({ source }) => source.text.includes(`${prefix}/`));
}
