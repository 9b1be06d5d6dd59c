import { diagnostic } from '../diagnostics/diagnostic.js';
import { closest } from '../diagnostics/suggest.js';
import type { Atom, Decl, Term } from '../syntax/ast.js';
import { textOf } from '../text/source.js';
import { type Analysis, type Descriptors, type ModeSign, report } from './analysis.js';
import { mergeModes, readMode } from './read-modes.js';

/** What a well-formed `descr` block says. Malformed descriptors are reported and have no effect. */
export function readDescriptors(analysis: Analysis, decl: Decl): Descriptors {
  const atoms = decl.descr ?? [];
  const sound = atoms.filter((atom) => isSound(analysis, atom, decl));
  checkDocumentation(analysis, atoms, decl);
  const named = (word: string): Atom[] => sound.filter(({ predicate }) => predicate === word);
  const modes = named('mode')
    .map((atom) => readMode(analysis, atom))
    .filter((mode): mode is ModeSign[] => mode !== undefined);
  const mode = mergeModes(modes);
  const reflects = named('reflects').map(({ args }) => prefixOf(args[0]))[0];
  const merge = named('merge')[0];
  const descriptors: Descriptors = {
    isDeferred: named('deferred').length > 0,
    isExternal: named('external').length > 0,
    isPrivate: named('private').length > 0,
    fundeps: named('fundep'),
    ...(mode === undefined ? {} : { mode }),
    ...(reflects === undefined ? {} : { reflects }),
    ...(merge === undefined ? {} : { merge }),
  };
  checkOnDemand(analysis, decl, descriptors, modes.length);
  return descriptors;
}

/** How a descriptor has to look: a sentence for the user, and the test for it. */
interface Shape {
  readonly form: string;
  readonly fits: (args: readonly Term[], decl: Decl) => boolean;
}

const anything: Shape = { form: '', fits: () => true };

/** Every word of `descr`. Those with no shape of their own are for hosts or have no effect. */
const shapes: ReadonlyMap<string, Shape> = new Map([
  ['doc', { form: 'doc("what the facts say")', fits: (args) => args.length > 0 && args.every(isString) }],
  ['arg', { form: 'arg(Variable, "what the argument is")', fits: isArgumentDoc }],
  [
    'mode',
    {
      form: 'mode("+", "-", …) with one sign for each argument',
      fits: (args, decl) => args.length === decl.atom.args.length,
    },
  ],
  ['reflects', { form: 'reflects(/prefix)', fits: (args) => args.length === 1 && prefixOf(args[0]) !== undefined }],
  ['fundep', { form: 'fundep([Key, …], [Value])', fits: (args) => args.length === 2 && args.every(isVariableList) }],
  ['merge', { form: 'merge([Value], "merge_predicate")', fits: isMerge }],
  ['deferred', anything],
  ['external', anything],
  ['extensional', anything],
  ['private', anything],
  ['public', anything],
  ['direction', anything],
  ['open', anything],
  ['kind', { form: 'kind(Variable, "what its values name")', fits: isArgumentDoc }],
  ['one_of', { form: 'one_of(Variable, "word", …)', fits: isArgumentDoc }],
  ['name', anything],
  ['synthetic', anything],
  ['desugared', anything],
  ['internal:maybe_temporal', anything],
]);

function isSound(analysis: Analysis, atom: Atom, decl: Decl): boolean {
  const shape = shapes.get(atom.predicate);
  if (shape === undefined) {
    reportUnknown(analysis, atom);
    return false;
  }
  if (shape.fits(atom.args, decl)) return true;
  const message = `\`${textOf(atom.span)}\` is not a descriptor of \`${decl.atom.predicate}/${decl.atom.args.length}\``;
  report(analysis, diagnostic('bad-descriptor', atom.span, message, { help: `It is written \`${shape.form}\`.` }));
  return false;
}

function reportUnknown(analysis: Analysis, atom: Atom): void {
  const instead = closest(atom.predicate, shapes.keys());
  const details =
    instead === undefined
      ? { help: 'It has no effect. Words with a meaning are `doc`, `arg`, `mode`, `deferred`, `external` and others.' }
      : {
          help: `It has no effect. Did you mean \`${instead}\`?`,
          // Who answers a predicate decides what else its declaration needs.
          ...(instead === 'external' || instead === 'deferred'
            ? {}
            : { fix: { title: `write \`${instead}\``, edits: [{ span: atom.predicateSpan, text: instead }] } }),
        };
  report(
    analysis,
    diagnostic('unknown-descriptor', atom.predicateSpan, `\`${atom.predicate}\` is not a descriptor`, details),
  );
}

/** At most one `doc`; `arg` for all arguments or for none. */
function checkDocumentation(analysis: Analysis, atoms: readonly Atom[], decl: Decl): void {
  const [first, second] = atoms.filter(({ predicate }) => predicate === 'doc');
  if (first !== undefined && second !== undefined) {
    const details = {
      help: 'Put all the text into one `doc`; it takes several strings.',
      related: [{ span: first.span, message: 'first `doc`' }],
    };
    report(analysis, diagnostic('bad-descriptor', second.span, '`descr` has a second `doc`', details));
  }
  const described = new Set(atoms.filter(({ predicate }) => predicate === 'arg').map(({ args }) => nameOf(args[0])));
  if (described.size === 0) return;
  const missing = decl.atom.args.filter((arg) => !described.has(nameOf(arg))).map((arg) => `\`${textOf(arg.span)}\``);
  if (missing.length === 0) return;
  report(
    analysis,
    diagnostic('bad-descriptor', decl.atom.span, `\`arg\` is missing for ${missing.join(', ')}`, {
      help: 'Describe all arguments with `arg`, or none.',
    }),
  );
}

/** Predicates that are computed when asked need to know which arguments they are asked with. */
function checkOnDemand(
  analysis: Analysis,
  decl: Decl,
  { isDeferred, isExternal }: Descriptors,
  modeCount: number,
): void {
  const what = isExternal ? 'external' : 'deferred';
  if (!isDeferred && !isExternal) return;
  const isBad = isExternal ? modeCount !== 1 : modeCount === 0;
  if (
    isBad &&
    !(decl.descr ?? []).some((atom) => atom.predicate === 'mode' && atom.args.length !== decl.atom.args.length)
  ) {
    const wanted = isExternal ? 'exactly one mode' : 'a mode';
    const sample = decl.atom.args.map((_, at) => (at === 0 ? '"+"' : '"-"')).join(', ');
    report(
      analysis,
      diagnostic('missing-mode', decl.atom.span, `the ${what} predicate \`${decl.atom.predicate}\` needs ${wanted}`, {
        help: `Add \`mode(${sample})\` to \`descr\`: "+" for what the caller gives, "-" for what it gets.`,
      }),
    );
  }
  if (!decl.isTemporal) return;
  report(
    analysis,
    diagnostic(
      'on-demand-temporal',
      decl.atom.span,
      `the ${what} predicate \`${decl.atom.predicate}\` cannot be temporal`,
      {
        help: `Give the times as ordinary arguments, or make it a stored predicate without \`${what}()\`.`,
      },
    ),
  );
}

function isArgumentDoc(args: readonly Term[], decl: Decl): boolean {
  const [variable, ...texts] = args;
  const name = nameOf(variable);
  const isColumn = name !== undefined && decl.atom.args.some((arg) => nameOf(arg) === name);
  return isColumn && texts.length > 0 && texts.every(isString);
}

function isMerge([variables, predicate, ...rest]: readonly Term[]): boolean {
  return (
    variables !== undefined &&
    isVariableList(variables) &&
    predicate !== undefined &&
    isString(predicate) &&
    rest.length === 0
  );
}

function isVariableList(term: Term): boolean {
  return term.kind === 'apply' && term.name === 'fn:list' && term.args.every(({ kind }) => kind === 'variable');
}

function isString(term: Term): boolean {
  return term.kind === 'constant' && term.value.kind === 'string';
}

function prefixOf(term: Term | undefined): string | undefined {
  return term?.kind === 'constant' && term.value.kind === 'name' ? term.value.text : undefined;
}

function nameOf(term: Term | undefined): string | undefined {
  return term?.kind === 'variable' ? term.name : undefined;
}
